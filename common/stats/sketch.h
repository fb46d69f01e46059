/* sketch: quantiles of very many different values, each within a relative error.
 *
 * This is DDSketch (Masson, Rim and Lee, DDSketch: A Fast and Fully-Mergeable Quantile
 * Sketch with Relative-Error Guarantees, 2019): buckets whose bounds are the powers of
 * gamma = (1 + alpha) / (1 - alpha), one row for each sign and one bucket for 0. What it
 * says about a value of any rank is off by at most alpha of that value. Buckets only count,
 * so that a sketch depends on the values alone, neither on their order nor on how they were
 * split, and two sketches of one alpha merge without loss. No bucket is ever given up:
 * there are at most some 2100 / log2(gamma) of each sign, 72,000 at 1 %, and few of them in
 * use.
 *
 * The logarithm is that of logarithm.h, cut to 48 bits behind the point, so that buckets
 * are the same on any machine; gamma is a little smaller than above to make up for that.
 */
#ifndef KIDX_STATS_SKETCH_H
#define KIDX_STATS_SKETCH_H

#include "stats/counts.h"

#include <stdbool.h>

/* The bounds of the buckets; the same for all sketches of one alpha. */
struct sketch_scale {
    int64_t step;   /* log2(gamma) * 2^48 */
    int64_t middle; /* log2((1 + gamma) / 2) * 2^48 */
};

/* False where ALPHA is not between 10^-6 and 0.5. */
bool sketch_scale_init(struct sketch_scale *scale, double alpha);

/* The bucket of a finite value, as a key for counts.h; keys are in the order of values. */
int64_t sketch_key(const struct sketch_scale *scale, double value);

/* The value that stands for a bucket. */
double sketch_value(const struct sketch_scale *scale, int64_t key);

#endif
