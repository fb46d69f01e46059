/* geomean: geometric means of positive values, or of ratios of such.
 *
 * Values are added as logarithms in fixed point (logarithm.h). So a mean is the same in any
 * order of the values and on any machine, and off by less than one unit in the last place.
 * A ratio is added as two logarithms, without being rounded first.
 *
 * Nothing here fails or allocates.
 */
#ifndef KIDX_STATS_GEOMEAN_H
#define KIDX_STATS_GEOMEAN_H

#include "stats/logarithm.h"

#include <stdint.h>

/* {0} has no values. */
struct geomean {
    uint64_t count;
    struct logarithm sum;
};

/* Add VALUE, finite and above 0, TIMES times. */
void geomean_add(struct geomean *mean, double value, uint64_t times);

/* Add NUMERATOR / DENOMINATOR, both finite and above 0. */
void geomean_add_ratio(struct geomean *mean, double numerator, double denominator);

void geomean_merge(struct geomean *mean, const struct geomean *other);

/* The mean of at least one value. */
double geomean_value(const struct geomean *mean);

#endif
