/* chart-latency: latency over an axis of the workload, as a picture.
 *
 * The cases of a panel that differ in one axis only, and where that is a number, are a
 * sweep. Sweeps are found greedily: the one that covers the most cases not yet covered is
 * next. Where no axis is swept alone, the cases are placed next to each other, in their
 * order.
 *
 * A line for each implementation connects its best run of each case; whiskers are p20 to
 * p80. Lines differ in dashes and markers, whiskers of one case are drawn next to each
 * other. The x axis is logarithmic to base 2 where all values are powers of two, the y axis
 * logarithmic where the values span more than a factor of 5.
 */
#ifndef KIDX_TOOLS_REPORT_CHART_LATENCY_H
#define KIDX_TOOLS_REPORT_CHART_LATENCY_H

#include "chart.h"
#include "groups.h"

/* Panels of more cases are not searched for sweeps. */
enum { SWEEP_CASES = 256 };

struct sweep {
    uint32_t axis; /* the column, or SWEEP_NONE */
    struct slice *cases;
    size_t count;
};

#define SWEEP_NONE UINT32_MAX

struct sweeps {
    struct sweep *list;
    size_t count;
    struct arena memory;
};

void chart_latency_init(struct sweeps *sweeps);
void chart_latency_release(struct sweeps *sweeps);

/* Find the sweeps of a panel. They replace those found before; the rows must outlive them.
 */
void chart_latency_find(struct sweeps *sweeps, const struct labels *labels,
                        struct slice panel);

void chart_latency_draw(const struct sweep *sweep, const struct labels *labels,
                        struct svg *svg);

#endif
