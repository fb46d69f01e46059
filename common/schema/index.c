#include <config.h>

#include "schema/index.h"

#include "base/mem.h"
#include "json/number.h"
#include "schema/keyword.h"
#include "schema/uri.h"
#include "schema/value.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* Objects with more members are searched through a map. */
enum { FEW_MEMBERS = 32 };

bool schema_index_fail(struct schema_error *error, const struct document *document,
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

/* The URI of a resource. */
static struct view base_of(const struct schema_index *index, uint32_t resource)
{
    const struct schema_resource *entry = &index->resources[resource];

    return (struct view){index->uris.data + entry->base, entry->base_length};
}

/* The map key of a number and a name, valid until the next one. */
static struct view make_key(struct schema_index *index, uint32_t number, struct view name)
{
    buf_clear(&index->key);
    buf_append(&index->key, (const char *)&number, sizeof number);
    buf_append(&index->key, name.data, name.length);
    return buf_view(&index->key);
}

/* --- identifiers --- */

/* Make NODE a resource; its URI is in index->uris from BASE on. */
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
        return schema_index_fail(index->error, index->document, node,
                                 "$id: \"%.*s\" is the identifier of two schemas",
                                 schema_shown(uri), uri.data);
    *number = index->resource_count++;
    return true;
}

/* Add the resource of the schema at NODE, whose $id is at ID, in the resource *RESOURCE,
 * and set *RESOURCE to it. */
static bool open_resource(struct schema_index *index, uint32_t node, uint32_t id,
                          uint32_t *resource)
{
    size_t base = index->uris.length;
    struct view fragment, uri;

    if (!document_is(index->document, id, NODE_STRING))
        return schema_index_fail(index->error, index->document, id,
                                 "$id: expected a string");
    uri = uri_split(string_at(index, id), &fragment);
    if (fragment.length > 0)
        return schema_index_fail(index->error, index->document, id,
                                 "$id: expected a URI without fragment");
    buf_clear(&index->text);
    if (index->resource_count > 0)
        uri_resolve(base_of(index, *resource), uri, &index->text);
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
        return schema_index_fail(index->error, index->document, name,
                                 "%s: expected a name of letters, digits, '_', '-' and '.'",
                                 dynamic ? "$dynamicAnchor" : "$anchor");
    text = string_at(index, name);
    key = make_key(index, resource, text);
    entry = map_put(&index->anchors, key.data, key.length, &added);
    if (!added && (entry->value.word & ~ANCHOR_DYNAMIC) != node)
        return schema_index_fail(index->error, index->document, name,
                                 "\"%.*s\" is the anchor of two schemas",
                                 schema_shown(text), text.data);
    entry->value.word |= node | (dynamic ? ANCHOR_DYNAMIC : 0);
    if (dynamic) {
        entry = map_put(&index->dynamic_names, text.data, text.length, &added);
        if (added)
            entry->value.word = index->dynamic_names.count - 1;
    }
    return true;
}

/* --- warnings --- */

static struct schema_warning *add_warning(struct schema_index *index, uint32_t node,
                                          const char *code)
{
    struct schema_warning *warning = &index->warnings->list[index->warnings->count++];

    warning->code = code;
    warning->keyword = "";
    warning->offset = document_offset(index->document, node);
    return warning;
}

/* Warn of the first use of a keyword that other drafts have and this one ignores. */
static void warn_other_draft(struct schema_index *index, uint32_t name)
{
    const struct other_keyword *other = schema_keyword_other(string_at(index, name));
    struct schema_warning *warning;

    if (other == NULL)
        return;
    for (size_t i = 0; i < index->warnings->count; i++)
        if (view_equal(string_at(index, name), view_from(index->warnings->list[i].keyword)))
            return;
    warning = add_warning(index, name, "other_draft");
    warning->keyword = other->name;
    snprintf(warning->text, sizeof warning->text,
             "\"%s\" is a keyword of another draft and has no effect: use \"%s\"",
             other->name, other->instead);
}

/* Count the integers beyond 2^53 in a value that is compared with others. */
static void count_large_integers(struct schema_index *index, uint32_t value)
{
    const struct node *nodes = index->document->nodes;

    for (uint32_t at = value; at < nodes[value].next; at++) {
        if (nodes[at].type != NODE_NUMBER || !(nodes[at].flags & NODE_INTEGER) ||
            fabs(value_number(index->document, at)) < 0x1p53 ||
            view_is(document_raw(index->document, at), "9007199254740992") ||
            view_is(document_raw(index->document, at), "-9007199254740992"))
            continue;
        if (index->large_integer_count++ == 0)
            index->large_integer = at;
    }
}

/* --- the walk --- */

/* Whether $schema names this draft. The rules of any other meta-schema are unknown. */
static bool check_draft(struct schema_index *index, uint32_t value)
{
    static const char draft[] = "https://json-schema.org/draft/2020-12/schema";
    struct view fragment, uri;

    if (!document_is(index->document, value, NODE_STRING))
        return schema_index_fail(index->error, index->document, value,
                                 "$schema: expected a string");
    uri = uri_split(string_at(index, value), &fragment);
    if (fragment.length == 0 && view_is(uri, draft))
        return true;
    uri = string_at(index, value);
    return schema_index_fail(index->error, index->document, value,
                             "$schema: expected draft 2020-12, found \"%.*s\"",
                             schema_shown(uri), uri.data);
}

static bool visit_schema(struct schema_index *index, uint32_t node, uint32_t resource);

/* Visit the schemas in the value of a keyword. */
static bool visit_value(struct schema_index *index, enum schema_keyword keyword,
                        uint32_t value, uint32_t resource)
{
    const struct node *nodes = index->document->nodes;
    bool map = schema_keyword_holds(keyword) == HOLDS_MAP_OF_SCHEMAS;

    if (schema_keyword_holds(keyword) == HOLDS_SCHEMA)
        return visit_schema(index, value, resource);
    if (!document_is(index->document, value, map ? NODE_OBJECT : NODE_ARRAY))
        return schema_index_fail(index->error, index->document, value,
                                 "%s: expected %s of schemas", schema_keyword_name(keyword),
                                 map ? "an object" : "an array");
    for (uint32_t at = value + 1 + map; at < nodes[value].next; at = nodes[at].next + map)
        if (!visit_schema(index, at, resource))
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
        return schema_index_fail(
            index->error, index->document, name, "unknown keyword %.*s",
            schema_shown(string_at(index, name)), string_at(index, name).data);
    case KEYWORD_SCHEMA:
        return check_draft(index, value);
    case KEYWORD_ANCHOR:
    case KEYWORD_DYNAMIC_ANCHOR:
        return add_anchor(index, node, resource, value, keyword == KEYWORD_DYNAMIC_ANCHOR);
    case KEYWORD_DYNAMIC_REF:
        index->has_dynamic_reference = true;
        return true;
    case KEYWORD_NONE:
        warn_other_draft(index, name);
        return true;
    case KEYWORD_CONST:
    case KEYWORD_ENUM:
    case KEYWORD_EXCLUSIVE_MAXIMUM:
    case KEYWORD_EXCLUSIVE_MINIMUM:
    case KEYWORD_MAXIMUM:
    case KEYWORD_MINIMUM:
    case KEYWORD_MULTIPLE_OF:
        count_large_integers(index, value);
        return true;
    default:
        return schema_keyword_holds(keyword) == HOLDS_NO_SCHEMA ||
               visit_value(index, keyword, value, resource);
    }
}

/* Add the schema at NODE, which is part of RESOURCE, and all schemas in it. Recursion is at
 * most as deep as the document. */
static bool visit_schema(struct schema_index *index, uint32_t node, uint32_t resource)
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
        return schema_index_fail(index->error, index->document, node,
                                 "expected a schema: an object, true or false");
    index->resource_of[node] = resource + 1;
    return true;
}

bool schema_index_build(struct schema_index *index, const struct document *document,
                        struct schema_warnings *warnings, struct schema_error *error)
{
    *index =
        (struct schema_index){.document = document, .error = error, .warnings = warnings};
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
    return visit_schema(index, 0, 0);
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

void schema_index_warn_integers(struct schema_index *index)
{
    struct schema_warning *warning;
    char nearest[NUMBER_TEXT_SIZE];
    struct view text;
    size_t length;
    int end;

    if (index->large_integer_count == 0)
        return;
    warning = add_warning(index, index->large_integer, "inexact_integer");
    text = document_raw(index->document, index->large_integer);
    length = number_format(value_number(index->document, index->large_integer), nearest);
    end = snprintf(warning->text, sizeof warning->text,
                   "%.*s is beyond 2^53 and compared as the nearest double, %.*s",
                   schema_shown(text), text.data, (int)length, nearest);
    if (index->large_integer_count > 1)
        snprintf(warning->text + end, sizeof warning->text - (size_t)end,
                 " (%u more such in this schema)", index->large_integer_count - 1);
}

uint32_t schema_index_resource(const struct schema_index *index, uint32_t node)
{
    return index->resource_of[node] - 1;
}

/* --- pointers --- */

/* Whether OBJECT is large. Its members are in the map then. */
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
        struct view key = make_key(index, object, string_at(index, name));

        map_put(&index->members, key.data, key.length, NULL)->value.word = name + 1;
    }
    return true;
}

static uint32_t find_member(struct schema_index *index, uint32_t object, struct view name)
{
    const struct node *nodes = index->document->nodes;

    if (is_mapped(index, object)) {
        struct view key = make_key(index, object, name);
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

/* Decode ~0 and ~1 of a reference token in place (RFC 6901, section 4). */
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

static bool fail_reference(struct schema_index *index, uint32_t reference)
{
    struct view text = string_at(index, reference);

    return schema_index_fail(index->error, index->document, reference,
                             "reference to what is not in this file: \"%.*s\"",
                             schema_shown(text), text.data);
}

static bool find_resource(struct schema_index *index, uint32_t node, struct view uri,
                          uint32_t *resource)
{
    const struct map_entry *entry;

    buf_clear(&index->text);
    uri_resolve(base_of(index, schema_index_resource(index, node)), uri, &index->text);
    entry = map_find(&index->by_uri, index->text.data, index->text.length);
    if (entry == NULL)
        return false;
    *resource = (uint32_t)entry->value.word;
    return true;
}

/* Find the anchor whose name is in index->text. */
static bool find_anchor(struct schema_index *index, uint32_t resource, uint32_t *target,
                        uint32_t *anchor)
{
    struct view name = buf_view(&index->text);
    struct view key = make_key(index, resource, name);
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
        return schema_index_fail(index->error, index->document, reference,
                                 "reference: expected a string");
    uri = uri_split(string_at(index, reference), &fragment);
    if (!find_resource(index, node, uri, &resource))
        return fail_reference(index, reference);
    buf_clear(&index->text);
    if (!uri_decode(fragment, &index->text))
        return fail_reference(index, reference);
    *target = index->resources[resource].node;
    if (index->text.length == 0)
        return true;
    if (index->text.data[0] != '/')
        return find_anchor(index, resource, target, anchor) ||
               fail_reference(index, reference);
    if (!follow_pointer(index, target, &resource))
        return fail_reference(index, reference);
    return visit_schema(index, *target, resource);
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
