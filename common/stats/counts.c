#include <config.h>

#include "stats/counts.h"

#include "base/map.h"
#include "base/mem.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Up to ROW_MAX keys are searched linearly. */
enum { ROW_MAX = 8 };

void counts_init(struct counts *counts)
{
    *counts = (struct counts){.entries = NULL};
}

void counts_release(struct counts *counts)
{
    free(counts->entries);
    counts_init(counts);
}

/* The place of KEY in a table, or the free one where it belongs. */
static struct counts_entry *find_place(struct counts_entry *entries, uint32_t capacity,
                                       int64_t key)
{
    uint32_t mask = capacity - 1;
    uint32_t place = (uint32_t)map_hash(&key, sizeof key, map_seed()) & mask;

    while (entries[place].count != 0 && entries[place].key != key)
        place = (place + 1) & mask;
    return &entries[place];
}

static void grow(struct counts *counts)
{
    uint32_t capacity = counts->capacity == 0 ? 1 : 2 * counts->capacity;
    struct counts_entry *entries;

    if (capacity <= ROW_MAX) {
        counts->entries = mem_resize(counts->entries, capacity, sizeof *entries);
        counts->capacity = capacity;
        return;
    }
    entries = mem_zeroed(capacity, sizeof *entries);
    for (uint32_t i = 0; i < counts->capacity; i++)
        if (counts->entries[i].count != 0)
            *find_place(entries, capacity, counts->entries[i].key) = counts->entries[i];
    free(counts->entries);
    counts->entries = entries;
    counts->capacity = capacity;
}

static bool is_full(const struct counts *counts)
{
    if (counts->capacity <= ROW_MAX)
        return counts->used == counts->capacity;
    return counts->used >= counts->capacity / 4 * 3;
}

/* The entry of KEY, or NULL. */
static struct counts_entry *find_in_row(const struct counts *counts, int64_t key)
{
    for (uint32_t i = 0; i < counts->used; i++)
        if (counts->entries[i].key == key)
            return &counts->entries[i];
    return NULL;
}

void counts_add(struct counts *counts, int64_t key, uint64_t times)
{
    struct counts_entry *entry = NULL;

    if (counts->capacity <= ROW_MAX)
        entry = find_in_row(counts, key);
    if (entry == NULL) {
        if (is_full(counts))
            grow(counts);
        entry = counts->capacity <= ROW_MAX
                    ? &counts->entries[counts->used]
                    : find_place(counts->entries, counts->capacity, key);
        if (counts->capacity <= ROW_MAX || entry->count == 0) {
            counts->used++;
            *entry = (struct counts_entry){key, 0};
        }
    }
    entry->count += times;
}

static int compare(const void *a, const void *b)
{
    const struct counts_entry *x = a;
    const struct counts_entry *y = b;

    return (x->key > y->key) - (x->key < y->key);
}

const struct counts_entry *counts_sort(struct counts *counts)
{
    if (counts->capacity > ROW_MAX) {
        uint32_t used = 0;

        for (uint32_t i = 0; i < counts->capacity; i++)
            if (counts->entries[i].count != 0)
                counts->entries[used++] = counts->entries[i];
    }
    if (counts->used > 0)
        qsort(counts->entries, counts->used, sizeof *counts->entries, compare);
    return counts->entries;
}

int64_t counts_key(double value)
{
    int64_t bits;

    memcpy(&bits, &value, sizeof bits);
    /* Of two negative doubles, the one with the larger bits is smaller. -0 becomes 0. */
    return bits < 0 ? INT64_MIN - bits : bits;
}

double counts_value(int64_t key)
{
    int64_t bits = key < 0 ? INT64_MIN - key : key;
    double value;

    memcpy(&value, &bits, sizeof value);
    return value;
}
