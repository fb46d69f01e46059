/* interval: a confidence interval of the median, for any distribution of the values.
 *
 * Of n independent values the number below the median of their distribution is binomial
 * (n, 1/2). So the order statistics of ranks d and n - d + 1 enclose that median with
 * probability P(d <= B <= n - d) at least; the interval is the narrowest such one that
 * reaches the requested level (Conover, Practical Nonparametric Statistics, section 3.2).
 * The actual level is a little higher, and is returned.
 *
 * A level of 95 % needs 6 values, 97.5 % 7; with fewer there is no interval. Up to 62
 * values the probability is an exact ratio of integers, rounded once; beyond that it is a
 * sum of doubles from the middle on, without a library function. Nothing here allocates.
 */
#ifndef KIDX_STATS_INTERVAL_H
#define KIDX_STATS_INTERVAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct interval {
    double low;
    double high;
};

/* Ranks count from 1. */
struct interval_ranks {
    uint64_t low;
    uint64_t high;
    double level; /* the actual probability */
};

/* The ranks for the median of COUNT values at LEVEL, 0 < LEVEL < 1. False where there are
 * too few values. The time is proportional to the root of COUNT. */
bool interval_median_ranks(uint64_t count, double level, struct interval_ranks *ranks);

/* The interval of the median of COUNT sorted values; false as above. */
bool interval_median(const double *sorted, size_t count, double level,
                     struct interval *interval, double *level_reached);

#endif
