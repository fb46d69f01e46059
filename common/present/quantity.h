/* quantity: numbers as people read them. All tools use these forms in tables, pages,
 * pictures and messages.
 *
 *     times       in ns, µs, ms or s: one unit for a whole table or axis
 *     percentages "4.2 %", of changes "+4.2 %"
 *     ratios      "1.38×"
 *     counts      "1,649", "1 run"
 *
 * Numbers are decimal and do not depend on the locale. All functions append to OUT, and
 * none of them fails.
 */
#ifndef KIDX_PRESENT_QUANTITY_H
#define KIDX_PRESENT_QUANTITY_H

#include "base/buf.h"

#include <stdint.h>

/* The unit in which values are shown: each is divided by FACTOR. */
struct quantity_unit {
    struct view name; /* static, or the view that quantity_unit_of received */
    double factor;
};

/* Choose the unit for values in UNIT of which TYPICAL is one: the largest unit of time of
 * which it is 1 or more, or UNIT itself where that is not a unit of time. */
struct quantity_unit quantity_unit_of(struct view unit, double typical);

/* The one unit of a set of times, and the number of their decimals. */
struct quantity_scale {
    const char *name; /* NULL: there are no times */
    double nanoseconds;
    int decimals;
};

/* Choose the unit in which most of COUNT times (ns) are 1 or more, and as many decimals as
 * the smallest needs to show three digits, but no parts of a nanosecond. Sorts TIMES. */
struct quantity_scale quantity_scale_of(double *times, size_t count);

/* Append a time (ns) by the scale, without its unit. In a column, all are aligned. */
void quantity_append_time(struct buf *out, const struct quantity_scale *scale,
                          double nanoseconds);

/* VALUE with about DIGITS significant digits, without zeros at the end of a fraction, and
 * with commas between thousands. */
void quantity_append_number(struct buf *out, double value, int digits);

/* VALUE in UNIT with 4 digits, without the unit's name. */
void quantity_append_value(struct buf *out, double value, const struct quantity_unit *unit);

void quantity_append_ratio(struct buf *out, double ratio);

/* A difference in percent, with its sign; a share, which has none. */
void quantity_append_change(struct buf *out, double percent);
void quantity_append_percent(struct buf *out, double percent);

/* A number of things, and the same followed by a NOUN, which gets an s but for 1. */
void quantity_append_count(struct buf *out, uint64_t count);
void quantity_append_counted(struct buf *out, uint64_t count, const char *noun);

#endif
