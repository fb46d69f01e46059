/* order: the names of an object by UTF-16 code unit, as RFC 8785 sorts them.
 *
 * This order differs from that of UTF-8 bytes where a name has a character above U+FFFF,
 * which is two surrogates in UTF-16 and precedes U+E000 to U+FFFF.
 *
 * Sorting is a multikey quicksort over eight bytes at a time (Bentley and Sedgewick 1997,
 * with the caching of Ng and Kakehi 2007): linear in the bytes that tell names apart,
 * whatever they share, and of depth log2 of their number. Pivots are picked at random, so
 * that input cannot be made to be slow; the result does not depend on them. More than a
 * thousand names go through a radix sort of their first eight bytes before, which takes as
 * much memory again.
 */
#ifndef KIDX_JSON_ORDER_H
#define KIDX_JSON_ORDER_H

#include "base/buf.h"
#include "json/document.h"

#include <stdint.h>

/* A name on its way to its place: a string node, and the next eight bytes that decide:
 * order_chunk of it when sorting begins; afterwards some later ones, equal at least in
 * equal names. */
struct order_name {
    uint64_t chunk;
    uint32_t name;
};

/* The first eight bytes of a string, comparable as a number. */
uint64_t order_chunk(struct view text);

/* Whether A precedes B; their chunks being order_chunk. */
bool order_is_before(const struct document *document, struct order_name a,
                     struct order_name b);

/* Sort COUNT names. */
void order_sort(const struct document *document, struct order_name *names, size_t count);

/* Order of two strings: below, equal to or above 0. */
int order_compare(struct view a, struct view b);

#endif
