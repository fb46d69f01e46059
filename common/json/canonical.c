#include <config.h>

#include "json/canonical.h"

#include "json/number.h"
#include "json/order.h"
#include "json/writer.h"

enum {
    KEEP_BYTES = 1 << 20, /* scratch memory above this is freed after a record */
    PREFETCH = 8          /* how many names of a large object are fetched ahead */
};

void canonical_init(struct canonical *canonical)
{
    buf_init(&canonical->names);
    buf_init(&canonical->replacements);
    buf_init(&canonical->texts);
    buf_init(&canonical->text);
}

void canonical_release(struct canonical *canonical)
{
    buf_release(&canonical->names);
    buf_release(&canonical->replacements);
    buf_release(&canonical->texts);
    buf_release(&canonical->text);
}

/* --- writing --- */

/* Append LENGTH bytes, after which READER_PADDING bytes are readable, 16 at a time: most
 * texts are short, and a call of memcpy would cost more. */
static void append_padded(struct buf *out, const char *data, size_t length)
{
    char *to = buf_reserve(out, length + 16);

    out->length += length;
    if (length > 64) {
        memcpy(to, data, length);
        return;
    }
    for (size_t done = 0; done < length; done += 16)
        memcpy(to + done, data + done, 16);
}

static void write_string(const struct document *document, uint32_t node, struct buf *out)
{
    const struct node *string = &document->nodes[node];

    if (string->flags & NODE_DECODED)
        writer_append_string(out, document_string(document, node));
    else
        append_padded(out, document->text + string->start - 1, string->length + 2U);
}

static void write_number(const struct document *document, uint32_t node, struct buf *out)
{
    const struct node *number = &document->nodes[node];

    if (number->flags & NODE_SHORT)
        append_padded(out, document->text + number->start, number->length);
    else
        out->length += number_canonical(document->text + number->start, number->length,
                                        buf_reserve(out, NUMBER_TEXT_SIZE));
}

static void write_replacement(const struct canonical *canonical, uint32_t node,
                              struct buf *out)
{
    const struct canonical_replacement *first = (const void *)canonical->replacements.data;
    size_t count = canonical->replacements.length / sizeof *first;

    while (count > 1) {
        size_t half = count / 2;

        if (first[half].node <= node) {
            first += half;
            count -= half;
        } else {
            count = half;
        }
    }
    buf_append(out, canonical->texts.data + first->start, first->length);
}

static void write_value(struct canonical *canonical, const struct document *document,
                        uint32_t node, struct buf *out);

static void write_array(struct canonical *canonical, const struct document *document,
                        uint32_t node, struct buf *out)
{
    const struct node *nodes = document->nodes;

    buf_append_byte(out, '[');
    for (uint32_t child = node + 1; child < nodes[node].next; child = nodes[child].next) {
        if (child != node + 1)
            buf_append_byte(out, ',');
        write_value(canonical, document, child, out);
    }
    buf_append_byte(out, ']');
}

static void write_member(struct canonical *canonical, const struct document *document,
                         uint32_t name, bool first, struct buf *out)
{
    if (!first)
        buf_append_byte(out, ',');
    write_string(document, name, out);
    buf_append_byte(out, ':');
    write_value(canonical, document, name + 1, out);
}

/* Write an object whose names the reader has sorted. They are scattered in memory, so nodes
 * and then texts are prefetched. */
static void write_large_object(struct canonical *canonical, const struct document *document,
                               uint32_t node, struct buf *out)
{
    const struct node *nodes = document->nodes;
    size_t count;
    const uint32_t *names = document_names(document, node, &count);

    buf_append_byte(out, '{');
    for (size_t i = 0; i < count; i++) {
        if (count - i > 2 * (size_t)PREFETCH)
            __builtin_prefetch(&nodes[names[i + 2 * (size_t)PREFETCH]]);
        if (count - i > PREFETCH)
            __builtin_prefetch(document->text + nodes[names[i + PREFETCH]].start);
        write_member(canonical, document, names[i], i == 0, out);
    }
    buf_append_byte(out, '}');
}

static void write_object(struct canonical *canonical, const struct document *document,
                         uint32_t node, struct buf *out)
{
    const struct node *nodes = document->nodes;
    struct buf *scratch = &canonical->names;
    size_t base = scratch->length;
    size_t count = 0;
    bool sorted = true;

    for (uint32_t name = node + 1; name < nodes[node].next; name = nodes[name + 1].next) {
        struct order_name *next = (void *)buf_reserve(scratch, sizeof *next);

        *next = (struct order_name){order_chunk(document_string(document, name)), name};
        sorted = sorted && (count == 0 || order_is_before(document, next[-1], *next));
        scratch->length += sizeof *next;
        count++;
    }
    if (!sorted)
        order_sort(document, (void *)(scratch->data + base), count);
    buf_append_byte(out, '{');
    for (size_t i = 0; i < count; i++) {
        /* This is read anew each time: writing an inner object may move the storage. */
        const struct order_name *names = (const void *)(scratch->data + base);

        write_member(canonical, document, names[i].name, i == 0, out);
    }
    buf_append_byte(out, '}');
    scratch->length = base;
}

/* Recursion is bounded by READER_DEPTH. */
static void write_value(struct canonical *canonical, const struct document *document,
                        uint32_t node, struct buf *out)
{
    if (document->nodes[node].flags & NODE_MARK) {
        write_replacement(canonical, node, out);
        return;
    }
    switch (document_type(document, node)) {
    case NODE_OBJECT:
        if (document->nodes[node].flags & NODE_ORDERED)
            write_large_object(canonical, document, node, out);
        else
            write_object(canonical, document, node, out);
        break;
    case NODE_ARRAY:
        write_array(canonical, document, node, out);
        break;
    case NODE_STRING:
        write_string(document, node, out);
        break;
    case NODE_NUMBER:
        write_number(document, node, out);
        break;
    case NODE_NULL:
    case NODE_FALSE:
    case NODE_TRUE:
        append_padded(out, document->text + document->nodes[node].start,
                      document->nodes[node].length);
        break;
    }
}

void canonical_write(struct canonical *canonical, const struct document *document,
                     uint32_t node, struct buf *out)
{
    write_value(canonical, document, node, out);
    buf_clear_to(&canonical->names, KEEP_BYTES);
}

void canonical_replace(struct canonical *canonical, struct document *document,
                       uint32_t node, struct view text)
{
    struct canonical_replacement replacement = {node, canonical->texts.length, text.length};

    buf_append(&canonical->texts, text.data, text.length);
    buf_append(&canonical->replacements, (const char *)&replacement, sizeof replacement);
    document->nodes[node].flags |= NODE_MARK;
}

void canonical_restore(struct canonical *canonical, struct document *document)
{
    const struct canonical_replacement *replacements =
        (const void *)canonical->replacements.data;
    size_t count = canonical->replacements.length / sizeof *replacements;

    for (size_t i = 0; i < count; i++)
        document->nodes[replacements[i].node].flags &= (uint8_t)~NODE_MARK;
    buf_clear_to(&canonical->replacements, KEEP_BYTES);
    buf_clear_to(&canonical->texts, KEEP_BYTES);
}
