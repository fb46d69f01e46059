/* quantiles: the statistics of a run, and the check of their order (quantile_order).
 *
 * minimum, p05, p20, median, p80, p95, maximum have ranks in this order. The mean has the
 * rank after them but is not part of the order. A run has statistics in timing.latencyNs,
 * of metric latency in ns, and among its measurements.
 */
#ifndef KIDX_CHECK_QUANTILES_H
#define KIDX_CHECK_QUANTILES_H

#include "check/findings.h"

#define QUANTILE_NONE SIZE_MAX

/* A statistic of a run. Views are into the document. */
struct quantile {
    struct view metric;
    struct view unit;
    size_t rank;
    double value;
    uint32_t node; /* of the value */
};

/* The rank of a statistic in milliseconds by the name that a source gives it: "ms_05" and
 * its like, or STATISTIC_ms. QUANTILE_NONE where there is none. */
size_t quantiles_native_rank(struct view name);

/* The name of the statistic of a rank; a literal. */
struct view quantiles_name(size_t rank);

/* Collect the statistics of a run in LIST as struct quantile, sorted by metric, unit and
 * rank. LATENCY is an object and MEASUREMENTS an array, or NODE_NONE. Returns their number.
 */
size_t quantiles_collect(const struct document *document, uint32_t latency,
                         uint32_t measurements, struct buf *list);

/* Report each statistic that is below one of a lower rank. */
void quantiles_check_order(struct findings *findings, const struct quantile *found,
                           size_t count);

#endif
