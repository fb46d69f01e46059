/* consistency: layer 2 of kidx-validate: the members of a run must not contradict each
 * other.
 *
 *   quantile_order        minimum ≤ p05 ≤ p20 ≤ median ≤ p80 ≤ p95 ≤ maximum, among the
 *                         measurements of one metric and unit; latencyNs counts as metric
 *                         latency in ns
 *   confidence_interval   confidence95 has its lower end first, and the primary value lies
 *                         in it
 *   native_mismatch       milliseconds in sourceNative.metrics, rounded to nanoseconds, are
 *                         those of the run: ms_05, ms_20, ms_50, ms_80, ms_95 are
 *                         quantiles, latency_ms the primary value, STATISTIC_ms that
 *                         statistic
 *   zero_latency          no latency is 0; reported once for a run
 *   future_instant        observedAt is not in the future
 *
 * A member that is absent, or of a type that the schema rejects, is not compared.
 */
#ifndef KIDX_CHECK_CONSISTENCY_H
#define KIDX_CHECK_CONSISTENCY_H

#include "check/findings.h"
#include "record/instant.h"
#include "record/manifest.h"

/* Check a BenchmarkRun or ServingRun. SCRATCH is reused from record to record. */
void consistency_check_run(struct findings *findings, const struct manifest *run,
                           const struct instant *now, struct buf *scratch);

#endif
