/* noise: --noise-model, how much runs of the same thing differ in each case.
 *
 * Repeats are runs of one cohort, implementation digest and provider, with one
 * sourceNative.benchmark, that passed and have a value above 0. In the order of
 * observation, then of run digest, each run and its successor are a pair; its effect is
 * max(ratio, 1/ratio) - 1. The floor of a label in a case is the larger of (1 + m)^5 - 1,
 * where m is the median effect, and the third largest effect: so neither one step nor one
 * outlier raises it. This needs NOISE_PAIRS pairs; a case that has fewer uses the pairs
 * that its label has in all cases of one protocol, environment and metric. No floor exceeds
 * NOISE_FLOOR_MAX.
 */
#ifndef KIDX_TOOLS_COMPARE_NOISE_H
#define KIDX_TOOLS_COMPARE_NOISE_H

#include "store.h"

#include "io/output.h"

enum { NOISE_PAIRS = 12 };

#define NOISE_FLOOR_MAX 0.25

/* Write a line of kind kidx.noise/v1 for each case and label that have pairs, in the order
 * of the digests of workload, protocol and environment, then of metric and label. The store
 * is finished. OUTPUT remembers a write that fails. */
void noise_write(const struct store *store, struct output *output);

#endif
