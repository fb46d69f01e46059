/* value: equality of JSON values in the sense of JSON Schema (draft 2020-12 core, section
 * 4.2.2), and sets of values for enum and const. Numbers are equal if their doubles are, so
 * 1 and 1.0 are equal; strings if their characters are; objects whatever the order of their
 * members.
 *
 * Comparing and hashing take time proportional to the values and memory proportional to
 * their large objects, in a scratch buffer that belongs to one thread and is reused. The
 * recursion is at most as deep as a document (READER_DEPTH). Nothing fails; running out of
 * memory ends the process (mem.h).
 */
#ifndef KIDX_SCHEMA_VALUE_H
#define KIDX_SCHEMA_VALUE_H

#include "base/buf.h"
#include "json/document.h"
#include "schema/names.h"

#include <stdbool.h>
#include <stdint.h>

struct value {
    const struct document *document;
    uint32_t node;
};

/* Whether A and B are equal. SCRATCH is used as a stack: what it holds is preserved. */
bool value_equal(struct value a, struct value b, struct buf *scratch);

/* A hash that is the same for equal values. It is keyed (map_hash), so that input cannot be
 * made to collide, and differs between processes. */
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

/* The values that an enum or a const allows. It refers to the schema's document, which must
 * outlive it. Strings, the most frequent values, have a table of their own. A set is
 * immutable once it is built, so that threads may share it. */
struct value_slot {
    uint64_t hash;
    uint32_t node; /* of the schema's document; NODE_NONE: free */
};

struct value_set {
    const struct document *document;
    struct names strings;
    struct value_slot *slots; /* NULL: no others */
    size_t mask;
    uint32_t node; /* of the enum, or of the const */
    bool constant;
};

/* Build the set of the array at NODE, or, with CONSTANT, of the value at NODE. */
void value_set_init(struct value_set *set, const struct document *document, uint32_t node,
                    bool constant);
void value_set_release(struct value_set *set);

/* Whether SET has VALUE. SCRATCH is that of value_equal. */
bool value_set_has(const struct value_set *set, struct value value, struct buf *scratch);

#endif
