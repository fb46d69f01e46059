#include <config.h>

#include "dedup.h"

#include "base/map.h"
#include "base/mem.h"

#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>

/* OVERHANG: entries after the last place, for the cluster that begins before it. With four
 * fifths used, a longer cluster does not occur; the table grows if it does. */
enum { FIRST_PLACES = 1024, OVERHANG = 1024 };

struct dedup_entry {
    uint32_t identity[3]; /* all zero: free */
    uint32_t workload;
    uint32_t values;
};

void dedup_init(struct dedup *dedup)
{
    *dedup = (struct dedup){NULL, FIRST_PLACES, 0, map_seed() | 1};
    dedup->entries = mem_zeroed(FIRST_PLACES + OVERHANG, sizeof *dedup->entries);
}

void dedup_release(struct dedup *dedup)
{
    free(dedup->entries);
}

static bool is_free(const struct dedup_entry *entry)
{
    return (entry->identity[0] | entry->identity[1] | entry->identity[2]) == 0;
}

static uint64_t key_of(const struct dedup *dedup, const struct dedup_entry *entry)
{
    return ((uint64_t)entry->identity[0] << 32 | entry->identity[1]) * dedup->factor;
}

static size_t place_of(const struct dedup *dedup, uint64_t key)
{
    return (size_t)(((key >> 32) * (uint64_t)dedup->places) >> 32);
}

/* Move the entries among the first USED to the end of a table of TOTAL, the rest of which
 * is free. Returns the index of the first one. */
static size_t push_to_end(struct dedup *dedup, size_t used, size_t total)
{
    size_t to = total;

    while (used-- > 0) {
        struct dedup_entry entry = dedup->entries[used];

        if (is_free(&entry))
            continue;
        dedup->entries[used] = (struct dedup_entry){.values = 0};
        dedup->entries[--to] = entry;
    }
    return to;
}

static void grow(struct dedup *dedup)
{
    size_t used = dedup->places + OVERHANG;
    size_t more = dedup->places / 4;
    size_t total = used + more;
    size_t next = 0;

    dedup->places += more;
    dedup->entries = mem_resize(dedup->entries, total, sizeof *dedup->entries);
    memset(&dedup->entries[used], 0, more * sizeof *dedup->entries);
    for (size_t from = push_to_end(dedup, used, total); from < total; from++) {
        struct dedup_entry entry = dedup->entries[from];
        size_t place = place_of(dedup, key_of(dedup, &entry));

        place = place > next ? place : next;
        assert(place <= from);
        dedup->entries[from] = (struct dedup_entry){.values = 0};
        dedup->entries[place] = entry;
        next = place + 1;
    }
}

/* Shift entries so that PLACE is free. False: there is no free entry up to the end. */
static bool make_room(struct dedup *dedup, size_t place)
{
    size_t end = place;

    while (end < dedup->places + OVERHANG && !is_free(&dedup->entries[end]))
        end++;
    if (end == dedup->places + OVERHANG)
        return false;
    memmove(&dedup->entries[place + 1], &dedup->entries[place],
            (end - place) * sizeof *dedup->entries);
    return true;
}

static enum dedup_result compare(const struct dedup_entry *first,
                                 const struct dedup_entry *entry)
{
    if (first->workload != entry->workload)
        return DEDUP_OTHER_WORKLOAD;
    return first->values == entry->values ? DEDUP_SAME : DEDUP_OTHER_VALUES;
}

enum dedup_result dedup_put(struct dedup *dedup, const struct identity *identity,
                            uint32_t workload, uint32_t values)
{
    struct dedup_entry entry = {.workload = workload, .values = values};
    uint64_t key;
    size_t place;

    memcpy(entry.identity, identity->bytes, sizeof entry.identity);
    if (is_free(&entry))
        entry.identity[2] = 1;
    if (dedup->count >= dedup->places / 5 * 4)
        grow(dedup);
    key = key_of(dedup, &entry);
    for (;;) {
        place = place_of(dedup, key);
        for (; !is_free(&dedup->entries[place]); place++) {
            const struct dedup_entry *other = &dedup->entries[place];

            if (key_of(dedup, other) > key)
                break;
            if (memcmp(other->identity, entry.identity, sizeof entry.identity) == 0)
                return compare(other, &entry);
        }
        if (make_room(dedup, place))
            break;
        grow(dedup);
    }
    dedup->entries[place] = entry;
    dedup->count++;
    return DEDUP_NEW;
}
