#include <config.h>

#include "line.h"

#include "text.h"

/* A cell in the facts begins with this; its name and its text follow. */
struct packed {
    uint32_t type;
    uint32_t name_length;
    size_t text_length;
};

static void pack(struct buf *facts, struct view name, enum cell_type type, struct view text)
{
    struct packed packed = {type, (uint32_t)name.length, text.length};

    buf_append(facts, (const char *)&packed, sizeof packed);
    buf_append(facts, name.data, name.length);
    buf_append(facts, text.data, text.length);
}

/* Whether a list holds texts and numbers only. */
static bool is_plain_list(const struct document *document, uint32_t list)
{
    const struct node *nodes = document->nodes;

    for (uint32_t item = list + 1; item < nodes[list].next; item = nodes[item].next)
        if (nodes[item].type != NODE_STRING && nodes[item].type != NODE_NUMBER)
            return false;
    return true;
}

static void pack_list(struct buf *facts, struct view name, const struct document *document,
                      uint32_t list)
{
    const struct node *nodes = document->nodes;
    struct buf text;

    if (!is_plain_list(document, list)) {
        pack(facts, name, CELL_TEXT, document_raw(document, list));
        return;
    }
    buf_init(&text);
    for (uint32_t item = list + 1; item < nodes[list].next; item = nodes[item].next) {
        struct view part = document_is(document, item, NODE_STRING)
                               ? document_string(document, item)
                               : document_raw(document, item);

        if (item > list + 1)
            buf_append_text(&text, "; ");
        buf_append(&text, part.data, part.length);
    }
    pack(facts, name, CELL_TEXT, buf_view(&text));
    buf_release(&text);
}

static void pack_scalar(struct buf *facts, struct view name,
                        const struct document *document, uint32_t node)
{
    switch (document_type(document, node)) {
    case NODE_STRING:
        pack(facts, name, CELL_TEXT, document_string(document, node));
        break;
    case NODE_NUMBER:
        pack(facts, name, CELL_NUMBER, document_raw(document, node));
        break;
    case NODE_TRUE:
        pack(facts, name, CELL_TRUE, view_from("true"));
        break;
    case NODE_FALSE:
        pack(facts, name, CELL_FALSE, view_from("false"));
        break;
    default:
        pack(facts, name, CELL_NULL, (struct view){"", 0});
        break;
    }
}

/* Pack the members of an object, their names behind NAME. The depth of a document is
 * bounded, and so is this. */
static void pack_members(struct buf *facts, struct buf *name,
                         const struct document *document, uint32_t object)
{
    const struct node *nodes = document->nodes;

    for (uint32_t key = object + 1; key < nodes[object].next;) {
        uint32_t value = key + 1;
        size_t length = name->length;
        struct view own = document_string(document, key);

        if (length > 0)
            buf_append_byte(name, '.');
        buf_append(name, own.data, own.length);
        if (document_is(document, value, NODE_OBJECT))
            pack_members(facts, name, document, value);
        else if (document_is(document, value, NODE_ARRAY))
            pack_list(facts, buf_view(name), document, value);
        else
            pack_scalar(facts, buf_view(name), document, value);
        name->length = length;
        key = nodes[value].next;
    }
}

static bool find_kind(struct view kind, enum row_kind *found)
{
    static const char prefix[] = "kidx.";
    static const char suffix[] = "/v1";
    const size_t around = sizeof prefix + sizeof suffix - 2;

    if (kind.length <= around || memcmp(kind.data, prefix, sizeof prefix - 1) != 0 ||
        memcmp(kind.data + kind.length - (sizeof suffix - 1), suffix, sizeof suffix - 1) !=
            0)
        return false;
    kind.data += sizeof prefix - 1;
    kind.length -= around;
    for (int i = 0; i < ROW_KINDS; i++)
        if (view_is(kind, row_kind_name((enum row_kind)i))) {
            *found = (enum row_kind)i;
            return true;
        }
    return false;
}

enum stream_verdict line_extract(struct stream_record *record)
{
    const struct document *document = record->document;
    uint32_t node = document_member(document, 0, "kind");
    enum row_kind kind = ROW_KINDS;
    struct view text = {"", 0};
    struct view *facts;
    struct buf name;
    struct buf cells;

    if (node != NODE_NONE && document_is(document, node, NODE_STRING))
        text = document_string(document, node);
    if (text.length < 5 || memcmp(text.data, "kidx.", 5) != 0) {
        record->label = "no result";
        return STREAM_SKIP;
    }
    if (!find_kind(text, &kind))
        return stream_reject(record, stream_column(record, node), "unknown_kind",
                             "no kind of result that is reported: rank, ab, record, suite, "
                             "stat and summary are, in version v1");
    record->label = row_kind_name(kind);
    buf_init(&name);
    buf_init(&cells);
    buf_append_byte(&cells, (char)kind);
    pack_members(&cells, &name, document, 0);
    facts = arena_alloc(record->arena, sizeof *facts);
    *facts = stream_store_text(record, buf_view(&cells));
    record->facts = facts;
    buf_release(&name);
    buf_release(&cells);
    return STREAM_WRITE;
}

enum row_kind line_kind(struct view *facts)
{
    enum row_kind kind = (enum row_kind)facts->data[0];

    facts->data++;
    facts->length--;
    return kind;
}

bool line_next(struct view *facts, struct line_cell *cell)
{
    struct packed packed;
    size_t length;

    if (facts->length == 0)
        return false;
    memcpy(&packed, facts->data, sizeof packed);
    cell->type = (enum cell_type)packed.type;
    cell->name = (struct view){facts->data + sizeof packed, packed.name_length};
    cell->text = (struct view){cell->name.data + cell->name.length, packed.text_length};
    length = sizeof packed + packed.name_length + packed.text_length;
    facts->data += length;
    facts->length -= length;
    return true;
}
