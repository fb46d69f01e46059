/* chart-heat: a matrix of ratios as a picture.
 *
 * A cell has its number in it, and a shade that is darker the farther that is from 1; where
 * there is no value there is a hole, a dashed box. Columns that belong together stand apart
 * from others under a common name.
 */
#ifndef KIDX_TOOLS_REPORT_CHART_HEAT_H
#define KIDX_TOOLS_REPORT_CHART_HEAT_H

#include "chart.h"

/* A picture holds so many. */
enum { HEAT_ROWS = 120, HEAT_COLUMNS = 24 };

struct heat {
    struct view columns[HEAT_COLUMNS];
    struct view groups[HEAT_COLUMNS]; /* of a column; those of equal neighbours are one */
    size_t column_count;
    struct view rows[HEAT_ROWS];
    size_t row_count;
    double ratios[HEAT_ROWS][HEAT_COLUMNS]; /* 0: a hole */
};

/* TITLE and LINES as of picture_begin. */
void heat_draw(const struct heat *heat, struct view title, struct view lines,
               struct svg *svg);

#endif
