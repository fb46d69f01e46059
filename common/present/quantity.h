/* quantity: times and percentages as people read them.
 *
 * The times of a table or an axis are all in one unit: 0.999 s is next to 1.001 s.
 */
#ifndef KIDX_PRESENT_QUANTITY_H
#define KIDX_PRESENT_QUANTITY_H

#include "base/buf.h"

/* The one unit of a set of times. */
struct quantity_scale {
    const char *name; /* s, ms, µs or ns; NULL: there are no times */
    double nanoseconds;
    int decimals;
};

/* Choose the unit in which most of COUNT times (ns) are 1 or more, and as many decimals as
 * the smallest needs to show three digits, but no parts of a nanosecond. Sorts TIMES. */
struct quantity_scale quantity_scale_of(double *times, size_t count);

/* Append a time (ns) by the scale, without its unit. */
void quantity_append_time(struct buf *out, const struct quantity_scale *scale,
                          double nanoseconds);

/* Append "3.1 %"; and, as a change, "+3.1 %" or "-3.1 %". */
void quantity_append_percent(struct buf *out, double percent);
void quantity_append_change(struct buf *out, double percent);

#endif
