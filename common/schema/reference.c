#include <config.h>

#include "schema/index.h"

#include "schema/uri.h"

/* Objects with more members are searched by a map. */
enum { FEW_MEMBERS = 32 };

static struct view string_at(const struct schema_index *index, uint32_t node)
{
    return document_string(index->document, node);
}

/* --- pointers --- */

/* Put the members of OBJECT into the map, if it is large and they are not there. */
static bool is_mapped(struct schema_index *index, uint32_t object)
{
    const struct node *nodes = index->document->nodes;
    bool added;

    if (nodes[object].next - object <= FEW_MEMBERS * 2)
        return false;
    map_put(&index->large_objects, &object, sizeof object, &added);
    if (!added)
        return true;
    for (uint32_t name = object + 1; name < nodes[object].next;
         name = nodes[name + 1].next) {
        struct view key = schema_index_key(index, object, string_at(index, name));

        map_put(&index->members, key.data, key.length, NULL)->value.word = name + 1;
    }
    return true;
}

static uint32_t find_member(struct schema_index *index, uint32_t object, struct view name)
{
    const struct node *nodes = index->document->nodes;

    if (is_mapped(index, object)) {
        struct view key = schema_index_key(index, object, name);
        const struct map_entry *entry = map_find(&index->members, key.data, key.length);

        return entry == NULL ? NODE_NONE : (uint32_t)entry->value.word;
    }
    for (uint32_t at = object + 1; at < nodes[object].next; at = nodes[at + 1].next)
        if (view_equal(string_at(index, at), name))
            return at + 1;
    return NODE_NONE;
}

static uint32_t find_element(struct schema_index *index, uint32_t array, struct view text)
{
    const struct node *nodes = index->document->nodes;
    uint32_t at = array + 1;
    uint64_t number = 0;

    if (text.length == 0 || text.length > 10 || (text.data[0] == '0' && text.length > 1))
        return NODE_NONE;
    for (size_t i = 0; i < text.length; i++) {
        if (text.data[i] < '0' || text.data[i] > '9')
            return NODE_NONE;
        number = number * 10 + (uint64_t)(text.data[i] - '0');
    }
    for (; at < nodes[array].next; at = nodes[at].next)
        if (number-- == 0)
            return at;
    return NODE_NONE;
}

/* Decode ~0 and ~1 of a token in place. */
static void decode_token(char *text, size_t *length)
{
    size_t out = 0;

    for (size_t i = 0; i < *length; i++) {
        char byte = text[i];

        if (byte == '~' && i + 1 < *length && (text[i + 1] == '0' || text[i + 1] == '1'))
            byte = text[++i] == '0' ? '~' : '/';
        text[out++] = byte;
    }
    *length = out;
}

/* Follow the pointer in index->text from *NODE, which is in *RESOURCE. */
static bool follow_pointer(struct schema_index *index, uint32_t *node, uint32_t *resource)
{
    char *at = index->text.data;
    char *end = at + index->text.length;

    while (at < end) {
        char *token = ++at;
        size_t length;

        while (at < end && *at != '/')
            at++;
        length = (size_t)(at - token);
        decode_token(token, &length);
        if (document_is(index->document, *node, NODE_OBJECT))
            *node = find_member(index, *node, (struct view){token, length});
        else if (document_is(index->document, *node, NODE_ARRAY))
            *node = find_element(index, *node, (struct view){token, length});
        else
            return false;
        if (*node == NODE_NONE)
            return false;
        if (index->resource_of[*node] != 0)
            *resource = index->resource_of[*node] - 1;
    }
    return true;
}

/* --- references --- */

static bool refuse_reference(struct schema_index *index, uint32_t reference)
{
    struct view text = string_at(index, reference);

    return schema_refuse(index->error, index->document, reference,
                         "reference to what is not in this file: \"%.*s\"",
                         schema_shown(text), text.data);
}

static bool find_resource(struct schema_index *index, uint32_t node, struct view uri,
                          uint32_t *resource)
{
    const struct map_entry *entry;

    buf_clear(&index->text);
    uri_resolve(schema_index_base(index, schema_index_resource(index, node)), uri,
                &index->text);
    entry = map_find(&index->by_uri, index->text.data, index->text.length);
    if (entry == NULL)
        return false;
    *resource = (uint32_t)entry->value.word;
    return true;
}

/* The anchor in index->text. */
static bool find_anchor(struct schema_index *index, uint32_t resource, uint32_t *target,
                        uint32_t *anchor)
{
    struct view name = buf_view(&index->text);
    struct view key = schema_index_key(index, resource, name);
    const struct map_entry *entry = map_find(&index->anchors, key.data, key.length);

    if (entry == NULL)
        return false;
    *target = (uint32_t)entry->value.word;
    if (entry->value.word & ANCHOR_DYNAMIC)
        *anchor =
            (uint32_t)map_find(&index->dynamic_names, name.data, name.length)->value.word;
    return true;
}

bool schema_index_follow(struct schema_index *index, uint32_t node, uint32_t reference,
                         uint32_t *target, uint32_t *anchor)
{
    struct view fragment, uri;
    uint32_t resource;

    *anchor = UINT32_MAX;
    if (!document_is(index->document, reference, NODE_STRING))
        return schema_refuse(index->error, index->document, reference,
                             "reference: expected a string");
    uri = uri_split(string_at(index, reference), &fragment);
    if (!find_resource(index, node, uri, &resource))
        return refuse_reference(index, reference);
    buf_clear(&index->text);
    if (!uri_decode(fragment, &index->text))
        return refuse_reference(index, reference);
    *target = index->resources[resource].node;
    if (index->text.length == 0)
        return true;
    if (index->text.data[0] != '/')
        return find_anchor(index, resource, target, anchor) ||
               refuse_reference(index, reference);
    if (!follow_pointer(index, target, &resource))
        return refuse_reference(index, reference);
    return schema_index_visit(index, *target, resource);
}

bool schema_index_dynamic(const struct schema_index *index, size_t number, uint32_t *name,
                          uint32_t *resource, uint32_t *node)
{
    const struct map_entry *anchor = &index->anchors.entries[number];

    if (!(anchor->value.word & ANCHOR_DYNAMIC))
        return false;
    memcpy(resource, anchor->key, sizeof *resource);
    *name = (uint32_t)map_find(&index->dynamic_names, anchor->key + sizeof *resource,
                               anchor->length - sizeof *resource)
                ->value.word;
    *node = (uint32_t)anchor->value.word;
    return true;
}
