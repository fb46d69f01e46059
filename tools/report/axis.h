/* axis: the mapping from values to pixels, and the places of ticks.
 *
 * An axis is linear or logarithmic. Logarithms are those of stats/logarithm.h, not libm's,
 * so that a picture has the same bytes on every machine.
 *
 * Ticks of a linear axis are 1, 2 or 5 times a power of ten apart. On a logarithmic axis to
 * base 2 they are powers of two. To base 10 they are powers of ten, with multiples of them
 * where there is room; an axis that spans less than a factor of 3 has the ticks of a linear
 * one.
 */
#ifndef KIDX_TOOLS_REPORT_AXIS_H
#define KIDX_TOOLS_REPORT_AXIS_H

#include <stdbool.h>
#include <stddef.h>

enum axis_kind { AXIS_LINEAR, AXIS_BINARY, AXIS_DECIMAL };

enum { AXIS_TICKS = 16 };

struct axis {
    enum axis_kind kind;
    double low; /* values at the ends */
    double high;
    double from; /* pixels there */
    double to;
};

/* An axis from LOW to HIGH, widened where they are equal. It becomes linear where LOW is
 * not above 0. */
void axis_init(struct axis *axis, enum axis_kind kind, double low, double high, double from,
               double to);

/* Widen a linear or decimal axis so that it ends at ticks. */
void axis_round(struct axis *axis);

/* The pixel of VALUE; a value outside the axis is placed at its end. */
double axis_place(const struct axis *axis, double value);

/* Ticks within the axis, at most WANTED (at most AXIS_TICKS), ascending; returns how many
 * there are. */
size_t axis_ticks(const struct axis *axis, size_t wanted, double ticks[AXIS_TICKS]);

#endif
