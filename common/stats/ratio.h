/* ratio: how two values of one metric compare.
 *
 * A ratio is candidate / base, whatever the direction of the metric: only the verdict
 * depends on the direction. The effect of a ratio is its distance from 1 on either side,
 * max(ratio, 1/ratio) - 1, so that twice as fast and twice as slow are equally far.
 *
 * Nothing here allocates.
 */
#ifndef KIDX_STATS_RATIO_H
#define KIDX_STATS_RATIO_H

#include "stats/interval.h"

#include <stdbool.h>
#include <stdint.h>

enum ratio_direction { LOWER_IS_BETTER, HIGHER_IS_BETTER };

enum ratio_verdict { RATIO_SLOWER, RATIO_FASTER, RATIO_SAME, RATIO_UNCLEAR };

/* candidate / base. False where that has no meaning: one of them is not finite or not above
 * 0, or the ratio is beyond the doubles. Equal values give exactly 1. */
bool ratio_of(double candidate, double base, double *ratio);

/* The effect of candidate / base, each finite and above 0: larger / smaller - 1. */
double ratio_effect(double candidate, double base);

/* The interval of the ratio where each side lies in its own: [candidate low / base high,
 * candidate high / base low]. False where a bound is not above 0 or not finite. */
bool ratio_interval(struct interval candidate, struct interval base,
                    struct interval *interval);

/* Slower: the interval lies wholly on the worse side of 1 and the effect exceeds FLOOR;
 * faster: the mirror; same: it lies wholly inside [1/(1 + FLOOR), 1 + FLOOR]; else unclear.
 * "Slower" means worse, also for a metric of which more is better. */
enum ratio_verdict ratio_judge(struct interval interval, double effect, double floor,
                               enum ratio_direction direction);

#endif
