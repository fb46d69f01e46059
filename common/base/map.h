/* map: a hash map keyed by bytes that remembers the order of insertion.
 *
 * Keys are copied into the map; a value is one word or one pointer of the caller's. Entries
 * are numbered 0, 1, 2, … as they came and never removed alone. The hash is keyed with
 * random bits per process, so that input cannot be made to collide (flooding); no output
 * may depend on it, and none does, since walking goes by number.
 *
 * Allocation does not fail (mem.h).
 */
#ifndef KIDX_BASE_MAP_H
#define KIDX_BASE_MAP_H

#include "base/mem.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A keyed hash of LENGTH bytes; equal within a process only. Fast on short keys and at
 * memory speed on long ones. Not a cryptographic hash: equal hashes prove nothing. */
uint64_t map_hash(const void *data, size_t length, uint64_t seed);

/* Random bits of this process, for map_hash. */
uint64_t map_seed(void);

struct map_entry {
    const char *key; /* owned by the map */
    size_t length;
    uint64_t hash;
    union {
        uint64_t word;
        void *pointer;
    } value; /* zero when added */
};

struct map {
    struct map_entry *entries;
    size_t count;
    size_t capacity;
    uint32_t *slots; /* entry number + 1, 0 where free; a power of two of them */
    size_t slot_count;
    uint64_t seed;
    struct arena keys;
};

void map_init(struct map *map);
void map_release(struct map *map);

/* The entry of this key, or NULL. Valid until the next map_put. */
struct map_entry *map_find(const struct map *map, const void *key, size_t length);

/* The entry of this key, added where it was not there (then *ADDED is true; ADDED may be
 * NULL). Valid until the next map_put. */
struct map_entry *map_put(struct map *map, const void *key, size_t length, bool *added);

#endif
