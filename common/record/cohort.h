/* cohort: where runs may be compared, as keys.
 *
 * A cohort is the only place in which two runs may be compared: equal operation, workload,
 * protocol, environment, correctness and primary metric. Its key is the digest of
 *
 *     {"v":1, "operation", "workload", "protocol", "environment", "correctness",
 *      "metric": "METRIC:STATISTIC:UNIT" or "none"}
 *
 * where correctness is itself the digest of {"correctness": …} of the workload.
 *
 * The primary metric of a run is latency in ns where it has a timing (the mean first where
 * the declared statistic is "mean", the median first otherwise, the other as fallback; the
 * key keeps the declared statistic), else the first of its measurements, else none.
 *
 * A cohort's id needs no workload manifest: it is the digest of {"environment", "metric",
 * "protocol", "workload"}. Operation and correctness are part of the workload's digest, so
 * two runs have equal ids exactly where they have equal keys.
 */
#ifndef KIDX_RECORD_COHORT_H
#define KIDX_RECORD_COHORT_H

#include "json/canonical.h"
#include "record/digest.h"
#include "record/manifest.h"

#include <stdbool.h>

/* Views into the document (or static text); exists false: the run has none. */
struct primary_metric {
    bool exists;
    struct view metric;
    struct view statistic;
    struct view unit;
    double value;
};

/* The primary metric of a BenchmarkRun, from its spec. */
struct primary_metric cohort_primary_metric(const struct document *document,
                                            uint32_t run_spec);

/* Append "METRIC:STATISTIC:UNIT", or "none", to OUT. */
void cohort_metric_text(const struct primary_metric *primary, struct buf *out);

/* The digest of {"correctness": …} of a workload, from its spec. False where it has none.
 */
bool cohort_correctness_key(const struct document *document, uint32_t workload_spec,
                            struct canonical *canonical, struct digester *digester,
                            struct digest *key);

/* What a comparison key is made of. */
struct cohort_parts {
    struct digest operation;
    struct digest workload;
    struct digest protocol;
    struct digest environment;
    struct digest correctness;
    struct view metric; /* as cohort_metric_text writes it */
};

/* The comparison key; SCRATCH is used for its text. */
void cohort_comparison_key(const struct cohort_parts *parts, struct digester *digester,
                           struct buf *scratch, struct digest *key);

/* The id: of PARTS, workload, protocol, environment and metric are used. */
void cohort_id(const struct cohort_parts *parts, struct digester *digester,
               struct buf *scratch, struct digest *id);

/* Whether a unit is a rate, of which more is better: it contains "_per_", or ends in "_s"
 * behind something, or is one of ops, flops, gflops, tflops, qps, fps, hz, mhz, ghz. */
bool cohort_unit_is_rate(struct view unit);

/* How many ns a unit of time is: ns, us, ms or s; 0 for any other. */
double cohort_unit_nanoseconds(struct view unit);

#endif
