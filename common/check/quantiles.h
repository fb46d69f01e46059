/* quantiles: the statistics that a run gives, and whether they stand in order
 * (quantile_order); for consistency.c.
 *
 * minimum, p05, p20, median, p80, p95, maximum have ranks in this order; mean has one, too,
 * behind them, and no place in the order. A run gives them in timing.latencyNs, which is
 * metric latency in ns, and among its measurements.
 */
#ifndef KIDX_CHECK_QUANTILES_H
#define KIDX_CHECK_QUANTILES_H

#include "check/finding.h"

#define QUANTILE_NONE SIZE_MAX

/* A statistic that a run gives. */
struct quantile {
    struct view metric;
    struct view unit;
    size_t rank;
    double value;
    uint32_t node; /* of the value */
};

/* The rank of a statistic, and of what a source calls it in milliseconds: ms_05 and its
 * like, or STATISTIC_ms. QUANTILE_NONE where it has none. */
size_t quantile_rank(struct view name);
size_t quantile_native_rank(struct view name);

/* What the statistic of a rank is called; a literal. */
struct view quantile_name(size_t rank);

/* Gather the statistics of a run into LIST as struct quantile, by metric, unit and rank.
 * LATENCY is an object and MEASUREMENTS an array, or NODE_NONE. Returns their number. */
size_t quantiles_gather(const struct document *document, uint32_t latency,
                        uint32_t measurements, struct buf *list);

/* Report each that is below one of a lower rank. */
void quantiles_check_order(struct judge *judge, const struct quantile *found, size_t count);

#endif
