/* pointer: the value that a JSON pointer (RFC 6901) leads to, found by following it token
 * by token; for tests of pointer_append, which goes the other way. */
#ifndef KIDX_TESTS_ORACLE_POINTER_H
#define KIDX_TESTS_ORACLE_POINTER_H

#include "json/document.h"

#include <stdlib.h>

/* The child of NODE that the reference token TEXT names; NODE_NONE where there is none. */
static inline uint32_t pointer_child(const struct document *document, uint32_t node,
                                     struct view text)
{
    uint32_t child = node + 1;
    struct buf name;

    if (document_is(document, node, NODE_ARRAY)) {
        for (long index = strtol(text.data, NULL, 10);
             index > 0 && child < document->nodes[node].next; index--)
            child = document->nodes[child].next;
        return child < document->nodes[node].next ? child : NODE_NONE;
    }
    buf_init(&name);
    for (size_t i = 0; i < text.length; i++) {
        bool escape = text.data[i] == '~' && i + 1 < text.length;

        buf_append_byte(&name, !escape ? text.data[i] : text.data[++i] == '0' ? '~' : '/');
    }
    child = document_named(document, node, (struct view){buf_text(&name), name.length});
    buf_release(&name);
    return child;
}

/* The node that POINTER leads to, which ends with NUL; UINT32_MAX where there is none. */
static inline uint32_t pointer_target(const struct document *document, struct view pointer)
{
    uint32_t node = 0;

    while (pointer.length > 0) {
        struct view token = {pointer.data + 1, 0};

        if (pointer.data[0] != '/')
            return UINT32_MAX;
        while (token.length + 1 < pointer.length && token.data[token.length] != '/')
            token.length++;
        node = pointer_child(document, node, token);
        if (node == NODE_NONE)
            return UINT32_MAX;
        pointer.data += token.length + 1;
        pointer.length -= token.length + 1;
    }
    return node;
}

#endif
