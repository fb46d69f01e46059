/* pointer: JSON pointers (RFC 6901) of nodes, in their string representation. */
#ifndef KIDX_JSON_POINTER_H
#define KIDX_JSON_POINTER_H

#include "json/document.h"

/* Append the pointer of NODE to OUT; the pointer of a name is that of its value. Takes time
 * proportional to the siblings of NODE and of its ancestors. */
void pointer_append(const struct document *document, uint32_t node, struct buf *out);

#endif
