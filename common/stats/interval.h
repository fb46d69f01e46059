/* interval: how sure a median is, without assuming a distribution.
 *
 * Of n independent values the number below the median of their distribution is binomial
 * (n, 1/2). So the order statistics of ranks d and n - d + 1 enclose that median with
 * probability P(d <= B <= n - d) at least; the interval is the narrowest such one that
 * reaches the level asked for. (Conover, Practical Nonparametric Statistics, section 3.2.)
 * The level that is reached is a little higher, and is told.
 *
 * At 95 % it takes 6 values, at 97.5 % 7; fewer have no such interval. Up to 62 values the
 * probability is an exact integer ratio, rounded once; beyond that it is summed up in
 * doubles from the middle, without a library function. Nothing here allocates.
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
    double level; /* the probability that is reached */
};

/* The ranks for the median of COUNT values at LEVEL, 0 < LEVEL < 1. False where there are
 * too few values. Takes time in proportion to the root of COUNT. */
bool interval_median_ranks(uint64_t count, double level, struct interval_ranks *ranks);

/* The interval of the median of COUNT sorted values. */
bool interval_median(const double *sorted, size_t count, double level,
                     struct interval *interval, double *level_reached);

#endif
