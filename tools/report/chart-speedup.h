/* chart-speedup: how much faster than a base, kernel by kernel; above 1 is better,
 * whatever the direction of the metric.
 *
 * There is a speed-up for each kernel and implementation, over the cases that have both it
 * and the base: the median, the least and the greatest. The base is the one of a
 * comparison. Ranks have none: there the implementation that is first in most cases of a
 * kernel is set against the best other one of each case.
 *
 * All is about one metric, that of a row which is given.
 */
#ifndef KIDX_TOOLS_REPORT_CHART_SPEEDUP_H
#define KIDX_TOOLS_REPORT_CHART_SPEEDUP_H

#include "chart.h"
#include "groups.h"

struct speedup {
    const struct row *row; /* one of those that it is of */
    struct view label;
    struct view base;               /* the name of the first */
    size_t base_count;              /* 0: none is known, more than 1: several */
    size_t verdicts[VERDICT_COUNT]; /* of comparisons, by place */
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
    double *values; /* of the one in the making */
    bool is_of_ranks;
};

/* Those of ranks, or of comparisons: of the rows of a slice that have the metric of SAMPLE.
 */
void chart_speedup_rank(struct speedups *speedups, const struct labels *labels,
                        struct slice ranked, const struct row *sample);
void chart_speedup_compare(struct speedups *speedups, const struct labels *labels,
                           struct slice compared, const struct row *sample);
void chart_speedup_release(struct speedups *speedups);

/* Draw those from FIRST on, of which a picture holds CHART_ROWS. */
void chart_speedup_draw(const struct speedups *speedups, const struct labels *labels,
                        size_t first, struct svg *svg);

#endif
