/* chart-speedup: how much faster than a base, kernel by kernel; above 1 is better, whatever
 * the direction of the metric.
 *
 * There is a speed-up for each kernel and implementation, over the cases that have both it
 * and the base: the median, the least and the greatest. In comparisons the base is that of
 * the line. Ranks have no base: the implementation that is first in most cases of a kernel
 * is compared with the best of the others in each case.
 *
 * All speed-ups of one struct are of one metric, that of the row SAMPLE.
 */
#ifndef KIDX_TOOLS_REPORT_CHART_SPEEDUP_H
#define KIDX_TOOLS_REPORT_CHART_SPEEDUP_H

#include "chart.h"
#include "groups.h"

struct speedup {
    const struct row *row; /* one of the rows it is computed from */
    struct view label;
    struct view base;               /* the label of the first base */
    size_t base_count;              /* 0: none is known, more than 1: several */
    size_t verdicts[VERDICT_COUNT]; /* of comparisons */
    size_t cases;
    size_t known; /* cases with a value; where there is none, the numbers are 0 */
    double median;
    double least;
    double greatest;
};

struct speedups {
    struct speedup *list; /* the greatest median first, those without values last */
    size_t count;
    size_t capacity;
    double *values; /* of the speed-up that is being computed */
    bool is_of_ranks;
};

/* Compute the speed-ups of ranks, or of comparisons, from the rows of a slice that have the
 * metric of SAMPLE. The rows must outlive them. */
void chart_speedup_rank(struct speedups *speedups, const struct labels *labels,
                        struct slice ranked, const struct row *sample);
void chart_speedup_compare(struct speedups *speedups, const struct labels *labels,
                           struct slice compared, const struct row *sample);
void chart_speedup_release(struct speedups *speedups);

/* Draw at most CHART_ROWS of them, from number FIRST on. */
void chart_speedup_draw(const struct speedups *speedups, const struct labels *labels,
                        size_t first, struct svg *svg);

#endif
