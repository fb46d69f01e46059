#include <config.h>

#include "dedup.h"

#include "base/map.h"
#include "base/mem.h"

#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>

/* A cluster may run on behind the last place: how far at most, before the table grows. At
 * four fifths full one of this length does not happen. */
enum { FIRST_PLACES = 1024, OVERHANG = 1024 };

struct seen_entry {
    uint32_t identity[4]; /* all zero: free */
    uint32_t values;
};

void seen_init(struct seen *seen)
{
    *seen = (struct seen){NULL, FIRST_PLACES, 0, map_seed() | 1};
    seen->entries = mem_zeroed(FIRST_PLACES + OVERHANG, sizeof *seen->entries);
}

void seen_release(struct seen *seen)
{
    free(seen->entries);
}

static bool is_free(const struct seen_entry *entry)
{
    return (entry->identity[0] | entry->identity[1] | entry->identity[2] |
            entry->identity[3]) == 0;
}

static uint64_t key_of(const struct seen *seen, const struct seen_entry *entry)
{
    return ((uint64_t)entry->identity[0] << 32 | entry->identity[1]) * seen->factor;
}

static size_t place_of(const struct seen *seen, uint64_t key)
{
    return (size_t)(((key >> 32) * (uint64_t)seen->places) >> 32);
}

/* Push the entries of the first USED to the end of a table of TOTAL, whose others are free;
 * returns where the first one stands. */
static size_t push_to_end(struct seen *seen, size_t used, size_t total)
{
    size_t to = total;

    while (used-- > 0) {
        struct seen_entry entry = seen->entries[used];

        if (is_free(&entry))
            continue;
        seen->entries[used] = (struct seen_entry){{0}, 0};
        seen->entries[--to] = entry;
    }
    return to;
}

static void grow(struct seen *seen)
{
    size_t used = seen->places + OVERHANG;
    size_t more = seen->places / 4;
    size_t total = used + more;
    size_t next = 0;

    seen->places += more;
    seen->entries = mem_resize(seen->entries, total, sizeof *seen->entries);
    memset(&seen->entries[used], 0, more * sizeof *seen->entries);
    for (size_t from = push_to_end(seen, used, total); from < total; from++) {
        struct seen_entry entry = seen->entries[from];
        size_t place = place_of(seen, key_of(seen, &entry));

        place = place > next ? place : next;
        assert(place <= from);
        seen->entries[from] = (struct seen_entry){{0}, 0};
        seen->entries[place] = entry;
        next = place + 1;
    }
}

/* Make room at PLACE; false where the table ends before there is any. */
static bool make_room(struct seen *seen, size_t place)
{
    size_t end = place;

    while (end < seen->places + OVERHANG && !is_free(&seen->entries[end]))
        end++;
    if (end == seen->places + OVERHANG)
        return false;
    memmove(&seen->entries[place + 1], &seen->entries[place],
            (end - place) * sizeof *seen->entries);
    return true;
}

enum seen_result seen_put(struct seen *seen, const struct identity *identity,
                          uint32_t values)
{
    struct seen_entry entry = {{0}, values};
    uint64_t key;
    size_t place;

    memcpy(entry.identity, identity->bytes, sizeof entry.identity);
    if (is_free(&entry))
        entry.identity[3] = 1;
    if (seen->count >= seen->places / 5 * 4)
        grow(seen);
    key = key_of(seen, &entry);
    for (;;) {
        place = place_of(seen, key);
        for (; !is_free(&seen->entries[place]); place++) {
            const struct seen_entry *other = &seen->entries[place];

            if (key_of(seen, other) > key)
                break;
            if (memcmp(other->identity, entry.identity, sizeof entry.identity) == 0)
                return other->values == values ? SEEN_SAME : SEEN_OTHER;
        }
        if (make_room(seen, place))
            break;
        grow(seen);
    }
    seen->entries[place] = entry;
    seen->count++;
    return SEEN_NEW;
}
