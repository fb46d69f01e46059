/* expression: computes the size of a derived axis from those of others.
 *
 * An expression has non-negative integers, names of axes, parentheses and the operators
 * + - * // % with their usual precedence, and unary minus. // rounds down, and a remainder
 * has the sign of its divisor, as in Python. Values are 64-bit integers; what does not fit
 * is an error, as is a division by zero.
 *
 * Functions return an error, a static text, or NULL. Nothing here allocates.
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

/* Check the syntax of TEXT. */
const char *expression_check(struct view text);

/* Compute the value of TEXT with COUNT axes. */
const char *expression_evaluate(struct view text, const struct axis *axes, size_t count,
                                int64_t *value);

/* The size of an axis; false where there is none of that name. */
bool expression_find_axis(const struct axis *axes, size_t count, struct view name,
                          int64_t *size);

#endif
