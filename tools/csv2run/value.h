/* value: what the cells of a benchmark CSV mean.
 *
 * A number cell follows the JSON number grammar (RFC 8259, section 6) in full, without
 * blanks; anything else (empty, nan, +1, 007, 0x10) is no number. Arithmetic is that of
 * doubles, and rounding is done on the double itself: no library function is asked.
 */
#ifndef KIDX_TOOLS_CSV2RUN_VALUE_H
#define KIDX_TOOLS_CSV2RUN_VALUE_H

#include "base/buf.h"

#include <stdbool.h>
#include <stdint.h>

/* The finite double that a cell holds; false where it holds none. */
bool value_number(struct view cell, double *number);

/* Whether a double is an integer of at least 1 and at most 2^53 - 1. */
bool value_is_size(double number);

/* The nearest integer, halves up. */
double value_round(double number);

bool value_is_whole(double number);

enum { VALUE_INSTANT_LENGTH = 24 };

/* Read `YYYY-MM-DD hh:mm:ss`, a T in the middle or a blank, then optionally a fraction and
 * Z or an offset (without one it is UTC), and write the instant in UTC with milliseconds
 * (cut, not rounded) as ISO 8601 has it: 2026-01-02T03:04:05.000Z. False where the cell is
 * no such time, or the instant is outside the years 0000 to 9999. */
bool value_instant(struct view cell, char instant[VALUE_INSTANT_LENGTH]);

/* Words of the data model: a token is [a-z][a-z0-9_]*, an axis too; a slug
 * [a-z0-9][a-z0-9-]* of at most 100. */
bool value_is_token(struct view text);
bool value_is_slug(struct view text);

#endif
