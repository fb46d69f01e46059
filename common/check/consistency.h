/* consistency: the second layer of kidx-validate: what a run says must make sense by
 * itself.
 *
 *   quantile_order        minimum ≤ p05 ≤ p20 ≤ median ≤ p80 ≤ p95 ≤ maximum, among the
 *                         measurements of one metric and unit; latencyNs counts as metric
 *                         latency in ns
 *   confidence_interval   confidence95 has its lower end first, and the primary value lies
 *                         in it
 *   native_mismatch       milliseconds in sourceNative.metrics, rounded to nanoseconds, are
 *                         those of the run: ms_05, ms_20, ms_50, ms_80, ms_95 the
 *                         quantiles, latency_ms the primary value, STATISTIC_ms that one
 *   zero_latency          a latency is not 0; reported once for a run
 *   future_instant        observedAt is not after the present
 *
 * A member that is absent, or of a type that the schema refuses, is not compared.
 */
#ifndef KIDX_CHECK_CONSISTENCY_H
#define KIDX_CHECK_CONSISTENCY_H

#include "check/finding.h"

#include "record/instant.h"
#include "record/manifest.h"

/* Check a BenchmarkRun or ServingRun. SCRATCH is a buffer to use again. */
void sense_check_run(struct judge *judge, const struct manifest *run,
                     const struct instant *now, struct buf *scratch);

#endif
