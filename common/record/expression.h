/* expression: the size of a derived axis, computed from bound ones.
 *
 * An expression has non-negative integers, names of axes, parentheses and the operators
 * + - * // % with their usual precedence, and unary minus. // rounds down, and a remainder
 * has the sign of its divisor, as in Python. Values are 64-bit integers; what does not fit
 * is an error, as is a division by zero.
 *
 * Errors are static words, NULL where there is none.
 */
#ifndef KIDX_RECORD_EXPRESSION_H
#define KIDX_RECORD_EXPRESSION_H

#include "base/buf.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { EXPRESSION_MAX = 200 }; /* bytes */

/* A named size. */
struct axis {
    struct view name;
    int64_t size;
};

/* Whether TEXT is an expression at all. */
const char *expression_check(struct view text);

/* Its value over COUNT axes. */
const char *expression_evaluate(struct view text, const struct axis *axes, size_t count,
                                int64_t *value);

/* The size of an axis; false where there is none of that name. */
bool expression_find_axis(const struct axis *axes, size_t count, struct view name,
                          int64_t *size);

#endif
