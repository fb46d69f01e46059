#include <config.h>

#include "json/pointer.h"

/* A document has fewer elements than an index of more digits would need. */
enum { INDEX_DIGITS = 10 };

/* The token between slashes without its escapes, in OUT; false where it has a wrong one. */
static bool decode_token(struct view token, struct buf *out)
{
    buf_clear(out);
    buf_reserve(out, token.length);
    for (size_t i = 0; i < token.length; i++) {
        if (token.data[i] != '~') {
            buf_append_byte(out, token.data[i]);
            continue;
        }
        if (++i == token.length || (token.data[i] != '0' && token.data[i] != '1'))
            return false;
        buf_append_byte(out, token.data[i] == '0' ? '~' : '/');
    }
    return true;
}

/* The element that a token names in an array. */
static uint32_t find_element(const struct document *document, uint32_t node,
                             const struct buf *token)
{
    uint64_t index = 0;

    if (token->length == 0 || token->length > INDEX_DIGITS ||
        (token->data[0] == '0' && token->length > 1))
        return NODE_NONE;
    for (size_t i = 0; i < token->length; i++) {
        if (token->data[i] < '0' || token->data[i] > '9')
            return NODE_NONE;
        index = index * 10 + (uint64_t)(token->data[i] - '0');
    }
    for (uint32_t child = node + 1; child < document->nodes[node].next;
         child = document->nodes[child].next)
        if (index-- == 0)
            return child;
    return NODE_NONE;
}

static uint32_t find_token(const struct document *document, uint32_t node,
                           const struct buf *token)
{
    switch (document_type(document, node)) {
    case NODE_OBJECT:
        return document_named(document, node, buf_view(token));
    case NODE_ARRAY:
        return find_element(document, node, token);
    default:
        return NODE_NONE;
    }
}

enum pointer_result pointer_follow(const struct document *document, struct view pointer,
                                   uint32_t *node)
{
    enum pointer_result result = POINTER_NODE;
    struct buf name;

    buf_init(&name);
    *node = 0;
    while (pointer.length > 0 && result != POINTER_WRONG) {
        struct view token = {pointer.data + 1, 0};

        while (token.length < pointer.length - 1 && token.data[token.length] != '/')
            token.length++;
        if (pointer.data[0] != '/' || !decode_token(token, &name)) {
            result = POINTER_WRONG;
            break;
        }
        /* What follows a name that is missing must still be a pointer. */
        if (result == POINTER_NODE) {
            *node = find_token(document, *node, &name);
            if (*node == NODE_NONE)
                result = POINTER_NONE;
        }
        pointer.data += token.length + 1;
        pointer.length -= token.length + 1;
    }
    buf_release(&name);
    return result;
}

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
