/* dots: one row for each of many values on a logarithmic axis around 1, its name
 * above: ratios as markers with their intervals and floors, or speed-ups as bars from 1 on.
 */
#ifndef KIDX_TOOLS_REPORT_DOTS_H
#define KIDX_TOOLS_REPORT_DOTS_H

#include "chart.h"

enum strip_style { STRIP_RATIOS, STRIP_BARS };

/* A picture holds this many rows. */
enum { STRIP_ROWS = 48 };

struct strip_row {
    struct view name;
    size_t series;
    double value; /* 0: not known, a hole */
    double low;   /* of its interval, 0: none */
    double high;
    double floor;     /* 0: none */
    struct view note; /* stands for a value that is not known */
};

/* Draw COUNT rows, at most STRIP_ROWS. TITLE and LINES as of picture_begin. */
void strip_draw(struct svg *svg, enum strip_style style, struct view title,
                struct view lines, const struct strip_row *rows, size_t count);

#endif
