/* sketch: quantiles of very many different values, each within a relative error.
 *
 * This is DDSketch (Masson, Rim and Lee, DDSketch: A Fast and Fully-Mergeable Quantile
 * Sketch with Relative-Error Guarantees, 2019): buckets whose bounds are the powers of
 * gamma = (1 + alpha) / (1 - alpha), for each sign, and one bucket for 0. The value that it
 * returns for a rank differs from the true one by at most alpha of that. A bucket is a
 * count, so a sketch depends on the set of values only, not on their order or on how they
 * were split, and two sketches of one alpha can be merged without loss. Buckets are not
 * collapsed: there are at most about 2100 / log2(gamma) for each sign, 72,000 at 1 %, of
 * which few are in use.
 *
 * The logarithm is that of logarithm.h, truncated to 48 bits after the point, so that
 * buckets are the same on any machine; gamma is a little smaller than above to compensate
 * for that. Nothing here fails or allocates.
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

/* The representative value of a bucket. */
double sketch_value(const struct sketch_scale *scale, int64_t key);

#endif
