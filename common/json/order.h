/* order: the names of an object by UTF-16 code unit, as RFC 8785 (section 3.2.3) sorts
 * them.
 *
 * This order differs from that of UTF-8 bytes where a name has a character above U+FFFF,
 * which is two surrogates in UTF-16 and precedes U+E000 to U+FFFF.
 *
 * Sorting is a quicksort on the first eight bytes and then on the whole names. Pivots are
 * random, so no input makes it slow: the expected time is proportional to the bytes of the
 * names times the logarithm of their number, and the recursion is at most as deep as that
 * logarithm. The result does not depend on the pivots. No memory is allocated.
 *
 * Everything here only reads the document; any thread may call it. Nothing fails.
 */
#ifndef KIDX_JSON_ORDER_H
#define KIDX_JSON_ORDER_H

#include "base/buf.h"
#include "json/document.h"

#include <stdint.h>

/* A name to be sorted: a string node and order_chunk of it. */
struct order_name {
    uint64_t chunk;
    uint32_t name;
};

/* The first eight bytes of a string as a number in this order; zeros follow a shorter
 * string. READER_PADDING bytes after TEXT must be readable, as for the strings of a
 * document. */
uint64_t order_chunk(struct view text);

/* Whether A precedes B. */
bool order_is_before(const struct document *document, struct order_name a,
                     struct order_name b);

/* Sort COUNT names in place. */
void order_sort(const struct document *document, struct order_name *names, size_t count);

/* Less than, equal to or greater than 0, as A precedes, equals or follows B. */
int order_compare(struct view a, struct view b);

#endif
