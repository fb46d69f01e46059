/* noise: --noise-model, how much runs of the same thing differ in each case.
 *
 * Repeats are runs of one cohort, implementation digest and provider, with one
 * sourceNative.benchmark, that passed and have a value above 0. In the order of
 * observation, then of run digest, each run and its successor are a pair. A case's floor is
 * the 90th percentile of the effects max(ratio, 1/ratio) - 1 of its pairs, as a share.
 */
#ifndef KIDX_TOOLS_COMPARE_NOISE_H
#define KIDX_TOOLS_COMPARE_NOISE_H

#include "store.h"

#include "io/output.h"

/* Write a line of kind kidx.noise/v1 for each case that has pairs, in the order of the
 * digests of workload, protocol and environment, then of the metric. The store is finished.
 * OUTPUT remembers a write that fails. */
void noise_write(const struct store *store, struct output *output);

#endif
