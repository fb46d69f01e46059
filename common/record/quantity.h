/* quantity: reads durations and thresholds.
 *
 * A duration text is digits, optionally a point and digits, at most one white-space
 * character (ECMAScript's \s) and a unit: ns, us, µs (U+00B5), ms or s. Its value is an
 * integer of nanoseconds, at most 2^53 - 1, computed in decimal, without rounding:
 * "1.005 ms" is 1005000, which doubles would not give.
 *
 * A threshold text, of an option or a file of limits, is digits, optionally a point and
 * digits, and directly after them a unit: % or x (a fraction of the base value), or one of
 * those of durations. Its value is the double nearest to the text.
 */
#ifndef KIDX_RECORD_QUANTITY_H
#define KIDX_RECORD_QUANTITY_H

#include "json/reader.h"

#include <stdbool.h>
#include <stdint.h>

/* The largest integer n for which n and n + 1 are different doubles. */
#define QUANTITY_SAFE_INTEGER ((UINT64_C(1) << 53) - 1)

/* Read a duration text; false where TEXT is none. */
bool quantity_duration(struct view text, uint64_t *nanoseconds);

/* Read a duration in a record: an integer of nanoseconds, at least 0, or a duration text;
 * false where NODE is neither. */
bool quantity_read_duration(const struct document *document, uint32_t node,
                            double *nanoseconds);

struct quantity_threshold {
    bool is_duration; /* the value is in nanoseconds; else it is a fraction */
    double value;
};

/* Read a threshold; false where TEXT is none. */
bool quantity_threshold(struct view text, struct quantity_threshold *threshold);

#endif
