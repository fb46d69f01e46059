/* quantity: texts that mean an amount.
 *
 * A duration text is digits, optionally a point and digits, at most one white-space
 * character (ECMAScript's \s) and a unit: ns, us, µs (U+00B5), ms or s. It means an integer
 * of nanoseconds, computed in exact decimal arithmetic, at most 2^53 - 1: "0.008 ms" is
 * 8000 and "1.005 ms" is 1005000, which doubles would not give.
 *
 * A threshold text, of an option or a file of limits, is digits, optionally a point and
 * digits, and behind them at once a unit: % or x (a hundredth, or the whole, of what it is
 * a share of), or one of those of durations. It is the double nearest to what is written.
 */
#ifndef KIDX_RECORD_QUANTITY_H
#define KIDX_RECORD_QUANTITY_H

#include "json/reader.h"

#include <stdbool.h>
#include <stdint.h>

/* The largest integer that a double tells from its neighbours. */
#define QUANTITY_SAFE_INTEGER ((UINT64_C(1) << 53) - 1)

/* Read a duration into nanoseconds; false where TEXT is none. */
bool quantity_duration(struct view text, uint64_t *nanoseconds);

/* The nanoseconds of a value of a record: an integer of at least 0, or a duration text;
 * false where it is neither. */
bool quantity_read_duration(const struct document *document, uint32_t node,
                            double *nanoseconds);

struct quantity_threshold {
    bool is_duration; /* nanoseconds; else a share */
    double value;
};

/* Read a threshold; false where TEXT is none. */
bool quantity_threshold(struct view text, struct quantity_threshold *threshold);

#endif
