/* cohort: the keys of cohorts, and the primary metric of a run.
 *
 * Two runs may be compared only within a cohort: they have equal operation, workload,
 * protocol, environment, correctness and primary metric. The comparison key of a cohort is
 * the digest of
 *
 *     {"v":1, "operation", "workload", "protocol", "environment", "correctness",
 *      "metric": "METRIC:STATISTIC:UNIT" or "none"}
 *
 * where correctness is itself the digest of {"correctness": …} of the workload.
 *
 * The primary metric of a run with a timing is latency in ns: the mean where the declared
 * statistic is "mean", else the median, and where that is absent the other of the two; the
 * key has the declared statistic in any case. Without a timing it is the first of the
 * measurements, else none.
 *
 * The id of a cohort needs no workload manifest. It is the digest of {"environment",
 * "metric", "protocol", "workload"}. Operation and correctness are part of the workload's
 * digest, so two runs have equal ids exactly where they are in one cohort. A metric, a
 * statistic or a unit may contain a colon, and then the text above does not tell where one
 * ends: in ids of such cohorts "metric" is an array of the three.
 */
#ifndef KIDX_RECORD_COHORT_H
#define KIDX_RECORD_COHORT_H

#include "json/canonical.h"
#include "record/digest.h"
#include "record/manifest.h"

#include <stdbool.h>

/* Views into the document, or static text; exists false: the run has none. */
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

/* The parts of keys and ids. */
struct cohort_parts {
    struct digest operation; /* for keys only, as correctness */
    struct digest workload;
    struct digest protocol;
    struct digest environment;
    struct digest correctness;
    struct view metric;      /* as cohort_metric_text writes it */
    size_t metric_length;    /* of METRIC in that text; for ids only, as the next */
    size_t statistic_length; /* of STATISTIC */
};

/* The comparison key; SCRATCH is used for its text. */
void cohort_comparison_key(const struct cohort_parts *parts, struct digester *digester,
                           struct buf *scratch, struct digest *key);

/* The id; SCRATCH as above. */
void cohort_id(const struct cohort_parts *parts, struct digester *digester,
               struct buf *scratch, struct digest *id);

/* Whether a unit is a rate, of which more is better: it contains "_per_", or ends in "_s"
 * after something, or is one of ops, flops, gflops, tflops, qps, fps, hz, mhz, ghz. */
bool cohort_unit_is_rate(struct view unit);

/* How many ns a unit of time is: ns, us, ms or s; 0 for any other. */
double cohort_unit_nanoseconds(struct view unit);

#endif
