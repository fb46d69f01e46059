/* report-heat: how far from the best, implementation by implementation and case by case.
 *
 * A matrix of ratios to the best: a column for each implementation, a row for each case (or
 * for each kernel, with the median of its cases). A cell has its number in it, and a shade
 * that is darker the farther it is from the best; where there is no value there is a hole.
 */
#ifndef KIDX_TOOLS_REPORT_HEAT_H
#define KIDX_TOOLS_REPORT_HEAT_H

#include "report-picture.h"

/* Of more rows or implementations the first are drawn, and the picture says so. */
enum { HEAT_ROWS = 120, HEAT_COLUMNS = 24 };

/* A row for each case of a panel. */
void heat_draw_cases(const struct subjects *subjects, struct slice panel, struct svg *svg);

/* A row for each kernel of all ranked rows. */
void heat_draw_kernels(const struct subjects *subjects, struct slice ranked,
                       struct svg *svg);

#endif
