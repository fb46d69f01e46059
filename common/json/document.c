#include <config.h>

#include "json/document.h"

#include "json/number.h"

struct view document_raw(const struct document *document, uint32_t node)
{
    if (document->nodes[node].type == NODE_STRING)
        return document_string(document, node);
    return (struct view){document->text + document->nodes[node].start,
                         document->nodes[node].length};
}

bool document_number(const struct document *document, uint32_t node, double *value)
{
    const struct node *number = &document->nodes[node];

    return node != NODE_NONE && number->type == NODE_NUMBER &&
           number_parse(document->text + number->start, number->length, value);
}

/* The offset of the opening quote of a decoded string. It is not stored, since only
 * messages need it: go back to a node whose offset is known, and forward again over
 * strings. */
static size_t decoded_offset(const struct document *document, uint32_t node)
{
    const struct node *nodes = document->nodes;
    uint32_t known = node;
    const char *at = document->text;

    while (known > 0 && (nodes[known].flags & NODE_DECODED))
        known--;
    if (!(nodes[known].flags & NODE_DECODED)) {
        bool container = nodes[known].type >= NODE_ARRAY;

        at += nodes[known].start + (container ? 1 : nodes[known].length);
        if (nodes[known].type == NODE_STRING)
            at++;
        known++;
    }
    for (;; known++) {
        at = memchr(at, '"', document->length - (size_t)(at - document->text));
        if (known == node)
            return (size_t)(at - document->text);
        for (at++; *at != '"'; at++)
            if (*at == '\\')
                at++;
        at++;
    }
}

size_t document_offset(const struct document *document, uint32_t node)
{
    const struct node *at = &document->nodes[node];

    if (at->flags & NODE_DECODED)
        return decoded_offset(document, node);
    return at->start - (at->type == NODE_STRING ? 1 : 0);
}

const uint32_t *document_names(const struct document *document, uint32_t object,
                               size_t *count)
{
    uint32_t end = document->nodes[object].next;
    size_t low = 0;
    size_t high = document->order_count;

    if (!(document->nodes[object].flags & NODE_ORDERED))
        return NULL;
    /* The orders are sorted by the end of their objects, inner ones first where several end
     * together. */
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        const struct document_order *order = &document->orders[middle];

        if (order->end < end || (order->end == end && order->object >= object))
            low = middle;
        else
            high = middle;
    }
    *count = document->orders[low].count;
    return document->order + document->orders[low].start;
}

uint32_t document_named(const struct document *document, uint32_t node, struct view name)
{
    const struct node *nodes = document->nodes;

    if (nodes[node].type != NODE_OBJECT)
        return NODE_NONE;
    for (uint32_t child = node + 1; child < nodes[node].next; child = nodes[child + 1].next)
        if (nodes[child].length == name.length &&
            memcmp(document_string(document, child).data, name.data, name.length) == 0)
            return child + 1;
    return NODE_NONE;
}

uint32_t document_find(const struct document *document, uint32_t node,
                       const char *const *names)
{
    for (; *names != NULL; names++) {
        node = document_member(document, node, *names);
        if (node == NODE_NONE)
            return NODE_NONE;
    }
    return node;
}

bool document_string_is(const struct document *document, uint32_t node, const char *text)
{
    return document->nodes[node].type == NODE_STRING &&
           view_is(document_string(document, node), text);
}

uint32_t document_count(const struct document *document, uint32_t node)
{
    const struct node *nodes = document->nodes;
    uint32_t step = nodes[node].type == NODE_OBJECT; /* from a name to its value */
    uint32_t count = 0;

    for (uint32_t at = node + 1; at < nodes[node].next; at = nodes[at + step].next)
        count++;
    return count;
}
