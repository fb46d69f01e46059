/* number: numbers for people.
 *
 * A number is written with as many digits as are given, in decimal notation, without
 * locale. A table or an axis has one unit: 0.999 s stands beside 1.001 s.
 */
#ifndef KIDX_TOOLS_REPORT_NUMBER_H
#define KIDX_TOOLS_REPORT_NUMBER_H

#include "base/buf.h"

#include <stdint.h>

/* Values are divided by FACTOR and shown in NAME. */
struct unit {
    struct view name;
    double factor;
};

/* The unit in which values of the size TYPICAL, given in UNIT, read best: of nanoseconds
 * ns, µs, ms or s, of others what they are in. */
struct unit unit_choose(struct view unit, double typical);

/* VALUE with about DIGITS digits that count, no zeros added behind a point that ends in
 * them; "1,234" from a thousand on. */
void number_write(struct buf *out, double value, int digits);

/* VALUE in UNIT, without its name. */
void number_write_in(struct buf *out, double value, const struct unit *unit);

/* "1.38×". */
void number_write_ratio(struct buf *out, double ratio);

/* "+4.2%", "-0.3%". */
void number_write_percent(struct buf *out, double percent);

/* "1,649". */
void number_write_count(struct buf *out, uint64_t count);

/* "1,649 runs", "1 run". */
void number_write_counted(struct buf *out, uint64_t count, const char *noun);

#endif
