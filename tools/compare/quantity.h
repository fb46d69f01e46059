/* quantity: numbers as people read them: times in one unit, and percentages. */
#ifndef KIDX_TOOLS_COMPARE_QUANTITY_H
#define KIDX_TOOLS_COMPARE_QUANTITY_H

#include "result.h"

/* The one unit of time of a table. */
struct time_scale {
    const char *name; /* NULL: the table has no times */
    double nanoseconds;
    int decimals;
};

/* Choose the unit in which most of COUNT times (ns) are 1 or more, and as many decimals as
 * the smallest needs to show three digits, but no parts of a nanosecond. Sorts TIMES. */
struct time_scale time_scale_of(double *times, size_t count);

/* Append a value of a metric: a time by the scale, without its unit, else with it. */
void quantity_append(struct buf *out, const struct time_scale *scale,
                     const struct store_setting *setting, double value);

/* Append "3.1 %" of half the spread of a run, "1?" or "?". */
void quantity_append_spread(struct buf *out, const struct ranked_run *run);

/* Append a share in percent, with its sign. */
void quantity_append_change(struct buf *out, double percent);

#endif
