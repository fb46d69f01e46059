/* What is a plain path, and that it gives what libjq gives. */
#include <config.h>

#include "json/path.h"

#include "documents.h"
#include "outputs.h"
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

static bool is_path(const char *text)
{
    struct path path;
    bool parsed = path_parse(&path, text, NULL);

    path_release(&path);
    return parsed;
}

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
    tap_equal_count(count_listed(".a,"), 0, "nothing after a comma is no list");
    tap_equal_count(count_listed(".a,.b|.c"), 0, "a program after a comma is no list");
    tap_equal_count(count_listed(".a;.b"), 0, "a semicolon does not part");
}

/* Both fail on the same kind of value, or give the same. libjq's text differs between its
 * versions after "Cannot index KIND with". */
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
        tap_check(path != NULL && filter != NULL && is_path(plain[i]) &&
                      !is_path(buf_text(&text)),
                  "in parentheses it is libjq's: number %zu", i);
        for (size_t k = 0; filter != NULL && k < COUNT(documents); k++) {
            struct parsed parsed = parsed_text(documents[k]);

            program_input_set(input, parsed.document);
            outputs_take(path, input, &ours);
            outputs_take(filter, input, &theirs);
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

int main(void)
{
    test_forms();
    test_lists();
    test_messages();
    test_against_libjq();
    return tap_done();
}
