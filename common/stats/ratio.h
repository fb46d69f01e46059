/* ratio: how two values of one metric compare, and means of such ratios.
 *
 * A ratio is candidate / base, whatever the direction of the metric: numbers are never
 * turned round, only what they are called. The effect of a ratio is how far it is from 1 on
 * either side, max(ratio, 1/ratio) - 1, so that twice as fast and twice as slow are the
 * same distance.
 *
 * A geometric mean is taken of values above 0 or of ratios of such, by the logarithms of
 * logarithm.h: the same bytes in any order and on any machine, off by less than one unit in
 * the last place. A ratio goes into it as two logarithms, without being rounded first.
 *
 * Nothing here allocates.
 */
#ifndef KIDX_STATS_RATIO_H
#define KIDX_STATS_RATIO_H

#include "stats/interval.h"
#include "stats/logarithm.h"

#include <stdbool.h>
#include <stdint.h>

enum ratio_direction { LOWER_IS_BETTER, HIGHER_IS_BETTER };

enum ratio_verdict { RATIO_SLOWER, RATIO_FASTER, RATIO_SAME, RATIO_UNCLEAR };

/* candidate / base. False where it means nothing: one of them not finite or not above 0, or
 * a ratio beyond the doubles. Equal values give exactly 1. */
bool ratio_of(double candidate, double base, double *ratio);

/* max(ratio, 1/ratio) - 1 of a ratio above 0. */
double ratio_effect(double ratio);

/* The same from the two values, each finite and above 0: larger / smaller - 1. */
double ratio_effect_of(double candidate, double base);

/* The interval of the ratio where each side lies in its own: [candidate low / base high,
 * candidate high / base low]. False where a bound is not above 0 or not finite. */
bool ratio_interval(struct interval candidate, struct interval base,
                    struct interval *interval);

/* Slower: the interval lies wholly on the worse side of 1 and the effect exceeds FLOOR;
 * faster: the mirror; same: it lies wholly inside [1/(1 + FLOOR), 1 + FLOOR]; else unclear.
 * "Slower" means worse, also of a metric of which more is better. */
enum ratio_verdict ratio_judge(struct interval interval, double effect, double floor,
                               enum ratio_direction direction);

/* A geometric mean on its way. {0} has no values. */
struct geomean {
    uint64_t count;
    struct logarithm sum;
};

/* Values are finite and above 0. */
void geomean_add(struct geomean *mean, double value, uint64_t times);
void geomean_add_ratio(struct geomean *mean, double numerator, double denominator);
void geomean_merge(struct geomean *mean, const struct geomean *other);

/* The mean of at least one value. */
double geomean_value(const struct geomean *mean);

#endif
