/* canonical: a document, or a part of it, in RFC 8785 form.
 *
 * Names stand in the order of order.h.
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
    struct buf names;        /* struct order_name: those being sorted, innermost last */
    struct buf replacements; /* struct canonical_replacement */
    struct buf texts;        /* their texts */
    struct buf text;         /* for the caller: a text on its way to its digest */
};

void canonical_init(struct canonical *canonical);
void canonical_release(struct canonical *canonical);

/* Append the canonical text of NODE's subtree to OUT. */
void canonical_write(struct canonical *canonical, const struct document *document,
                     uint32_t node, struct buf *out);

/* From now on TEXT (canonical JSON, copied) is written in the place of NODE, which gets
 * NODE_MARK, until canonical_restore for the same document. NODE comes behind those
 * replaced before it. */
void canonical_replace(struct canonical *canonical, struct document *document,
                       uint32_t node, struct view text);
void canonical_restore(struct canonical *canonical, struct document *document);

#endif
