/* What is a plain path, that it gives what libjq gives, and JSON pointers. */
#include <config.h>

#include "json/canonical.h"
#include "json/path.h"
#include "json/program.h"
#include "parsed.h"
#include "tap.h"

#include <ctype.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const char *const plain[] = {
    ".",
    " . ",
    ".a",
    ".a.b",
    ".a_1.Z",
    "._",
    ".and.if.reduce.__loc__",
    ".a[0]",
    ".[0]",
    ".[-1]",
    ".a[-2].b",
    ".[999999999]",
    ".[-999999999]",
    ". [0]",
    ".a [ 0 ] [ \"b\" ] .c",
    "\t.a\n",
    ".\"a\"",
    ". \"a\"",
    ".a.\"b\"",
    ".a. \"b\"",
    ".\"a\".\"b\"[0]",
    ".\"a\"[0]",
    ". .a",
    ".[\"a\"]",
    ".[\"x y\"].z",
    ".[ \"a\" ]",
    ".[\"\"]",
    ".[\"a,b]\\\"[\"]",
    ".[\"\\u0061\\n\\ud83d\\ude00\"]",
    ".[\"\\u0000\"]",
    ".[\"\xc3\xa9\"].\"\xf0\x9f\x98\x80\"",
    ".a.b[\"c\"][0]",
};

static const char *const not_plain[] = {
    "",
    " ",
    "a",
    "..",
    "..a",
    ".a.",
    ".a..b",
    ".[]",
    ".a[]",
    ".a?",
    ".[0]?",
    ".a.[0]",
    ".a.[\"b\"]",
    ".[1:2]",
    ".[:2]",
    ".[01]",
    ".[-0]",
    ".[- 1]",
    ".[1.5]",
    ".[1e0]",
    ".[.a]",
    ".[1000000000]",
    ".1",
    ".a.1",
    ".a-b",
    ". a",
    ".a b",
    ".a . b",
    ".[a]",
    ".['a']",
    ".[\"a]",
    ".[\"a\"",
    ".[0",
    ".[\"a\\(1)\"]",
    ".\"a\\(.b)\"",
    ".[\"\\x\"]",
    ".[\"\\ud83d\"]",
    ".[\"\xff\"]",
    ".[\"a\nb\"]",
    ".[\"\\",
    ".a | .b",
    ".a,.b",
    ".a # it",
    ".a::b",
    "(.a)",
    "$a",
    ".a\r",
};

static void test_forms(void)
{
    struct path path;

    for (size_t i = 0; i < COUNT(plain); i++) {
        tap_check(path_parse(&path, plain[i], NULL), "plain: number %zu", i);
        path_release(&path);
    }
    for (size_t i = 0; i < COUNT(not_plain); i++)
        if (!tap_check(!path_parse(&path, not_plain[i], NULL), "not plain: number %zu", i))
            path_release(&path);
}

/* Split a list of paths as --by does: the number of paths, 0 where one is not plain. */
static unsigned count_listed(const char *text)
{
    unsigned count = 0;

    for (;; text++) {
        struct path path;

        if (!path_parse(&path, text, &text))
            return 0;
        path_release(&path);
        count++;
        if (*text != ',')
            return count;
    }
}

static void test_lists(void)
{
    tap_equal_count(count_listed(".a"), 1, "a list of one");
    tap_equal_count(count_listed(".a,.b , .[\"c,d\"][0],."), 4, "a list of four");
    tap_equal_count(count_listed(".a,"), 0, "nothing behind a comma is no list");
    tap_equal_count(count_listed(".a,.b|.c"), 0, "a program behind a comma is no list");
    tap_equal_count(count_listed(".a;.b"), 0, "a semicolon does not part");
}

static const char *const documents[] = {
    "null",
    "true",
    "false",
    "0",
    "-1.5e3",
    "\"text\"",
    "\"\"",
    "[]",
    "{}",
    "[1,2,[3,{\"a\":[null,false]}],\"x\"]",
    "{\"a\":null}",
    "{\"a\":false,\"b\":{\"a\":[]}}",
    "{\"a\":{\"b\":{\"c\":[{\"a\":7}]},\"\":[1]},\"\":{\"\":3}}",
    "{\"a\":[[10,20],[30],{\"b\":\"\\u00e9\"}],\"x y\":{\"z\":1.0}}",
    "{\"a\":{\"b\":[]},\"_\":1,\"\\u0000\":2,\"a\\n\\ud83d\\ude00\":3,\"\\u00e9\":{"
    "\"\\ud83d"
    "\\ude00\":4}}",
    "{\"\\u0061\":{\"\\u0062\":{\"\\u0063\":[[5]]}},\"a,b]\\\"[\":6}",
    "{\"and\":{\"if\":{\"reduce\":{\"__loc__\":1}}},\"a_1\":{\"Z\":[]}}",
    "[[[1]]]",
    "[null]",
    "[{\"a\":1},{\"a\":2}]",
};

/* All that a program gives on a document: outputs, a blank behind each, or !message. */
static void run(struct program *program, struct program_input *input, struct buf *out)
{
    struct canonical canonical;
    struct program_output output;
    int result;

    canonical_init(&canonical);
    buf_clear(out);
    program_start(program, input);
    while ((result = program_next(program, &output)) > 0) {
        canonical_write(&canonical, output.document, output.node, out);
        buf_append_byte(out, ' ');
    }
    if (result < 0) {
        buf_append_byte(out, '!');
        buf_append(out, program_message(program).data, program_message(program).length);
    }
    canonical_release(&canonical);
}

/* Both fail on the same kind of value, or give the same. libjq's text differs between its
 * versions behind "Cannot index KIND with". */
static bool agree(struct buf *ours, struct buf *theirs)
{
    const char *end;
    size_t length;

    if (ours->length == 0 || ours->data[0] != '!')
        return view_equal(buf_view(ours), buf_view(theirs));
    end = strstr(buf_text(ours), " with ");
    length = end == NULL ? ours->length : (size_t)(end - ours->data);
    return theirs->length > length && theirs->data[0] == '!' &&
           tolower((unsigned char)theirs->data[1]) == ours->data[1] &&
           memcmp(theirs->data + 2, ours->data + 2, length - 2) == 0;
}

static void test_against_libjq(void)
{
    struct program_input *input = program_input_new();
    struct buf ours;
    struct buf theirs;
    struct buf text;
    struct buf message;
    unsigned errors = 0;

    buf_init(&ours);
    buf_init(&theirs);
    buf_init(&text);
    buf_init(&message);
    for (size_t i = 0; i < COUNT(plain); i++) {
        struct program *path = program_new(plain[i], &message);
        struct program *filter;
        bool all = true;

        buf_clear(&text);
        buf_append_format(&text, "(%s)", plain[i]);
        filter = program_new(buf_text(&text), &message);
        tap_check(path != NULL && filter != NULL && program_is_plain(path) &&
                      !program_is_plain(filter),
                  "in parentheses it is libjq's: number %zu", i);
        for (size_t k = 0; filter != NULL && k < COUNT(documents); k++) {
            struct parsed parsed = parsed_text(documents[k]);

            program_input_set(input, parsed.document);
            run(path, input, &ours);
            run(filter, input, &theirs);
            errors += ours.data[0] == '!';
            if (!agree(&ours, &theirs)) {
                all = false;
                printf("# %s gives %s, libjq %s\n", documents[k], buf_text(&ours),
                       buf_text(&theirs));
            }
            parsed_release(&parsed);
        }
        tap_check(all, "equals libjq on %zu documents: number %zu", COUNT(documents), i);
        program_free(path);
        program_free(filter);
    }
    tap_check(errors > 100, "many of them were errors (%u)", errors);
    buf_release(&ours);
    buf_release(&theirs);
    buf_release(&text);
    buf_release(&message);
    program_input_free(input);
}

static void test_message(const char *document, const char *text, const char *want)
{
    struct parsed parsed = parsed_text(document);
    struct path_match match;
    struct path path;
    struct buf message;

    buf_init(&message);
    path_parse(&path, text, NULL);
    if (path_follow(&path, parsed.document, &match) == PATH_ERROR)
        path_explain(&path, parsed.document, &match, &message);
    tap_equal_bytes(message.data, message.length, want, want);
    path_release(&path);
    buf_release(&message);
    parsed_release(&parsed);
}

static void test_messages(void)
{
    test_message("1", ".a", "cannot index number with \"a\"");
    test_message("{\"a\":true}", ".a.b.c", "cannot index boolean with \"b\"");
    test_message("{\"a\":[1]}", ".a[0][\"x y\"]", "cannot index number with \"x y\"");
    test_message("[\"a\"]", ".[-1][0]", "cannot index string with number");
    test_message("{}", ".[0]", "cannot index object with number");
    test_message("[]", ".a", "cannot index array with \"a\"");
}

/* --- pointers --- */

/* The example of RFC 6901, section 5. */
static const char example[] =
    "{\"foo\":[\"bar\",\"baz\"],\"\":0,\"a/b\":1,\"c%d\":2,\"e^f\":3,\"g|h\":4,"
    "\"i\\\\j\":5,\"k\\\"l\":6,\" \":7,\"m~n\":8,\"~1\":9,\"n\\u00e9\":{\"\":[{}]}}";

static const struct {
    const char *pointer;
    const char *want; /* the raw text of the node; NULL: there is none */
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
    {"/foo/2", NULL},
    {"/foo/-", NULL},
    {"/foo/00", NULL},
    {"/foo/01", NULL},
    {"/foo/+1", NULL},
    {"/foo/", NULL},
    {"/foo/99999999999999999999", NULL},
    {"/foo/4294967296", NULL},
    {"/foo/18446744073709551616", NULL},
    {"/foo/0/0", NULL},
    {"/fo", NULL},
    {"/fooo", NULL},
    {"//", NULL},
    {"/nothing/else", NULL},
};

static void test_pointers(void)
{
    static const char *const wrong[] = {"foo", "/a~2b", "/~", "/~/x", "#/foo", "/none/~"};
    struct parsed parsed = parsed_text(example);
    uint32_t node;

    tap_check(path_follow_pointer(parsed.document, (struct view){"", 0}, &node) ==
                      PATH_NODE &&
                  node == 0,
              "the empty pointer is the root");
    for (size_t i = 0; i < COUNT(pointers); i++) {
        struct view pointer = {pointers[i].pointer, strlen(pointers[i].pointer)};
        enum path_result result = path_follow_pointer(parsed.document, pointer, &node);

        if (pointers[i].want == NULL)
            tap_check(result == PATH_NULL, "names nothing: %s", pointers[i].pointer);
        else
            tap_check(result == PATH_NODE &&
                          view_is(document_raw(parsed.document, node), pointers[i].want),
                      "names %s: %s", pointers[i].want, pointers[i].pointer);
    }
    for (size_t i = 0; i < COUNT(wrong); i++)
        tap_check(path_follow_pointer(parsed.document,
                                      (struct view){wrong[i], strlen(wrong[i])},
                                      &node) == PATH_ERROR,
                  "is no pointer: %s", wrong[i]);
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
        path_append_pointer(document, i, &pointer);
        all = all &&
              path_follow_pointer(document, buf_view(&pointer), &node) == PATH_NODE &&
              (node == i || (node == i + 1 && document_is(document, i, NODE_STRING)));
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
        path_append_pointer(parsed.document, i, &pointer);
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
    test_forms();
    test_lists();
    test_messages();
    test_pointers();
    test_pointers_written();
    test_against_libjq();
    return tap_done();
}
