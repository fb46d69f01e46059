/* pointer: JSON pointers (RFC 6901), in their string representation. */
#ifndef KIDX_JSON_POINTER_H
#define KIDX_JSON_POINTER_H

#include "json/document.h"

enum pointer_result {
    POINTER_WRONG = -1, /* the text is no pointer: neither empty nor beginning with '/', or
                           a '~' before other than 0 and 1 */
    POINTER_NONE = 0,   /* the document has nothing there; the index "-" names nothing */
    POINTER_NODE = 1
};

/* The node that POINTER names, in *NODE. */
enum pointer_result pointer_follow(const struct document *document, struct view pointer,
                                   uint32_t *node);

/* Append the pointer of NODE; that of a name is its value's. Walks from the root. */
void pointer_append(const struct document *document, uint32_t node, struct buf *out);

#endif
