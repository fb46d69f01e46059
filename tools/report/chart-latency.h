/* chart-latency: a picture of latency over a swept axis.
 *
 * A line for each implementation joins its best run of each case; whiskers are p20 to p80.
 * Lines that coincide are told apart by dashes and markers, and whiskers stand beside each
 * other. The x axis is logarithmic to base 2 where all values are powers of two, the y axis
 * logarithmic where the values span more than a factor of 5.
 */
#ifndef KIDX_TOOLS_REPORT_CHART_LATENCY_H
#define KIDX_TOOLS_REPORT_CHART_LATENCY_H

#include "chart.h"
#include "sweep.h"

void latency_draw(const struct sweep *sweep, const struct subjects *subjects,
                  struct svg *svg);

#endif
