/* canonical: the RFC 8785 form of a document or of a part of it.
 *
 * Names are in the order of order.h. A node can be replaced by other canonical text, for
 * example a normalised value: see canonical_replace.
 *
 * A struct canonical is reusable scratch memory of one thread. Nothing fails; running out
 * of memory ends the process (mem.h).
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
    struct buf
        names; /* struct order_name: those being sorted, of the innermost object last */
    struct buf replacements; /* struct canonical_replacement */
    struct buf texts;        /* their texts */
    struct buf text;         /* for the caller, such as a text to be digested */
};

void canonical_init(struct canonical *canonical);
void canonical_release(struct canonical *canonical);

/* Append the canonical text of NODE's subtree to OUT. */
void canonical_write(struct canonical *canonical, const struct document *document,
                     uint32_t node, struct buf *out);

/* Write TEXT (canonical JSON, copied) instead of NODE until canonical_restore is called for
 * the same document. NODE gets NODE_MARK. Precondition: NODE is after all nodes that are
 * replaced already. */
void canonical_replace(struct canonical *canonical, struct document *document,
                       uint32_t node, struct view text);
void canonical_restore(struct canonical *canonical, struct document *document);

#endif
