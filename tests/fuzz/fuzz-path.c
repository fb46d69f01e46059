/* Plain paths and JSON pointers: the first line is a path, the second a value. A path that
 * is written anew from its steps leads to the same place, which is that of a walk step by
 * step; and each node has a pointer that leads back to it. Good is a plain path that leads
 * to a node.
 */
#include <config.h>

#include "json/path.h"
#include "json/pointer.h"
#include "json/writer.h"

#include "../oracle/pointer.h"
#include "support.h"

const char fuzz_corpus[] = "path";

/* Append the path as `.["name"][0]`, names as JSON strings. */
static void write_path(const struct path *path, struct buf *out)
{
    buf_append_byte(out, '.');
    for (size_t i = 0; i < path->count; i++) {
        const struct path_step *step = &path->steps[i];

        if (step->is_name) {
            buf_append_byte(out, '[');
            writer_append_string(
                out, (struct view){path->names.data + step->name, step->name_length});
            buf_append_byte(out, ']');
        } else {
            buf_append_format(out, "[%d]", (int)step->index);
        }
    }
}

/* The element at INDEX, from the end where it is negative, NODE_NONE where there is none.
 */
static uint32_t element(const struct document *document, uint32_t array, int32_t index)
{
    const struct node *nodes = document->nodes;
    int32_t count = 0;

    for (uint32_t at = array + 1; at < nodes[array].next; at = nodes[at].next)
        count++;
    if (index < 0)
        index += count;
    for (uint32_t at = array + 1; at < nodes[array].next && index >= 0; at = nodes[at].next)
        if (index-- == 0)
            return at;
    return NODE_NONE;
}

/* The value of a member. */
static uint32_t member(const struct document *document, uint32_t object, struct view name)
{
    uint32_t end = document->nodes[object].next;

    for (uint32_t at = object + 1; at < end; at = document->nodes[at + 1].next)
        if (view_equal(document_string(document, at), name))
            return at + 1;
    return NODE_NONE;
}

/* What jq says of each step: null has nothing, an object names, an array elements. */
static enum path_result follow(const struct path *path, const struct document *document,
                               uint32_t *node)
{
    bool is_null = false;

    *node = 0;
    for (size_t i = 0; i < path->count; i++) {
        const struct path_step *step = &path->steps[i];

        if (is_null || document_is(document, *node, NODE_NULL)) {
            is_null = true;
            continue;
        }
        if (!document_is(document, *node, step->is_name ? NODE_OBJECT : NODE_ARRAY))
            return PATH_ERROR;
        *node =
            step->is_name
                ? member(document, *node,
                         (struct view){path->names.data + step->name, step->name_length})
                : element(document, *node, step->index);
        is_null = *node == NODE_NONE;
    }
    return is_null ? PATH_NULL : PATH_NODE;
}

static void judge_pointers(const struct document *document)
{
    struct buf pointer;

    buf_init(&pointer);
    for (uint32_t node = 0; node < document->count && node < 200; node++) {
        uint32_t found;

        buf_clear(&pointer);
        pointer_append(document, node, &pointer);
        buf_text(&pointer); /* ends it with NUL */
        found = pointer_target(document, buf_view(&pointer));
        /* The pointer of a name is that of its value. */
        FUZZ_REQUIRE(found == node || found == node + 1);
    }
    buf_release(&pointer);
}

static enum path_result judge_path(const struct path *path, const struct document *document)
{
    struct path_match match = {NODE_NONE, SIZE_MAX};
    enum path_result result = path_follow(path, document, &match);
    uint32_t expected;

    FUZZ_REQUIRE(follow(path, document, &expected) == result);
    if (result == PATH_NODE)
        FUZZ_REQUIRE(match.node == expected);
    if (result == PATH_ERROR) {
        struct buf message;

        buf_init(&message);
        FUZZ_REQUIRE(match.step < path->count && match.node < document->count);
        path_explain(path, document, &match, &message);
        FUZZ_REQUIRE(message.length > 0);
        buf_release(&message);
    }
    return result;
}

bool fuzz_judge(const char *data, size_t size)
{
    static struct reader *reader;
    struct view text = {data, size};
    struct view line = {"", 0};
    struct document *document;
    struct path path;
    struct path again;
    struct buf path_text;
    bool good = false;

    path_init(&path);
    path_init(&again);
    buf_init(&path_text);
    fuzz_next_line(&text, &line);
    buf_append(&path_text, line.data, line.length);
    document = fuzz_parse(&reader, text);
    if (document != NULL)
        judge_pointers(document);
    if (document != NULL && path_parse(&path, buf_text(&path_text), NULL)) {
        good = judge_path(&path, document) == PATH_NODE;
        buf_clear(&path_text);
        write_path(&path, &path_text);
        FUZZ_REQUIRE(path_parse(&again, buf_text(&path_text), NULL));
        FUZZ_REQUIRE(again.count == path.count);
        FUZZ_REQUIRE((judge_path(&again, document) == PATH_NODE) == good);
    }
    path_release(&path);
    path_release(&again);
    buf_release(&path_text);
    return good;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_judge((const char *)data, size);
    return 0;
}
