#include <config.h>

#include "json/pointer.h"

/* Append a reference token: '~' and '/' are escaped (section 3). */
static void append_token(struct buf *out, struct view name)
{
    buf_append_byte(out, '/');
    for (size_t i = 0; i < name.length; i++) {
        if (name.data[i] == '~')
            buf_append_text(out, "~0");
        else if (name.data[i] == '/')
            buf_append_text(out, "~1");
        else
            buf_append_byte(out, name.data[i]);
    }
}

void pointer_append(const struct document *document, uint32_t node, struct buf *out)
{
    const struct node *nodes = document->nodes;
    uint32_t at = 0;

    while (at != node) {
        uint32_t child = at + 1;

        if (nodes[at].type == NODE_OBJECT) {
            while (nodes[child + 1].next <= node)
                child = nodes[child + 1].next;
            append_token(out, document_string(document, child));
            if (child == node)
                return;
            at = child + 1;
        } else {
            size_t index = 0;

            while (nodes[child].next <= node) {
                child = nodes[child].next;
                index++;
            }
            buf_append_format(out, "/%zu", index);
            at = child;
        }
    }
}
