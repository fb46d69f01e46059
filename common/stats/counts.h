/* counts: how often each of many 64-bit keys occurs.
 *
 * The keys are doubles converted to integers of the same order (counts_key), or the buckets
 * of a sketch. A few keys are in an array, which is searched linearly; more are in a hash
 * table with open addressing, whose hash is keyed against flooding. The result does not
 * depend on the order of additions. After counts_sort nothing may be added.
 *
 * Memory: 16 bytes a key for up to eight, then at most 64. Allocation does not fail
 * (mem.h).
 */
#ifndef KIDX_STATS_COUNTS_H
#define KIDX_STATS_COUNTS_H

#include <stddef.h>
#include <stdint.h>

struct counts_entry {
    int64_t key;
    uint64_t count; /* 0: the place is free */
};

struct counts {
    struct counts_entry *entries;
    uint32_t used;     /* keys */
    uint32_t capacity; /* places; a power of two */
};

void counts_init(struct counts *counts);
void counts_release(struct counts *counts);

/* Count KEY another TIMES (not 0) times. */
void counts_add(struct counts *counts, int64_t key, uint64_t times);

/* The entries in the order of their keys, `used` of them. */
const struct counts_entry *counts_sort(struct counts *counts);

/* Convert a double to an integer of the same order, and back; -0 is converted as 0. */
int64_t counts_key(double value);
double counts_value(int64_t key);

#endif
