/* value: read the cells of a benchmark CSV.
 *
 * A number cell follows the JSON number grammar (RFC 8259, section 6) in full, without
 * blanks; anything else (empty, nan, +1, 007, 0x10) is not a number. Arithmetic is that of
 * IEEE doubles. Rounding needs no library function, so results are the same everywhere.
 */
#ifndef KIDX_TOOLS_CSV2RUN_VALUE_H
#define KIDX_TOOLS_CSV2RUN_VALUE_H

#include "base/buf.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Read the finite double in a cell; false if there is none. */
bool value_number(struct view cell, double *number);

/* Whether a double is an integer of at least 1 and at most 2^53 - 1. */
bool value_is_size(double number);

/* The nearest integer, halves up. */
double value_round(double number);

bool value_is_whole(double number);

enum {
    VALUE_INSTANT_LENGTH = 24,
    VALUE_FRACTION_MAX = 80, /* digits, without zeros at the end: an id is not cut then */
    VALUE_INSTANT_ID_SIZE = 20 + VALUE_FRACTION_MAX
};

/* An instant in UTC. */
struct value_instant {
    char text[VALUE_INSTANT_LENGTH]; /* 2026-01-02T03:04:05.678Z, cut to milliseconds */
    char id[VALUE_INSTANT_ID_SIZE];  /* 2026-01-02-03-04-05-6789, the whole fraction */
    size_t id_length;
};

/* Read `YYYY-MM-DD hh:mm:ss`, with a blank or T between, then optionally a fraction and Z
 * or an offset; without an offset the time is UTC. One instant has one id however it is
 * written, and two instants have two. False: the cell is no such time, the instant is
 * outside the years 0000 to 9999, or its fraction is longer than VALUE_FRACTION_MAX. */
bool value_instant(struct view cell, struct value_instant *instant);

/* The length of UTF-8 in UTF-16 code units, which are what the limits of records count. */
size_t value_utf16_length(struct view text);

/* Whether TEXT is a token or axis, [a-z][a-z0-9_]*; a slug, [a-z0-9][a-z0-9-]* and at most
 * 100 characters long. */
bool value_is_token(struct view text);
bool value_is_slug(struct view text);

#endif
