#include <config.h>

#include "json/pointer.h"

#include "../oracle/pointer.h"
#include "documents.h"
#include "parsed.h"
#include "tap.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* The example of RFC 6901, section 5. */
static const char example[] =
    "{\"foo\":[\"bar\",\"baz\"],\"\":0,\"a/b\":1,\"c%d\":2,\"e^f\":3,\"g|h\":4,"
    "\"i\\\\j\":5,\"k\\\"l\":6,\" \":7,\"m~n\":8,\"~1\":9,\"n\\u00e9\":{\"\":[{}]}}";

static const struct {
    const char *pointer;
    const char *want; /* the text of the value */
} pointers[] = {
    {"/foo", "[\"bar\",\"baz\"]"},
    {"/foo/0", "bar"},
    {"/foo/1", "baz"},
    {"/", "0"},
    {"/a~1b", "1"},
    {"/c%d", "2"},
    {"/e^f", "3"},
    {"/g|h", "4"},
    {"/i\\j", "5"},
    {"/k\"l", "6"},
    {"/ ", "7"},
    {"/m~0n", "8"},
    {"/~01", "9"},
    {"/n\xc3\xa9//0", "{}"},
};

static void test_example(void)
{
    struct parsed parsed = parsed_text(example);
    struct buf pointer;

    buf_init(&pointer);
    for (size_t i = 0; i < COUNT(pointers); i++) {
        uint32_t node = pointer_target(parsed.document, view_from(pointers[i].pointer));

        tap_check(node != UINT32_MAX &&
                      view_is(document_raw(parsed.document, node), pointers[i].want),
                  "%s leads to %s", pointers[i].pointer, pointers[i].want);
        if (node == UINT32_MAX)
            continue;
        buf_clear(&pointer);
        pointer_append(parsed.document, node, &pointer);
        tap_equal_bytes(buf_text(&pointer), pointer.length, pointers[i].pointer,
                        "the pointer of that value");
    }
    buf_release(&pointer);
    parsed_release(&parsed);
}

/* Whether the pointer of each node leads to it, that of a name to its value. */
static bool pointers_lead_back(const struct document *document)
{
    struct buf pointer;
    bool all = true;
    uint32_t node;

    buf_init(&pointer);
    for (uint32_t i = 0; i < document->count; i++) {
        buf_clear(&pointer);
        pointer_append(document, i, &pointer);
        buf_text(&pointer); /* ends it with NUL */
        node = pointer_target(document, buf_view(&pointer));
        all =
            all && (node == i || (node == i + 1 && document_is(document, i, NODE_STRING)));
    }
    buf_release(&pointer);
    return all;
}

static void test_pointers_written(void)
{
    static const char text[] = "{\"a/b~\":[0,[1],{\"\":2}],\"c\":{},\"d\":3}";
    static const char *const want[] = {
        "",          "/a~1b~0",    "/a~1b~0",    "/a~1b~0/0", "/a~1b~0/1", "/a~1b~0/1/0",
        "/a~1b~0/2", "/a~1b~0/2/", "/a~1b~0/2/", "/c",        "/c",        "/d",
        "/d"};
    struct parsed parsed = parsed_text(text);
    struct buf pointer;

    buf_init(&pointer);
    tap_equal_count(parsed.document->count, COUNT(want), "nodes of the text");
    for (uint32_t i = 0; i < COUNT(want); i++) {
        buf_clear(&pointer);
        pointer_append(parsed.document, i, &pointer);
        tap_equal_bytes(buf_text(&pointer), pointer.length, want[i], "a node's pointer");
    }
    buf_release(&pointer);
    parsed_release(&parsed);
    for (size_t i = 0; i < COUNT(documents); i++) {
        parsed = parsed_text(documents[i]);
        tap_check(pointers_lead_back(parsed.document), "pointers lead back: %s",
                  documents[i]);
        parsed_release(&parsed);
    }
    parsed = parsed_text(example);
    tap_check(pointers_lead_back(parsed.document), "pointers lead back: RFC 6901");
    parsed_release(&parsed);
}

int main(void)
{
    test_example();
    test_pointers_written();
    return tap_done();
}
