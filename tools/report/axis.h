/* axis: from values to pixels, and where the ticks are.
 *
 * A scale is linear or logarithmic. Logarithms are those of stats/logarithm.h, not libm's,
 * so that a picture has the same bytes on every machine.
 *
 * Ticks of a linear scale are 1, 2 or 5 times a power of ten apart. On a logarithmic scale
 * to base 2 they are powers of two; to base 10 powers of ten, with multiples of them where
 * there is room, and where it spans less than a factor of 3, they are those of a linear
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

/* A scale from LOW to HIGH, widened where they are equal. A logarithmic one with a LOW that
 * is not above 0 becomes linear. */
void axis_init(struct axis *scale, enum axis_kind kind, double low, double high,
               double from, double to);

/* Widen a linear or decimal scale so that it ends at ticks. */
void axis_round(struct axis *scale);

/* The pixel of VALUE; values beyond the ends are put there. */
double axis_place(const struct axis *scale, double value);

/* Ticks within the scale, at most WANTED (at most AXIS_TICKS), ascending; returns how many
 * there are. */
size_t axis_ticks(const struct axis *scale, size_t wanted, double ticks[AXIS_TICKS]);

#endif
