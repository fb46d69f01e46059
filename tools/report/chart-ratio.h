/* chart-ratio: comparisons with a base as a picture, a row for each: the ratio with its
 * interval and floors, or the speed-up as a bar.
 */
#ifndef KIDX_TOOLS_REPORT_CHART_RATIO_H
#define KIDX_TOOLS_REPORT_CHART_RATIO_H

#include "chart.h"

/* Draw COUNT comparisons, at most CHART_ROWS, from LIST on, which are of ALL. */
void chart_ratio_draw(const struct labels *labels, enum chart_style style,
                      const struct row *const *list, size_t count, size_t all,
                      struct svg *svg);

#endif
