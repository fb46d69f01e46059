#include <config.h>

#include "json/canonical.h"

#include "parsed.h"
#include "tap.h"

static void check(const char *text, const char *want, const char *what)
{
    struct canonical canonical;
    struct parsed parsed = parsed_text(text);
    struct buf out;

    canonical_init(&canonical);
    buf_init(&out);
    if (tap_check(parsed.document != NULL, "%s: is read", what)) {
        canonical_write(&canonical, parsed.document, 0, &out);
        tap_equal_bytes(out.data, out.length, want, what);
    }
    buf_release(&out);
    canonical_release(&canonical);
    parsed_release(&parsed);
}

static void test_replacement(void)
{
    struct canonical canonical;
    struct parsed parsed = parsed_text("{\"b\":[1,2],\"a\":\"x\",\"c\":{\"d\":0}}");
    struct document *document = parsed.document;
    struct buf out;

    canonical_init(&canonical);
    buf_init(&out);
    canonical_replace(&canonical, document, document_member(document, 0, "b"),
                      (struct view){"[]", 2});
    canonical_replace(&canonical, document, document_member(document, 0, "a"),
                      (struct view){"7", 1});
    canonical_replace(&canonical, document, document_member(document, 0, "c"),
                      (struct view){"null", 4});
    canonical_write(&canonical, document, 0, &out);
    tap_equal_bytes(out.data, out.length, "{\"a\":7,\"b\":[],\"c\":null}",
                    "replacements replace their nodes");
    canonical_restore(&canonical, document);
    buf_clear(&out);
    canonical_write(&canonical, document, 0, &out);
    tap_equal_bytes(out.data, out.length, "{\"a\":\"x\",\"b\":[1,2],\"c\":{\"d\":0}}",
                    "and are gone after canonical_restore");
    buf_release(&out);
    canonical_release(&canonical);
    parsed_release(&parsed);
}

/* Objects around the number of members from which the reader sorts. */
static void test_sizes(void)
{
    for (int count = 60; count <= 70; count++) {
        struct canonical canonical;
        struct buf text;
        struct buf want;
        struct buf out;
        struct parsed parsed;

        canonical_init(&canonical);
        buf_init(&text);
        buf_init(&want);
        buf_init(&out);
        for (int i = 0; i < count; i++) {
            buf_append_format(&text, "%c \"%03d\" : {\"b\":%d, \"a\":[]}",
                              i == 0 ? '{' : ',', count - i, i);
            buf_append_format(&want, "%c\"%03d\":{\"a\":[],\"b\":%d}", i == 0 ? '{' : ',',
                              i + 1, count - 1 - i);
        }
        buf_append_byte(&text, '}');
        buf_append_byte(&want, '}');
        parsed = parsed_bytes(text.data, text.length, '\0');
        canonical_write(&canonical, parsed.document, 0, &out);
        tap_check(view_equal(buf_view(&out), buf_view(&want)), "%d members are sorted",
                  count);
        parsed_release(&parsed);
        buf_release(&text);
        buf_release(&want);
        buf_release(&out);
        canonical_release(&canonical);
    }
}

/* Nested objects with many members that end together. */
static void test_nested_large(void)
{
    struct canonical canonical;
    struct buf text;
    struct buf out;
    struct parsed parsed;
    struct parsed again;
    struct buf twice;

    canonical_init(&canonical);
    buf_init(&text);
    buf_init(&out);
    buf_init(&twice);
    for (int depth = 0; depth < 20; depth++) {
        buf_append_byte(&text, '{');
        for (int i = 100; i > 0; i--)
            buf_append_format(&text, "\"%d\":%d,", i, depth);
        buf_append_text(&text, "\"~\":");
    }
    buf_append_text(&text, "null");
    for (int depth = 0; depth < 20; depth++)
        buf_append_byte(&text, '}');
    parsed = parsed_bytes(text.data, text.length, '\0');
    canonical_write(&canonical, parsed.document, 0, &out);
    again = parsed_bytes(out.data, out.length, '\0');
    canonical_write(&canonical, again.document, 0, &twice);
    tap_check(out.length == text.length && view_equal(buf_view(&out), buf_view(&twice)) &&
                  memcmp(out.data, "{\"1\":0,\"10\":0,\"100\":0,\"11\":0", 28) == 0,
              "large objects inside each other, ending together, are each sorted");
    parsed_release(&parsed);
    parsed_release(&again);
    buf_release(&text);
    buf_release(&out);
    buf_release(&twice);
    canonical_release(&canonical);
}

int main(void)
{
    check(" null ", "null", "a literal");
    check("[ ]", "[]", "an empty array");
    check("{ }", "{}", "an empty object");
    check("[1.0,-0,1e2,0.000001,1e-7,123456789012345678]",
          "[1,0,100,0.000001,1e-7,123456789012345680]", "numbers");
    check("\"\\u00e9\\/\\u0007\\ud83d\\ude00\"", "\"\xc3\xa9/\\u0007\xf0\x9f\x98\x80\"",
          "a string is decoded and written anew");
    check("{\"b\":{\"d\":1,\"c\":2},\"a\":[{\"f\":1,\"e\":2}]}",
          "{\"a\":[{\"e\":2,\"f\":1}],\"b\":{\"c\":2,\"d\":1}}", "names at every depth");
    check(
        "{\"\\u20ac\":1,\"\\r\":2,\"\\ufb33\":3,\"1\":4,\"\\ud83d\\ude00\":5,\"\\u0080\":6,"
        "\"\\u00f6\":7}",
        "{\"\\r\":2,\"1\":4,\"\xc2\x80\":6,\"\xc3\xb6\":7,\"\xe2\x82\xac\":1,"
        "\"\xf0\x9f\x98\x80\":5,\"\xef\xac\xb3\":3}",
        "the example of RFC 8785, 3.2.3");
    test_replacement();
    test_sizes();
    test_nested_large();
    return tap_done();
}
