/* counts: how often each of many 64-bit keys occurs.
 *
 * The keys are doubles turned into integers of the same order (counts_key), or the buckets
 * of a sketch. A few keys are kept in a row and looked through; more of them in a table
 * with open addressing, keyed against flooding. Counts add up in any order; counts_sort
 * puts the keys in theirs, after which nothing is added any more.
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
    uint64_t count; /* 0: a free place */
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

/* A double as an integer of the same order, and back; -0 is taken for 0. */
int64_t counts_key(double value);
double counts_value(int64_t key);

#endif
