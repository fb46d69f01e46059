/* value: when two JSON values are equal, in the sense of JSON Schema (draft 2020-12 core,
 * section 4.2.2): numbers by their double, so 1 and 1.0 are equal, strings by their
 * characters, objects whatever the order of their members.
 *
 * Both functions take time and, in a scratch that is kept, memory proportional to the
 * values, whatever these hold; recursion goes as deep as documents do (READER_DEPTH).
 * Nothing fails. A scratch belongs to one thread.
 */
#ifndef KIDX_SCHEMA_VALUE_H
#define KIDX_SCHEMA_VALUE_H

#include "base/buf.h"
#include "json/reader.h"

#include <stdbool.h>
#include <stdint.h>

struct value {
    const struct document *document;
    uint32_t node;
};

/* Whether A and B are equal. SCRATCH is used as a stack: its content stays. */
bool value_equal(struct value a, struct value b, struct buf *scratch);

/* A hash that equal values share; equal within a process only, and keyed (map_hash), so
 * that input cannot be made to collide. */
uint64_t value_hash(struct value value);

/* The double of a number node. */
double value_number(const struct document *document, uint32_t node);

/* Whether a finite double is an integer. */
static inline bool value_is_integer(double number)
{
    /* From 2^53 on every double is one; below, the conversion cannot overflow. */
    if (number >= 9007199254740992.0 || number <= -9007199254740992.0)
        return true;
    return (double)(int64_t)number == number;
}

#endif
