/* heat-distance: how far from the best each implementation is, as heat maps: of the cases
 * of a kernel, and of all kernels.
 *
 * Of cases there is a row for each that differs in its axes and a group of columns for each
 * panel (GPU, protocol and metric), with a column for each implementation. What a panel
 * does not have of what another one has is a hole. Of kernels there is a row for each, and
 * a cell is the median of its cases.
 */
#ifndef KIDX_TOOLS_REPORT_HEAT_DISTANCE_H
#define KIDX_TOOLS_REPORT_HEAT_DISTANCE_H

#include "chart.h"
#include "groups.h"

/* Take the first panels of a kernel, as many as a picture holds, off REST; false where that
 * is empty. */
bool distance_next(const struct subjects *subjects, struct slice *rest,
                   struct slice *panels);

/* Draw the cases of such panels. */
void distance_draw_cases(const struct subjects *subjects, struct slice panels,
                         struct svg *svg);

/* Draw the kernels of all ranked rows. */
void distance_draw_kernels(const struct subjects *subjects, struct slice ranked,
                           struct svg *svg);

#endif
