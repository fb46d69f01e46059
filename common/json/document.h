/* document: the tree of a JSON text as a flat array of nodes.
 *
 * Nodes are in the order of the text. A container is followed by its content; the content
 * of an object is name, value, name, value, …, where each name is a string node. `next` of
 * a node is the index after its whole subtree, so a subtree is skipped in one step:
 *
 *     for (child = node + 1; child < nodes[node].next; child = nodes[child].next)   array
 *     for (name = node + 1; name < nodes[node].next; name = nodes[name + 1].next)   object
 *
 * The root is node 0. It is not a member of anything, so index 0 (NODE_NONE) means "none".
 *
 * Strings are views into the text; only those with escapes are decoded, into storage of the
 * document. Numbers are not converted (see number.h).
 *
 * A document is made and owned by a reader (reader.h) and is valid until the reader parses
 * the next one. All views are valid as long as the document and its text. Functions here
 * only read it, so threads may share it; nothing fails.
 */
#ifndef KIDX_JSON_DOCUMENT_H
#define KIDX_JSON_DOCUMENT_H

#include "base/buf.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum node_type {
    NODE_NULL,
    NODE_FALSE,
    NODE_TRUE,
    NODE_NUMBER,
    NODE_STRING,
    NODE_ARRAY,
    NODE_OBJECT
};

enum node_flag {
    NODE_DECODED = 1, /* a string with escapes: its content is in document->decoded */
    NODE_INTEGER = 2, /* a number without fraction and exponent */
    NODE_SHORT = 4,   /* an integer of at most 15 digits, not -0: its text is canonical */
    NODE_ORDERED = 8, /* an object of many members, sorted: see document_names */
    NODE_MARK = 16    /* free for the caller; not set by the reader */
};

enum { NODE_NONE = 0 };

struct node {
    uint32_t start;  /* string: its content, after the quote; else the first byte */
    uint32_t length; /* string: of the content; else of the whole text, brackets too */
    uint32_t next;
    uint8_t type;  /* enum node_type */
    uint8_t flags; /* enum node_flag */
    uint16_t unused;
};

/* The order of an object's names: from START on in document->order. */
struct document_order {
    uint32_t object;
    uint32_t end; /* `next` of the object */
    size_t start;
    size_t count;
};

struct document {
    const char *text;
    size_t length;
    struct node *nodes;
    uint32_t count;
    bool long_integers; /* some number is NODE_INTEGER and not NODE_SHORT */
    const char *decoded;
    const uint32_t *order;
    const struct document_order *orders;
    size_t order_count;
};

/* The content of a string node, decoded. */
static inline struct view document_string(const struct document *document, uint32_t node)
{
    const struct node *string = &document->nodes[node];

    return (struct view){
        ((string->flags & NODE_DECODED) ? document->decoded : document->text) +
            string->start,
        string->length};
}

/* The content of a node that may be no string, or NODE_NONE: empty then. */
static inline struct view document_text(const struct document *document, uint32_t node)
{
    if (node == NODE_NONE || document->nodes[node].type != NODE_STRING)
        return (struct view){"", 0};
    return document_string(document, node);
}

/* The text of a node as it was read; for a string, its decoded content. */
struct view document_raw(const struct document *document, uint32_t node);

/* The offset of the first byte of a node in the text. */
size_t document_offset(const struct document *document, uint32_t node);

/* The names of an object in canonical order (order.h), as nodes; NULL where it has few
 * members, which the reader does not sort. */
const uint32_t *document_names(const struct document *document, uint32_t object,
                               size_t *count);

/* Store the value of a number node in *VALUE. False where NODE is no number, or NODE_NONE.
 */
bool document_number(const struct document *document, uint32_t node, double *value);

/* The value of member NAME; NODE_NONE where NODE is no object or has no such member. */
uint32_t document_named(const struct document *document, uint32_t node, struct view name);

/* The same for a literal, whose length the compiler knows. */
static inline uint32_t document_member(const struct document *document, uint32_t node,
                                       const char *name)
{
    return document_named(document, node, view_from(name));
}

/* The number of elements of an array or of members of an object; counted in time linear in
 * it. */
uint32_t document_count(const struct document *document, uint32_t node);

/* The value at a path of member names, which ends with NULL; or NODE_NONE. */
uint32_t document_find(const struct document *document, uint32_t node,
                       const char *const *names);

/* Whether the node is a string equal to TEXT. */
bool document_string_is(const struct document *document, uint32_t node, const char *text);

static inline enum node_type document_type(const struct document *document, uint32_t node)
{
    return (enum node_type)document->nodes[node].type;
}

static inline bool document_is(const struct document *document, uint32_t node,
                               enum node_type type)
{
    return document->nodes[node].type == type;
}

#endif
