/* chart-heat: the ratio to the best run of each case, implementation by implementation, as
 * a heat map of the cases of a kernel, or of all kernels.
 *
 * A map of cases has a row for each case that differs in its axes and a group of columns
 * for each panel (GPU, protocol and metric), with a column for each implementation. A map
 * of kernels has a row for each kernel, and a cell is the median of its cases.
 *
 * A cell contains its number; its shade is darker the farther the ratio is from 1. Where
 * there is no value, the cell is a dashed box.
 */
#ifndef KIDX_TOOLS_REPORT_CHART_HEAT_H
#define KIDX_TOOLS_REPORT_CHART_HEAT_H

#include "chart.h"
#include "groups.h"

/* Remove from REST, rows of a kernel, as many panels as one picture holds, and return them
 * in PANELS; false where REST is empty. */
bool chart_heat_next(const struct labels *labels, struct slice *rest, struct slice *panels);

/* Draw the cases of those panels. */
void chart_heat_cases(const struct labels *labels, struct slice panels, struct svg *svg);

/* Draw the kernels of all ranked rows. */
void chart_heat_kernels(const struct labels *labels, struct slice ranked, struct svg *svg);

#endif
