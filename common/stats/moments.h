/* moments: mean and standard deviation from exact sums.
 *
 * Sums of values and of their squares are exact (sum.h), so there is no cancellation: the
 * mean is correctly rounded, and the standard deviation (of a sample, n - 1)
 * is off by less than one unit in the last place, however close together the values are.
 *
 * Allocation does not fail (mem.h).
 */
#ifndef KIDX_STATS_MOMENTS_H
#define KIDX_STATS_MOMENTS_H

#include "stats/sum.h"

struct moments {
    uint64_t count;
    struct sum total;
    struct sum squares;
};

void moments_init(struct moments *moments);
void moments_release(struct moments *moments);

/* Add a finite VALUE, TIMES times. */
void moments_add(struct moments *moments, double value, uint64_t times);
void moments_merge(struct moments *moments, const struct moments *other);

/* The mean of at least one value. */
double moments_mean(struct moments *moments);

/* The standard deviation of at least two values. */
double moments_deviation(struct moments *moments);

#endif
