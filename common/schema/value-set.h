/* value-set: the values that an enum or a const allows, found by hash.
 *
 * The values stay in the schema's document, which lives as long as the set. Strings, the
 * most frequent ones, have a table of their own. Allocation does not fail; a set is
 * immutable once it is built.
 */
#ifndef KIDX_SCHEMA_VALUE_SET_H
#define KIDX_SCHEMA_VALUE_SET_H

#include "schema/names.h"
#include "schema/value.h"

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

/* Whether VALUE is one of them. SCRATCH: see value_equal. */
bool value_set_has(const struct value_set *set, struct value value, struct buf *scratch);

#endif
