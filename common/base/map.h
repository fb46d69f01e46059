/* map: a hash map from bytes to a word or pointer, in the order of insertion.
 *
 * Keys are copied into the map. Entries are numbered 0, 1, 2, … in the order of insertion,
 * and none is removed while the map lives. The hash is keyed with random bits of the
 * process, so that no input can be made to collide (flooding). Output must not depend on
 * the hash: iterate by number.
 *
 * Allocation does not fail (mem.h).
 */
#ifndef KIDX_BASE_MAP_H
#define KIDX_BASE_MAP_H

#include "base/mem.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A keyed hash of LENGTH bytes. It differs from process to process, and is not
 * cryptographic: equal hashes do not mean equal bytes. */
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

/* The entry of this key, which is added if the map does not have it; *ADDED is whether it
 * was added (ADDED may be NULL). Valid until the next map_put. */
struct map_entry *map_put(struct map *map, const void *key, size_t length, bool *added);

#endif
