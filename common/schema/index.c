#include <config.h>

#include "schema/index.h"

#include "base/mem.h"
#include "schema/keyword.h"
#include "schema/uri.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

bool schema_refuse(struct schema_error *error, const struct document *document,
                   uint32_t node, const char *format, ...)
{
    va_list arguments;

    error->code = "bad_schema";
    error->offset = document_offset(document, node);
    va_start(arguments, format);
    vsnprintf(error->text, sizeof error->text, format, arguments);
    va_end(arguments);
    return false;
}

static struct view string_at(const struct schema_index *index, uint32_t node)
{
    return document_string(index->document, node);
}

struct view schema_index_base(const struct schema_index *index, uint32_t resource)
{
    const struct schema_resource *entry = &index->resources[resource];

    return (struct view){index->uris.data + entry->base, entry->base_length};
}

struct view schema_index_key(struct schema_index *index, uint32_t number, struct view name)
{
    buf_clear(&index->key);
    buf_append(&index->key, (const char *)&number, sizeof number);
    buf_append(&index->key, name.data, name.length);
    return buf_view(&index->key);
}

/* --- identifiers --- */

/* Make NODE a resource with the URI that stands in index->uris from BASE on. */
static bool add_resource(struct schema_index *index, uint32_t node, size_t base,
                         uint32_t *number)
{
    struct view uri = {index->uris.data + base, index->uris.length - base};
    bool added;

    if ((index->resource_count & (index->resource_count - 1)) == 0)
        index->resources = mem_resize(
            index->resources, index->resource_count == 0 ? 1 : index->resource_count * 2,
            sizeof *index->resources);
    index->resources[index->resource_count] =
        (struct schema_resource){node, base, uri.length};
    map_put(&index->by_uri, uri.data, uri.length, &added)->value.word =
        index->resource_count;
    if (!added)
        return schema_refuse(index->error, index->document, node,
                             "$id: \"%.*s\" is the identifier of two schemas",
                             schema_shown(uri), uri.data);
    *number = index->resource_count++;
    return true;
}

/* The resource of the schema at NODE, which stands in RESOURCE and has the $id at ID. */
static bool open_resource(struct schema_index *index, uint32_t node, uint32_t id,
                          uint32_t *resource)
{
    size_t base = index->uris.length;
    struct view fragment, uri;

    if (!document_is(index->document, id, NODE_STRING))
        return schema_refuse(index->error, index->document, id, "$id: expected a string");
    uri = uri_split(string_at(index, id), &fragment);
    if (fragment.length > 0)
        return schema_refuse(index->error, index->document, id,
                             "$id: expected a URI without fragment");
    buf_clear(&index->text);
    if (index->resource_count > 0)
        uri_resolve(schema_index_base(index, *resource), uri, &index->text);
    else
        uri_resolve((struct view){"", 0}, uri, &index->text);
    buf_append(&index->uris, index->text.data, index->text.length);
    return add_resource(index, node, base, resource);
}

static bool is_anchor(struct view name)
{
    for (size_t i = 0; i < name.length; i++) {
        char byte = name.data[i];
        bool inner = byte == '-' || byte == '.' || (byte >= '0' && byte <= '9');

        if (!((byte | 32) >= 'a' && (byte | 32) <= 'z') && byte != '_' && !(inner && i > 0))
            return false;
    }
    return name.length > 0;
}

static bool add_anchor(struct schema_index *index, uint32_t node, uint32_t resource,
                       uint32_t name, bool dynamic)
{
    struct map_entry *entry;
    struct view text, key;
    bool added;

    if (!document_is(index->document, name, NODE_STRING) ||
        !is_anchor(string_at(index, name)))
        return schema_refuse(index->error, index->document, name,
                             "%s: expected a name of letters, digits, '_', '-' and '.'",
                             dynamic ? "$dynamicAnchor" : "$anchor");
    text = string_at(index, name);
    key = schema_index_key(index, resource, text);
    entry = map_put(&index->anchors, key.data, key.length, &added);
    if (!added && (entry->value.word & ~ANCHOR_DYNAMIC) != node)
        return schema_refuse(index->error, index->document, name,
                             "\"%.*s\" is the anchor of two schemas", schema_shown(text),
                             text.data);
    entry->value.word |= node | (dynamic ? ANCHOR_DYNAMIC : 0);
    if (dynamic) {
        entry = map_put(&index->dynamic_names, text.data, text.length, &added);
        if (added)
            entry->value.word = index->dynamic_names.count - 1;
    }
    return true;
}

/* --- the walk --- */

/* Whether $schema names this draft, or something that is not known to be another. */
static bool check_draft(struct schema_index *index, uint32_t value)
{
    static const char *const known[] = {"http://json-schema.org/",
                                        "https://json-schema.org/"};
    static const char ours[] = "https://json-schema.org/draft/2020-12/schema";
    struct view fragment, uri;

    if (!document_is(index->document, value, NODE_STRING))
        return schema_refuse(index->error, index->document, value,
                             "$schema: expected a string");
    uri = uri_split(string_at(index, value), &fragment);
    for (unsigned i = 0; i < 2; i++)
        if (uri.length > strlen(known[i]) &&
            memcmp(uri.data, known[i], strlen(known[i])) == 0 && !view_is(uri, ours))
            return schema_refuse(index->error, index->document, value,
                                 "$schema: expected draft 2020-12, found \"%.*s\"",
                                 schema_shown(uri), uri.data);
    return true;
}

static bool visit_value(struct schema_index *index, enum schema_keyword keyword,
                        uint32_t value, uint32_t resource)
{
    const struct node *nodes = index->document->nodes;
    bool map = schema_keyword_holds(keyword) == HOLDS_MAP_OF_SCHEMAS;

    if (schema_keyword_holds(keyword) == HOLDS_SCHEMA)
        return schema_index_visit(index, value, resource);
    if (!document_is(index->document, value, map ? NODE_OBJECT : NODE_ARRAY))
        return schema_refuse(index->error, index->document, value,
                             "%s: expected %s of schemas", schema_keyword_name(keyword),
                             map ? "an object" : "an array");
    for (uint32_t at = value + 1 + map; at < nodes[value].next; at = nodes[at].next + map)
        if (!schema_index_visit(index, at, resource))
            return false;
    return true;
}

static bool visit_member(struct schema_index *index, uint32_t node, uint32_t name,
                         uint32_t resource)
{
    enum schema_keyword keyword = schema_keyword_of(string_at(index, name));
    uint32_t value = name + 1;

    switch (keyword) {
    case KEYWORD_FOREIGN:
        return schema_refuse(index->error, index->document, name, "unknown keyword %.*s",
                             schema_shown(string_at(index, name)),
                             string_at(index, name).data);
    case KEYWORD_SCHEMA:
        return check_draft(index, value);
    case KEYWORD_ANCHOR:
    case KEYWORD_DYNAMIC_ANCHOR:
        return add_anchor(index, node, resource, value, keyword == KEYWORD_DYNAMIC_ANCHOR);
    case KEYWORD_DYNAMIC_REF:
        index->has_dynamic_reference = true;
        return true;
    default:
        return schema_keyword_holds(keyword) == HOLDS_NO_SCHEMA ||
               visit_value(index, keyword, value, resource);
    }
}

/* Recursion goes as deep as the document does. */
bool schema_index_visit(struct schema_index *index, uint32_t node, uint32_t resource)
{
    const struct node *nodes = index->document->nodes;
    uint32_t id;

    if (index->resource_of[node] != 0)
        return true;
    if (document_is(index->document, node, NODE_OBJECT)) {
        id = document_member(index->document, node, "$id");
        if (id != NODE_NONE && !open_resource(index, node, id, &resource))
            return false;
        if (id == NODE_NONE && index->resource_count == 0 &&
            !add_resource(index, node, 0, &resource))
            return false;
        index->resource_of[node] = resource + 1;
        for (uint32_t name = node + 1; name < nodes[node].next; name = nodes[name + 1].next)
            if (!visit_member(index, node, name, resource))
                return false;
        return true;
    }
    if (!document_is(index->document, node, NODE_TRUE) &&
        !document_is(index->document, node, NODE_FALSE))
        return schema_refuse(index->error, index->document, node,
                             "expected a schema: an object, true or false");
    index->resource_of[node] = resource + 1;
    return true;
}

bool schema_index_build(struct schema_index *index, const struct document *document,
                        struct schema_error *error)
{
    *index = (struct schema_index){.document = document, .error = error};
    index->resource_of = mem_zeroed(document->count, sizeof *index->resource_of);
    buf_init(&index->uris);
    buf_init(&index->key);
    buf_init(&index->text);
    buf_reserve(&index->uris, 1); /* so that an empty URI has an address */
    map_init(&index->by_uri);
    map_init(&index->anchors);
    map_init(&index->dynamic_names);
    map_init(&index->members);
    map_init(&index->large_objects);
    return schema_index_visit(index, 0, 0);
}

void schema_index_release(struct schema_index *index)
{
    free(index->resource_of);
    free(index->resources);
    buf_release(&index->uris);
    buf_release(&index->key);
    buf_release(&index->text);
    map_release(&index->by_uri);
    map_release(&index->anchors);
    map_release(&index->dynamic_names);
    map_release(&index->members);
    map_release(&index->large_objects);
}

uint32_t schema_index_resource(const struct schema_index *index, uint32_t node)
{
    return index->resource_of[node] - 1;
}
