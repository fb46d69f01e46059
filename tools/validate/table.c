#include <config.h>

#include "table.h"

#include "base/diag.h"
#include "base/map.h"
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_SLOTS = 64 };

void table_init(struct table *table, size_t size)
{
    *table = (struct table){.size = size, .slot_count = FIRST_SLOTS, .seed = map_seed()};
    table->slots = mem_zeroed(FIRST_SLOTS, sizeof *table->slots);
}

void table_release(struct table *table)
{
    for (size_t i = 0; i * TABLE_CHUNK < table->count; i++)
        free(table->chunks[i]);
    free(table->chunks);
    free(table->slots);
}

/* Where the search for an identity begins. */
static size_t first_slot(const struct table *table, const struct digest_half *identity)
{
    uint64_t hash = map_hash(identity->bytes, DIGEST_HALF_SIZE, table->seed);

    return (size_t)(((hash >> 32) * (uint64_t)table->slot_count) >> 32);
}

static size_t next_slot(const struct table *table, size_t slot)
{
    return slot + 1 == table->slot_count ? 0 : slot + 1;
}

/* The slot of an identity, or the free one where it belongs. There is always a free one. */
static uint32_t *find_slot(const struct table *table, const struct digest_half *identity)
{
    size_t slot = first_slot(table, identity);

    while (table->slots[slot] != 0 &&
           memcmp(table_at(table, table->slots[slot] - 1), identity, DIGEST_HALF_SIZE) != 0)
        slot = next_slot(table, slot);
    return &table->slots[slot];
}

uint32_t table_find(const struct table *table, const struct digest_half *identity)
{
    uint32_t slot = *find_slot(table, identity);

    return slot == 0 ? TABLE_NONE : slot - 1;
}

static void grow(struct table *table)
{
    free(table->slots);
    table->slot_count += table->slot_count / 2;
    table->slots = mem_zeroed(table->slot_count, sizeof *table->slots);
    for (uint32_t i = 0; i < table->count; i++) {
        size_t slot = first_slot(table, table_at(table, i));

        while (table->slots[slot] != 0) /* all are different */
            slot = next_slot(table, slot);
        table->slots[slot] = i + 1;
    }
}

/* Room for one element more. */
static void *add_element(struct table *table)
{
    size_t chunk = table->count / TABLE_CHUNK;

    if (table->count >= TABLE_NONE - 1)
        diag_memory_exhausted();
    if (table->count % TABLE_CHUNK == 0) {
        if (chunk == table->chunk_capacity) {
            table->chunk_capacity += table->chunk_capacity / 2 + 16;
            table->chunks =
                mem_resize(table->chunks, table->chunk_capacity, sizeof *table->chunks);
        }
        table->chunks[chunk] = mem_alloc(TABLE_CHUNK * table->size);
    }
    return table_at(table, table->count++);
}

uint32_t table_put(struct table *table, const struct digest_half *identity, bool *added)
{
    uint32_t *slot = find_slot(table, identity);
    char *element;

    *added = *slot == 0;
    if (!*added)
        return *slot - 1;
    if ((uint64_t)table->count * 5 >= (uint64_t)table->slot_count * 4) {
        grow(table);
        slot = find_slot(table, identity);
    }
    element = add_element(table);
    memset(element, 0, table->size);
    memcpy(element, identity, sizeof *identity);
    *slot = table->count;
    return table->count - 1;
}
