#include <config.h>

#include "index.h"

#include "base/diag.h"
#include "base/map.h"
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

/* --- tables --- */

enum { FIRST_SLOTS = 64 };

static void table_init(struct table *table, size_t size)
{
    *table = (struct table){.size = size, .slot_count = FIRST_SLOTS, .seed = map_seed()};
    table->slots = mem_zeroed(FIRST_SLOTS, sizeof *table->slots);
}

static void table_release(struct table *table)
{
    for (size_t i = 0; i * INDEX_CHUNK < table->count; i++)
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
           memcmp(index_at(table, table->slots[slot] - 1), identity, DIGEST_HALF_SIZE) != 0)
        slot = next_slot(table, slot);
    return &table->slots[slot];
}

static uint32_t table_find(const struct table *table, const struct digest_half *identity)
{
    uint32_t slot = *find_slot(table, identity);

    return slot == 0 ? INDEX_NONE : slot - 1;
}

static void grow(struct table *table)
{
    free(table->slots);
    table->slot_count += table->slot_count / 2;
    table->slots = mem_zeroed(table->slot_count, sizeof *table->slots);
    for (uint32_t i = 0; i < table->count; i++) {
        size_t slot = first_slot(table, index_at(table, i));

        while (table->slots[slot] != 0) /* all are different */
            slot = next_slot(table, slot);
        table->slots[slot] = i + 1;
    }
}

/* Room for one element more. */
static void *add_element(struct table *table)
{
    size_t chunk = table->count / INDEX_CHUNK;

    if (table->count >= INDEX_NONE - 1)
        diag_memory_exhausted();
    if (table->count % INDEX_CHUNK == 0) {
        if (chunk == table->chunk_capacity) {
            table->chunk_capacity += table->chunk_capacity / 2 + 16;
            table->chunks =
                mem_resize(table->chunks, table->chunk_capacity, sizeof *table->chunks);
        }
        table->chunks[chunk] = mem_alloc(INDEX_CHUNK * table->size);
    }
    return index_at(table, table->count++);
}

static uint32_t table_add(struct table *table, const struct digest_half *identity,
                          bool *added)
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

/* --- the index --- */

struct index *index_new(void)
{
    struct index *index = mem_zeroed(1, sizeof *index);

    table_init(&index->entries, sizeof(struct index_entry));
    table_init(&index->names, sizeof(struct index_name));
    table_init(&index->rows, sizeof(struct index_row));
    return index;
}

void index_free(struct index *index)
{
    if (index == NULL)
        return;
    table_release(&index->entries);
    table_release(&index->names);
    table_release(&index->rows);
    free(index->files);
    free(index);
}

/* The element of IDENTITY in TABLE, NULL where there is none. */
static void *find(const struct table *table, const struct digest_half *identity)
{
    uint32_t number = table_find(table, identity);

    return number == INDEX_NONE ? NULL : index_at(table, number);
}

struct index_entry *index_find_entry(const struct index *index,
                                     const struct digest_half *identity)
{
    return find(&index->entries, identity);
}

struct index_name *index_find_name(const struct index *index,
                                   const struct digest_half *identity)
{
    return find(&index->names, identity);
}

struct index_row *index_find_row(const struct index *index,
                                 const struct digest_half *identity)
{
    return find(&index->rows, identity);
}

static struct index_entry *add_entry(struct index *index,
                                     const struct digest_half *identity, uint32_t *number)
{
    bool added;

    *number = table_add(&index->entries, identity, &added);
    return index_entry(index, *number);
}

static struct index_name *add_name(struct index *index, const struct digest_half *identity,
                                   uint32_t *number, bool *added)
{
    *number = table_add(&index->names, identity, added);
    return index_name(index, *number);
}

void index_add_known(struct index *index, const struct digest *digest,
                     enum manifest_kind kind)
{
    const struct digest_half identity = digest_half_of(digest);
    uint32_t number;
    struct index_entry *entry;

    entry = add_entry(index, &identity, &number);
    entry->flags |= ENTRY_KNOWN;
    entry->kind = (uint8_t)kind;
}

/* --- places --- */

uint64_t index_place(struct index *index, size_t operand, const char *file, uint64_t line)
{
    if (operand >= index->file_count) {
        size_t count = operand + operand / 2 + 8;

        index->files = mem_resize(index->files, count, sizeof *index->files);
        memset(index->files + index->file_count, 0,
               (count - index->file_count) * sizeof *index->files);
        index->file_count = count;
    }
    index->files[operand] = file;
    return (uint64_t)operand << PLACE_LINE_BITS | line;
}

const char *index_place_file(const struct index *index, uint64_t place)
{
    return index->files[place >> PLACE_LINE_BITS];
}

uint64_t index_place_line(uint64_t place)
{
    return place & ((UINT64_C(1) << PLACE_LINE_BITS) - 1);
}

/* --- adding --- */

static void add_references(struct index *index, uint32_t number,
                           const struct index_object *object)
{
    for (size_t i = 0; i < INDEX_REFERENCES_MAX; i++) {
        uint32_t target;

        if (!object->has_reference[i])
            continue;
        add_entry(index, &object->references[i], &target);
        index_entry(index, number)->references[i] = target + 1;
    }
}

/* Add the names of a run, which is entry NUMBER and was not there before. */
static void add_run(struct index *index, uint32_t number, const struct index_object *run)
{
    struct index_entry *entry = index_entry(index, number);
    struct index_name *name;
    uint32_t label;
    bool added;

    if (run->has_name) {
        name = add_name(index, &run->name, &label, &added);
        name->run = added ? number : name->run;
        name->count++;
    }
    if (run->has_source) {
        add_name(index, &run->source, &label, &added);
        entry->name = label + 1;
    }
    if (run->has_external) {
        name = add_name(index, &run->external, &label, &added);
        name->run = added ? number : name->run;
    }
    if (run->has_label) {
        add_name(index, &run->label, &label, &added);
        entry->label = label + 1;
    }
    if (run->has_label && run->has_reference[0]) {
        struct index_entry *implementation = index_entry(index, entry->references[0] - 1);

        if (implementation->run == 0)
            implementation->run = number + 1;
    }
}

void index_add_object(struct index *index, const struct index_object *object,
                      uint64_t place, bool operations_known)
{
    uint32_t number, label;
    bool added;
    struct index_entry *entry = add_entry(index, &object->identity, &number);

    if ((entry->flags & ENTRY_DEFINED) != 0)
        return;
    entry->flags |= ENTRY_DEFINED;
    entry->kind = object->kind;
    entry->where = object->where;
    entry->place = place;
    if (index->last != 0)
        index_entry(index, index->last - 1)->next = number + 1;
    else
        index->first = number + 1;
    index->last = number + 1;
    add_references(index, number, object);
    if (index_is_run(object->kind)) {
        add_run(index, number, object);
        if (object->kind == KIND_BENCHMARK_RUN && !operations_known)
            entry->flags |= ENTRY_PENDING;
        return;
    }
    if (object->has_label) {
        add_name(index, &object->label, &label, &added);
        entry->label = label + 1;
    }
    if (object->has_name) {
        add_name(index, &object->name, &label, &added);
        entry->name = label + 1;
    }
}

void index_add_row(struct index *index, const struct index_row_facts *facts,
                   const struct index_object *run, uint64_t place, bool compared)
{
    bool added;
    uint32_t number = table_add(&index->rows, &facts->row, &added);
    struct index_row *row = index_row(index, number);

    if (row->place == 0)
        row->place = place;
    if (run != NULL && row->run == 0)
        row->run = table_find(&index->entries, &run->identity) + 1;
    row->is_retracted = row->is_retracted || facts->is_retracted;
    if (!facts->supersedes || row->superseded != 0)
        return;
    row->superseded = table_add(&index->rows, &facts->superseded, &added) + 1;
    row->place = place;
    row->is_compared = compared;
}
