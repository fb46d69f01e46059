/* canonical: a document, or a part of it, in RFC 8785 form.
 *
 * Names are sorted by UTF-16 code unit, which differs from the order of UTF-8 bytes where a
 * name has a character above U+FFFF. Sorting is a multikey quicksort over eight bytes at a
 * time (Bentley and Sedgewick 1997, with the caching of Ng and Kakehi 2007): linear in the
 * bytes that tell names apart, whatever they share, and of depth log2 of their number.
 *
 * A normalised value can stand for one of the document: see canonical_replace.
 *
 * A struct canonical is scratch memory, one per thread, reused.
 */
#ifndef KIDX_JSON_CANONICAL_H
#define KIDX_JSON_CANONICAL_H

#include "base/buf.h"
#include "json/reader.h"

struct canonical_replacement {
    uint32_t node;
    size_t start; /* of the text in struct canonical's texts */
    size_t length;
};

struct canonical {
    struct buf members;      /* the names being sorted, innermost object last */
    struct buf replacements; /* struct canonical_replacement */
    struct buf texts;        /* their texts */
    struct buf text;         /* for the caller: a text on its way to its digest */
    uint64_t random;         /* for pivots; no output depends on it */
};

void canonical_init(struct canonical *canonical);
void canonical_release(struct canonical *canonical);

/* Append the canonical text of NODE's subtree to OUT. */
void canonical_write(struct canonical *canonical, const struct document *document,
                     uint32_t node, struct buf *out);

/* From now on TEXT (canonical JSON, copied) is written in the place of NODE, which gets
 * NODE_MARK, until canonical_clear, which the caller calls before the next document. NODE
 * comes behind those replaced before it. */
void canonical_replace(struct canonical *canonical, struct document *document,
                       uint32_t node, struct view text);
void canonical_clear(struct canonical *canonical);

/* Order of two strings (UTF-8) by UTF-16 code unit: below, equal to or above 0. */
int canonical_compare(struct view a, struct view b);

#endif
