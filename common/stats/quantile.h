/* quantile: quantiles of sorted values, and the median.
 *
 * There are two definitions, in the numbering of Hyndman and Fan (Sample Quantiles in
 * Statistical Packages, 1996): type 7 interpolates between the order statistics around rank
 * (n - 1) p + 1, as R, NumPy and spreadsheets do by default; type 1 is the inverse of the
 * empirical distribution, so always one of the values. p is a whole percentage, and ranks
 * are computed in integers: 20 % of 5 values is the same on any machine.
 *
 * Ranks count from 1. Nothing here fails; what may allocate is marked so.
 */
#ifndef KIDX_STATS_QUANTILE_H
#define KIDX_STATS_QUANTILE_H

#include <stddef.h>
#include <stdint.h>

enum quantile_type { QUANTILE_INVERSE = 1, QUANTILE_LINEAR = 7 };

/* The quantile is between the values of ranks low and high (low or low + 1), at weight
 * hundredths of the distance. */
struct quantile_place {
    uint64_t low;
    uint64_t high;
    unsigned weight;
};

/* The place of a percentage (0 to 100) among COUNT (1 to 2^56) values. */
struct quantile_place quantile_place(uint64_t count, unsigned percent,
                                     enum quantile_type type);

/* The value at WEIGHT hundredths of the distance from LOW to HIGH, correctly rounded. May
 * allocate. */
double quantile_between(double low, double high, unsigned weight);

/* The quantile of COUNT (at least 1) sorted values. May allocate. */
double quantile_of_sorted(const double *values, size_t count, unsigned percent,
                          enum quantile_type type);

/* Sort COUNT values, none of them NaN. */
void quantile_sort(double *values, size_t count);

/* Sort COUNT (at least 1) values and return their median, of type 7. May allocate. */
double quantile_median(double *values, size_t count);

#endif
