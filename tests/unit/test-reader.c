/* The reader: what it accepts, refuses and where, and what its documents say. */
#include <config.h>

#include "json/reader.h"
#include "parsed.h"
#include "tap.h"

#include <dirent.h>
#include <stdio.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* Bytes that would go on with a text that ends too early, if they were read. */
static const char behinds[] = {'\0', ' ', '"', '0', 'e', '.', '}', ']', ',', '\\', '\x80'};

/* Whether the bytes are rejected with this code at this place, whatever follows. */
static bool is_rejected(const char *text, size_t length, const char *code, size_t offset,
                        bool at_end)
{
    bool all = true;

    for (size_t i = 0; i < COUNT(behinds); i++) {
        struct parsed parsed = parsed_bytes(text, length, behinds[i]);
        const struct reader_error *error = &parsed.error;

        if (parsed.document != NULL || strcmp(error->code, code) != 0 ||
            error->offset != offset || error->at_end != at_end ||
            parsed.text[length] != behinds[i]) {
            if (all && parsed.document != NULL)
                printf("# accepted: %.*s\n", (int)length, text);
            else if (all)
                printf("# got %s at %zu%s, want %s at %zu\n", error->code, error->offset,
                       error->at_end ? " (end)" : "", code, offset);
            all = false;
        }
        parsed_release(&parsed);
    }
    return all;
}

static bool is_accepted(const char *text, size_t length)
{
    bool all = true;

    for (size_t i = 0; i < COUNT(behinds); i++) {
        struct parsed parsed = parsed_bytes(text, length, behinds[i]);

        if (all && parsed.document == NULL)
            printf("# rejected: %s at %zu\n", parsed.error.code, parsed.error.offset);
        all = all && parsed.document != NULL && parsed.text[length] == behinds[i];
        parsed_release(&parsed);
    }
    return all;
}

/* --- strictness --- */

#define TEXT(literal) literal, sizeof(literal) - 1

static const struct {
    const char *text;
    size_t length;
    const char *code;
    size_t offset;
    bool at_end;
} rejected[] = {
    /* no value */
    {TEXT(""), "syntax", 0, true},
    {TEXT(" \t"), "syntax", 2, true},
    {TEXT("x"), "syntax", 0, false},
    {TEXT("'a'"), "syntax", 0, false},
    {TEXT("/**/1"), "syntax", 0, false},
    {TEXT("\f1"), "syntax", 0, false},
    {TEXT("\xc2\xa0"
          "1"),
     "syntax", 0, false},
    {TEXT("]"), "syntax", 0, false},
    {TEXT("\0"), "syntax", 0, false},
    {TEXT("\xef\xbb\xbf{}"), "bom", 0, false},
    {TEXT("[\xef\xbb\xbf"
          "1]"),
     "bom", 1, false},
    {TEXT("1\xef\xbb\xbf"), "bom", 1, false},
    {TEXT("\xef\xbb"), "syntax", 0, false},
    /* words */
    {TEXT("tru"), "syntax", 0, false},
    {TEXT("True"), "syntax", 0, false},
    {TEXT("nul"), "syntax", 0, false},
    {TEXT("falsE"), "syntax", 0, false},
    {TEXT("nan"), "syntax", 0, false},
    {TEXT("NaN"), "syntax", 0, false},
    {TEXT("Infinity"), "syntax", 0, false},
    {TEXT("-Infinity"), "syntax", 1, false},
    {TEXT("truefalse"), "trailing_bytes", 4, false},
    {TEXT("nullx"), "trailing_bytes", 4, false},
    /* numbers */
    {TEXT("-"), "syntax", 1, true},
    {TEXT("-a"), "syntax", 1, false},
    {TEXT("--1"), "syntax", 1, false},
    {TEXT("+1"), "syntax", 0, false},
    {TEXT(".5"), "syntax", 0, false},
    {TEXT("1."), "syntax", 2, true},
    {TEXT("1.e5"), "syntax", 2, false},
    {TEXT("[1.]"), "syntax", 3, false},
    {TEXT("1e"), "syntax", 2, true},
    {TEXT("1E+"), "syntax", 3, true},
    {TEXT("1e-x"), "syntax", 3, false},
    {TEXT("01"), "syntax", 0, false},
    {TEXT("[-012]"), "syntax", 2, false},
    {TEXT("00"), "syntax", 0, false},
    {TEXT("1 2"), "trailing_bytes", 2, false},
    {TEXT("0x10"), "trailing_bytes", 1, false},
    {TEXT("1_000"), "trailing_bytes", 1, false},
    {TEXT("1.5.2"), "trailing_bytes", 3, false},
    {TEXT("\xef\xbc\x91"), "syntax", 0, false},
    {TEXT("[1e309]"), "number_range", 1, false},
    {TEXT("-1e309"), "number_range", 0, false},
    {TEXT("[0, 1.7976931348623159e308]"), "number_range", 4, false},
    {TEXT("1e99999999999999999999"), "number_range", 0, false},
    /* strings */
    {TEXT("\""), "syntax", 1, true},
    {TEXT("\"abc"), "syntax", 4, true},
    {TEXT("\"abc\\"), "syntax", 5, true},
    {TEXT("\"\\\""), "syntax", 3, true},
    {TEXT("\"a\\x\""), "bad_escape", 2, false},
    {TEXT("\"\\'\""), "bad_escape", 1, false},
    {TEXT("\"\\\0\""), "bad_escape", 1, false},
    {TEXT("\"\\U0041\""), "bad_escape", 1, false},
    {TEXT("\"\\u12g4\""), "bad_escape", 1, false},
    {TEXT("\"ab\\u123\""), "bad_escape", 3, false},
    {TEXT("\"\\u 123\""), "bad_escape", 1, false},
    {TEXT("\"\\ud800\""), "lone_surrogate", 1, false},
    {TEXT("\"a\\udbff x\""), "lone_surrogate", 2, false},
    {TEXT("\"\\udc00\""), "lone_surrogate", 1, false},
    {TEXT("\"\\udc00\\udc00\""), "lone_surrogate", 1, false},
    {TEXT("\"\\ud800\\ue000\""), "lone_surrogate", 1, false},
    {TEXT("\"\\ud800\\u0041\""), "lone_surrogate", 1, false},
    {TEXT("\"\\ud800\\ud800\\udc00\""), "lone_surrogate", 1, false},
    {TEXT("\"\\ud800\\n\""), "lone_surrogate", 1, false},
    {TEXT("\"\\ud800\\u12\""), "lone_surrogate", 1, false},
    {TEXT("\"\\udc00\\ud800\""), "lone_surrogate", 1, false},
    {TEXT("\"\\ud83d\\ude00\\ude00\""), "lone_surrogate", 13, false},
    {TEXT("\"a\tb\""), "control_character", 2, false},
    {TEXT("\"a\nb\""), "control_character", 2, false},
    {TEXT("\"\0\""), "control_character", 1, false},
    {TEXT("\"abc\x1f\""), "control_character", 4, false},
    {TEXT("\"\\n\r\""), "control_character", 3, false},
    {TEXT("{\"a\x01\":1}"), "control_character", 3, false},
    /* containers */
    {TEXT("["), "syntax", 1, true},
    {TEXT("[1"), "syntax", 2, true},
    {TEXT("[1,"), "syntax", 3, true},
    {TEXT("[1,]"), "syntax", 3, false},
    {TEXT("[,1]"), "syntax", 1, false},
    {TEXT("[1,,2]"), "syntax", 3, false},
    {TEXT("[1 2]"), "syntax", 3, false},
    {TEXT("[1}"), "syntax", 2, false},
    {TEXT("[1:2]"), "syntax", 2, false},
    {TEXT("[\"a\":2]"), "syntax", 4, false},
    {TEXT("[]]"), "trailing_bytes", 2, false},
    {TEXT("{"), "syntax", 1, true},
    {TEXT("{\"a\""), "syntax", 4, true},
    {TEXT("{\"a\":"), "syntax", 5, true},
    {TEXT("{\"a\":1"), "syntax", 6, true},
    {TEXT("{\"a\":1,"), "syntax", 7, true},
    {TEXT("{\"a\":1,}"), "syntax", 7, false},
    {TEXT("{\"a\" 1}"), "syntax", 5, false},
    {TEXT("{\"a\":}"), "syntax", 5, false},
    {TEXT("{\"a\":1]"), "syntax", 6, false},
    {TEXT("{\"a\":1 \"b\":2}"), "syntax", 7, false},
    {TEXT("{a:1}"), "syntax", 1, false},
    {TEXT("{1:1}"), "syntax", 1, false},
    {TEXT("{,}"), "syntax", 1, false},
    {TEXT("{\"a\":1,b:2}"), "syntax", 7, false},
    {TEXT("{\"a\",\"b\"}"), "syntax", 4, false},
    {TEXT("{}{}"), "trailing_bytes", 2, false},
    {TEXT("{} x"), "trailing_bytes", 3, false},
    {TEXT("{}\0"), "trailing_bytes", 2, false},
    {TEXT("[1,\0]"), "syntax", 3, false},
    {TEXT("[1\0]"), "syntax", 2, false},
    {TEXT("{\0\"a\":1}"), "syntax", 1, false},
    {TEXT("\"a\"\"b\""), "trailing_bytes", 3, false},
    /* duplicate names */
    {TEXT("{\"a\":1,\"a\":1}"), "duplicate_name", 7, false},
    {TEXT("{\"a\":1, \"\\u0061\":2}"), "duplicate_name", 8, false},
    {TEXT("{\"\\u0061\":1,\"b\":0,\"a\":2}"), "duplicate_name", 18, false},
    {TEXT("{\"\":1,\"\":2}"), "duplicate_name", 6, false},
    {TEXT("{\"\\/\":1,\"/\":2}"), "duplicate_name", 8, false},
    {TEXT("{\"\\ud83d\\ude00\":1,\"\xf0\x9f\x98\x80\":2}"), "duplicate_name", 18, false},
    {TEXT("{\"\\u0000\":1,\"\\u0000\":2}"), "duplicate_name", 12, false},
    {TEXT("[{\"long enough name\":{\"x\":1},\"long enough name\":2}]"), "duplicate_name",
     29, false},
    {TEXT("{\"o\":{\"a\":1,\"b\":2,\"a\":3}}"), "duplicate_name", 18, false},
};

static void test_rejected(void)
{
    for (size_t i = 0; i < COUNT(rejected); i++)
        tap_check(is_rejected(rejected[i].text, rejected[i].length, rejected[i].code,
                              rejected[i].offset, rejected[i].at_end),
                  "%s at byte %zu: number %zu", rejected[i].code, rejected[i].offset, i);
}

static const struct {
    const char *text;
    size_t length;
} accepted[] = {
    {TEXT("null")},
    {TEXT(" \t\r\n true \r\n\t ")},
    {TEXT("false")},
    {TEXT("0")},
    {TEXT("-0")},
    {TEXT("-0.0e-0")},
    {TEXT("1e-400")},
    {TEXT("0e999999999999999999999")},
    {TEXT("1.7976931348623157e308")},
    {TEXT("1.7976931348623158e308")},
    {TEXT("123456789012345678901234567890")},
    {TEXT("\"\"")},
    {TEXT("\"\x7f\"")},
    {TEXT("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"")},
    {TEXT("\"\\u0000\\u001f\\uFFFF\\ufdd0\"")},
    {TEXT("\"\\uD800\\uDC00\\udbff\\udfff\"")},
    {TEXT("\"\xef\xbf\xbe\xef\xb7\x90\xf4\x8f\xbf\xbf\"")},
    {TEXT("\"\xef\xbb\xbf\"")},
    {TEXT("[]")},
    {TEXT("[ ]")},
    {TEXT("{}")},
    {TEXT("{ }")},
    {TEXT("[[],{},[{}]]")},
    {TEXT("{\"a\":{\"a\":{\"a\":1}}}")},
    {TEXT("[{\"a\":1},{\"a\":1}]")},
    {TEXT("{\"a\":1,\"A\":1,\"\\u0000\":1,\"\":1,\"a\\u0000\":1,\"aa\":1}")},
    {TEXT("{\"e\\u0301\":1,\"\\u00e9\":1}")},
    {TEXT(" { \"a\" : [ 1 , 2 ] , \"b\" : { } } ")},
};

static void test_accepted(void)
{
    for (size_t i = 0; i < COUNT(accepted); i++)
        tap_check(is_accepted(accepted[i].text, accepted[i].length), "accepted: number %zu",
                  i);
}

/* --- depth --- */

static void test_depth(void)
{
    static const char *const opens[] = {"[", "{\"a\":", "[0,", "{\"b\":0,\"a\":"};
    static const char closes[] = {']', '}', ']', '}'};

    for (size_t kind = 0; kind < COUNT(opens); kind++) {
        struct buf text;
        size_t last = 0;

        buf_init(&text);
        for (int depth = 0; depth < READER_DEPTH; depth++)
            buf_append_text(&text, opens[kind]);
        last = text.length;
        buf_append_byte(&text, '0');
        for (int depth = 0; depth < READER_DEPTH; depth++)
            buf_append_byte(&text, closes[kind]);
        tap_check(is_accepted(text.data, text.length), "depth 256: %s", opens[kind]);

        tap_check(is_rejected(text.data, last, "syntax", last, true),
                  "depth 256, not closed: %s", opens[kind]);
        text.length = last;
        buf_append_text(&text, "[]");
        for (int depth = 0; depth < READER_DEPTH; depth++)
            buf_append_byte(&text, closes[kind]);
        tap_check(is_rejected(text.data, text.length, "too_deep", last, false),
                  "depth 257: %s", opens[kind]);
        buf_release(&text);
    }
    tap_check(is_accepted(TEXT("[[[]],[[]],[[]]]")), "depth is not the count of brackets");
}

static void test_deep_then_flat(void)
{
    struct buf text;

    /* 256 at once, many times: closing gives the depth back. */
    buf_init(&text);
    buf_append_byte(&text, '[');
    for (int i = 0; i < 20; i++) {
        for (int depth = 1; depth < READER_DEPTH; depth++)
            buf_append_byte(&text, '[');
        for (int depth = 1; depth < READER_DEPTH; depth++)
            buf_append_byte(&text, ']');
        buf_append_byte(&text, i < 19 ? ',' : ']');
    }
    tap_check(is_accepted(text.data, text.length), "depth 256 twenty times");
    text.data[text.length - 1] = '\0';
    tap_check(is_rejected(text.data, text.length - 1, "syntax", text.length - 1, true),
              "and not closed");
    buf_release(&text);
}

/* --- characters --- */

static const struct {
    const char *bytes;
    bool good;
} characters[] = {
    {"\x7f", true},
    {"\xc2\x80", true},
    {"\xdf\xbf", true},
    {"\xe0\xa0\x80", true},
    {"\xed\x9f\xbf", true},
    {"\xee\x80\x80", true},
    {"\xef\xbf\xbf", true},
    {"\xf0\x90\x80\x80", true},
    {"\xf4\x8f\xbf\xbf", true},
    {"\x80", false},
    {"\xbf", false},
    {"\xc0\x80", false},
    {"\xc1\xbf", false},
    {"\xc3", false},
    {"\xc3\x28", false},
    {"\xe0\x80\x80", false},
    {"\xe0\x9f\xbf", false},
    {"\xe2\x82", false},
    {"\xe2\x28\xa1", false},
    {"\xed\xa0\x80", false},
    {"\xed\xbf\xbf", false},
    {"\xf0\x80\x80\x80", false},
    {"\xf0\x8f\xbf\xbf", false},
    {"\xf0\x9f\x98", false},
    {"\xf0\x28\x8c\xbc", false},
    {"\xf4\x90\x80\x80", false},
    {"\xf5\x80\x80\x80", false},
    {"\xf8\x88\x80\x80\x80", false},
    {"\xfe", false},
    {"\xff", false},
};

/* Each character at each distance from the beginning, plain text and an escape before it.
 */
static void test_characters(void)
{
    struct buf text;

    buf_init(&text);
    for (size_t i = 0; i < COUNT(characters); i++) {
        bool all = true;

        for (size_t before = 0; before < 40; before++) {
            size_t place;

            buf_clear(&text);
            buf_append_text(&text, before % 2 == 0 ? "[\"" : "[\"\\n");
            for (size_t k = 0; k < before; k++)
                buf_append_byte(&text, 'a');
            place = text.length;
            buf_append_text(&text, characters[i].bytes);
            buf_append_text(&text, "\"]");
            all = all && (characters[i].good ? is_accepted(text.data, text.length)
                                             : is_rejected(text.data, text.length,
                                                           "bad_utf8", place, false));
            /* cut inside or after the character */
            for (size_t end = place + 1; end < text.length - 1; end++) {
                struct parsed parsed = parsed_bytes(text.data, end, '\x80');

                all = all && parsed.document == NULL &&
                      (strcmp(parsed.error.code, "bad_utf8") == 0
                           ? parsed.error.offset == place
                           : characters[i].good && parsed.error.offset == end);
                parsed_release(&parsed);
            }
        }
        tap_check(all, "character %zu, %s", i, characters[i].good ? "good" : "ill-formed");
    }
    buf_release(&text);
}

/* A control, a quote and a backslash at each distance. */
static void test_distances(void)
{
    struct buf text;
    bool controls = true;
    bool quotes = true;
    bool escapes = true;

    buf_init(&text);
    for (size_t before = 0; before < 100; before++) {
        buf_clear(&text);
        buf_append_byte(&text, '"');
        for (size_t k = 0; k < before; k++)
            buf_append_byte(&text, (char)(' ' + k % 2));
        for (char control = 0; control < ' '; control++) {
            text.length = before + 1;
            buf_append_byte(&text, control);
            buf_append_text(&text, "a\"");
            controls = controls && is_rejected(text.data, text.length, "control_character",
                                               before + 1, false);
        }
        text.length = before + 1;
        quotes = quotes && is_rejected(text.data, text.length, "syntax", before + 1, true);
        buf_append_byte(&text, '"');
        quotes = quotes && is_accepted(text.data, text.length);
        text.length = before + 1;
        buf_append_text(&text, "\\\"");
        escapes =
            escapes && is_rejected(text.data, text.length, "syntax", before + 3, true);
        buf_append_byte(&text, '"');
        escapes = escapes && is_accepted(text.data, text.length);
    }
    tap_check(controls, "each control at each distance");
    tap_check(quotes, "the closing quote at each distance");
    tap_check(escapes, "an escape at each distance");
    buf_release(&text);
}

static void expect_string(const char *text, const char *want, size_t length)
{
    struct parsed parsed = parsed_text(text);
    struct view got = {NULL, 0};

    if (parsed.document != NULL)
        got = document_string(parsed.document, 0);
    tap_check(parsed.document != NULL && view_equal(got, (struct view){want, length}) &&
                  !(parsed.document->nodes[0].flags & NODE_DECODED) ==
                      (strchr(text, '\\') == NULL),
              "decoded: %s", text);
    parsed_release(&parsed);
}

static void test_strings(void)
{
    expect_string("\"\"", TEXT(""));
    expect_string("\"plain text, more than sixteen bytes\"",
                  TEXT("plain text, more than sixteen bytes"));
    expect_string("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", TEXT("\"\\/\b\f\n\r\t"));
    expect_string("\"\\u0000\"", TEXT("\0"));
    expect_string("\"a\\u0041b\"", TEXT("aAb"));
    expect_string("\"\\u00e9\\u00E9\"", TEXT("\xc3\xa9\xc3\xa9"));
    expect_string("\"\\u07ff\\u0800\\uffff\"", TEXT("\xdf\xbf\xe0\xa0\x80\xef\xbf\xbf"));
    expect_string("\"\\ud7ff\\ue000\"", TEXT("\xed\x9f\xbf\xee\x80\x80"));
    expect_string("\"\\ud800\\udc00\"", TEXT("\xf0\x90\x80\x80"));
    expect_string("\"x\\uD83D\\uDE00y\"", TEXT("x\xf0\x9f\x98\x80y"));
    expect_string("\"\\udbff\\udfff\"", TEXT("\xf4\x8f\xbf\xbf"));
    expect_string("\"0123456789abcdef\\n0123456789abcdef\xc3\xa9\\t\"",
                  TEXT("0123456789abcdef\n0123456789abcdef\xc3\xa9\t"));
}

/* --- names --- */

/* Append member NUMBER, its name with an escape where SPELT. */
static void append_member(struct buf *text, size_t number, bool spelt)
{
    buf_append_format(text, spelt ? "\"\\u006eame %zu\":%zu" : "\"name %zu\":%zu", number,
                      number);
}

/* An object of COUNT members, then one more named as member TWICE; the place of the latter
 * in *PLACE. With TWICE = COUNT it is new. */
static void make_object(struct buf *text, size_t count, size_t twice, bool spelt,
                        size_t *place)
{
    buf_append_byte(text, '{');
    for (size_t i = 0; i < count; i++) {
        append_member(text, i, spelt && i % 3 == 0);
        buf_append_byte(text, ',');
    }
    *place = text->length;
    append_member(text, twice, spelt && twice % 3 != 0);
    buf_append_byte(text, '}');
}

static void test_names(void)
{
    struct buf text;
    size_t place;

    buf_init(&text);
    for (size_t count = 1; count < 140; count += count < 60 || count > 66 ? 7 : 1) {
        bool all = true;

        for (int spelt = 0; spelt < 2; spelt++) {
            for (size_t twice = 0; twice < count; twice++) {
                buf_clear(&text);
                make_object(&text, count, twice, spelt, &place);
                all = all &&
                      is_rejected(text.data, text.length, "duplicate_name", place, false);
            }
            buf_clear(&text);
            make_object(&text, count, count, spelt, &place);
            all = all && is_accepted(text.data, text.length);
        }
        tap_check(all, "each of %zu names once more", count);
    }
    buf_release(&text);
}

static void test_many_names(void)
{
    static const size_t twices[] = {0, 1, 50000, 99998, 99999};
    struct buf text;
    size_t place;

    buf_init(&text);
    for (size_t i = 0; i < COUNT(twices); i++) {
        struct parsed parsed;

        buf_clear(&text);
        make_object(&text, 100000, twices[i], i % 2 == 0, &place);
        parsed = parsed_bytes(text.data, text.length, '\0');
        tap_check(parsed.document == NULL &&
                      strcmp(parsed.error.code, "duplicate_name") == 0 &&
                      parsed.error.offset == place,
                  "name %zu of 100,000 once more", twices[i]);
        parsed_release(&parsed);
    }
    buf_clear(&text);
    make_object(&text, 100000, 100000, true, &place);
    tap_check(is_accepted(text.data, text.length), "100,001 names");
    buf_release(&text);
}

/* Of several duplicate names, the first is reported. */
static void test_repeated_names(void)
{
    struct buf text;
    bool all = true;

    buf_init(&text);
    for (size_t repeats = 2; repeats < 40; repeats++) {
        size_t place = 0;

        buf_clear(&text);
        buf_append_byte(&text, '{');
        for (size_t i = 0; i < 100; i++) {
            append_member(&text, i, false);
            buf_append_byte(&text, ',');
        }
        place = text.length;
        for (size_t i = 0; i < repeats; i++) {
            append_member(&text, 70 + i % 3, i % 2 == 1);
            buf_append_byte(&text, i + 1 < repeats ? ',' : '}');
        }
        for (int again = 0; again < 10; again++)
            all =
                all && is_rejected(text.data, text.length, "duplicate_name", place, false);
    }
    tap_check(all, "the first of many repeated names");
    buf_release(&text);
}

/* Objects of many members inside and beside each other, with the same names. */
static void test_nested_names(void)
{
    struct buf text;
    size_t place = 0;

    buf_init(&text);
    buf_append_byte(&text, '[');
    for (int i = 0; i < 3; i++) {
        buf_append_byte(&text, '{');
        for (size_t k = 0; k < 100; k++)
            append_member(&text, k, false), buf_append_byte(&text, ',');
        buf_append_text(&text, "\"inner\":");
        make_object(&text, 90, 90, true, &place);
        buf_append_text(&text, ",\"other\":");
        make_object(&text, 90, 90, false, &place);
        buf_append_text(&text, "},");
    }
    buf_append_text(&text, "0]");
    tap_check(is_accepted(text.data, text.length), "equal names in several large objects");

    buf_clear(&text);
    buf_append_byte(&text, '{');
    for (size_t k = 0; k < 100; k++)
        append_member(&text, k, false), buf_append_byte(&text, ',');
    buf_append_text(&text, "\"inner\":");
    make_object(&text, 90, 90, true, &place);
    buf_append_byte(&text, ',');
    place = text.length;
    append_member(&text, 5, false);
    buf_append_byte(&text, '}');
    tap_check(is_rejected(text.data, text.length, "duplicate_name", place, false),
              "a name again after a large object that has it");

    buf_clear(&text);
    buf_append_byte(&text, '{');
    for (size_t k = 0; k < 63; k++)
        append_member(&text, k, false), buf_append_byte(&text, ',');
    buf_append_text(&text, "\"inner\":");
    make_object(&text, 90, 17, true, &place);
    buf_append_byte(&text, '}');
    tap_check(is_rejected(text.data, text.length, "duplicate_name", place, false),
              "a name again in the inner object");
    buf_release(&text);
}

/* Names that agree in what a hash or a first comparison might look at. */
static void test_similar_names(void)
{
    struct buf text;

    buf_init(&text);
    buf_append_byte(&text, '{');
    for (int length = 0; length < 60; length++)
        for (int different = 0; different <= length; different += 7) {
            if (text.length > 1)
                buf_append_byte(&text, ',');
            buf_append_byte(&text, '"');
            for (int i = 0; i < length; i++)
                buf_append_byte(&text, i == different ? 'b' : 'a');
            buf_append_text(&text, "\":0");
        }
    buf_append_byte(&text, '}');
    tap_check(is_accepted(text.data, text.length), "similar names are not equal");
    buf_release(&text);
}

/* --- ends --- */

static const char complicated[] =
    " {\"a\" : [1, -2.50e+10, 1e-7, true,false , null,\"\\u00e9\\ud83d\\ude00\\n\","
    "\"\xe2\x82\xac and more text than fits\"], \"\\u0062\":{\"\":{\"x\":[[],{}, [0]]}},"
    "\"\xf0\x9f\x98\x80\":\"\\\\\", \"d\":12345678901234567890}";

static void test_prefixes(void)
{
    bool all = true;

    for (size_t length = 0; length < sizeof complicated - 1; length++) {
        struct parsed first = parsed_bytes(complicated, length, '\0');

        all = all && first.document == NULL && first.error.offset <= length;
        if (first.document == NULL)
            all = all && is_rejected(complicated, length, first.error.code,
                                     first.error.offset, first.error.at_end);
        else
            printf("# accepted: %zu bytes\n", length);
        parsed_release(&first);
    }
    tap_check(all, "each of %zu prefixes is rejected, whatever stands after",
              sizeof complicated - 1);
    tap_check(is_accepted(complicated, sizeof complicated - 1), "the whole is accepted");
}

/* --- documents --- */

/* Walk NODE's subtree as reader.h says. Returns the index after it, 0 where something is
 * not as it should be. */
static uint32_t walk(const struct document *document, uint32_t node)
{
    const struct node *nodes = document->nodes;
    uint32_t child = node + 1;
    char first = document->text[document_offset(document, node)];

    if (node >= document->count || nodes[node].next > document->count)
        return 0;
    if (!document_is(document, node, NODE_STRING) &&
        document_raw(document, node).data[0] != first)
        return 0;
    switch (document_type(document, node)) {
    case NODE_OBJECT:
        while (child != 0 && child < nodes[node].next) {
            if (!document_is(document, child, NODE_STRING) ||
                nodes[child].next != child + 1)
                return 0;
            child = walk(document, child + 1);
        }
        return first == '{' && child == nodes[node].next ? child : 0;
    case NODE_ARRAY:
        while (child != 0 && child < nodes[node].next)
            child = walk(document, child);
        return first == '[' && child == nodes[node].next ? child : 0;
    case NODE_STRING:
        return first == '"' && nodes[node].next == child ? child : 0;
    default:
        return nodes[node].next == child ? child : 0;
    }
}

/* Whether each node, read again from where document_offset says it stands, is the same. */
static bool offsets_hold(const struct document *document)
{
    bool all = true;

    for (uint32_t i = 0; i < document->count; i++) {
        size_t start = document_offset(document, i);
        size_t length = document->nodes[i].length;
        struct parsed again;

        if (document_is(document, i, NODE_STRING)) {
            const char *at = document->text + start + 1;

            while (*at != '"')
                at += *at == '\\' ? 2 : 1;
            length = (size_t)(at + 1 - document->text) - start;
        }
        again = parsed_bytes(document->text + start, length, '\0');
        all = all && again.document != NULL &&
              document_type(again.document, 0) == document_type(document, i) &&
              view_equal(document_raw(again.document, 0), document_raw(document, i));
        parsed_release(&again);
    }
    return all;
}

static void test_offsets(void)
{
    static const char *const texts[] = {
        "\"\\n\"",
        " \"\\\"\" ",
        "[\"\\\"\",\"\\\\\",\"\\\\\\\"\"]",
        "{\"\\n\":\"\\t\"}",
        "{ \"\\\"\" : { \"\\\\\" : [ \"a\" , \"\\u0022\" , 5 , \"\\n\" ] , \"\" : \"\\n\" "
        "} }",
        "[[\"plain\\\\\", \"plain\"], [[]], \"\\b\", {\"\\f\":{}, \"b\":\"\\r\"}, "
        "\"\\u005c\"]",
        "[1,true,\"\\n\",null,\"\\n\",\"x\",\"\\n\",{},\"\\n\",[],\"\\n\",-1.5e3 ,\"\\n\"]",
        "[{},\"\\n\"]",
        "[\"\",\"\\n\"]",
    };

    for (size_t i = 0; i < COUNT(texts); i++) {
        struct parsed parsed = parsed_text(texts[i]);

        tap_check(parsed.document != NULL && offsets_hold(parsed.document),
                  "nodes stand where document_offset says: %s", texts[i]);
        parsed_release(&parsed);
    }
}

static void test_nodes(void)
{
    struct parsed parsed = parsed_bytes(complicated, sizeof complicated - 1, 'x');
    const struct document *document = parsed.document;

    tap_equal_count(document->count, 25, "nodes");
    tap_check(walk(document, 0) == document->count, "the walk of reader.h sees all");
    tap_check(offsets_hold(document), "nodes stand where document_offset says");
    parsed_release(&parsed);
}

static void test_numbers(void)
{
    static const struct {
        const char *text;
        unsigned flags;
    } numbers[] = {
        {"0", NODE_INTEGER | NODE_SHORT},
        {"-1", NODE_INTEGER | NODE_SHORT},
        {"-0", NODE_INTEGER},
        {"999999999999999", NODE_INTEGER | NODE_SHORT},
        {"-999999999999999", NODE_INTEGER | NODE_SHORT},
        {"1000000000000000", NODE_INTEGER},
        {"1.0", 0},
        {"1e2", 0},
        {"0.5", 0},
        {"-0.0", 0},
    };

    for (size_t i = 0; i < COUNT(numbers); i++) {
        struct parsed parsed = parsed_text(numbers[i].text);

        tap_check(parsed.document != NULL && document_is(parsed.document, 0, NODE_NUMBER) &&
                      parsed.document->nodes[0].flags == numbers[i].flags &&
                      view_is(document_raw(parsed.document, 0), numbers[i].text),
                  "number: %s", numbers[i].text);
        parsed_release(&parsed);
    }
}

static void test_members(void)
{
    static const char text[] = "{\"a\":{\"b\":1,\"\\u0063\":{\"d\":[]}},\"\\u0061b\":"
                               "\"x\\ny\",\"\":2,\"abc\":null}";
    static const char *const inner[] = {"a", "c", "d", NULL};
    static const char *const missing[] = {"a", "b", "d", NULL};
    static const char *const nothing[] = {NULL};
    struct parsed parsed = parsed_text(text);
    const struct document *document = parsed.document;
    uint32_t node = document_member(document, 0, "a");

    tap_check(view_is(document_raw(document, node), "{\"b\":1,\"\\u0063\":{\"d\":[]}}"),
              "a member; document_raw keeps a container's text");
    node = document_member(document, node, "c");
    tap_check(view_is(document_raw(document, node), "{\"d\":[]}"),
              "a member whose name has an escape");
    node = document_member(document, 0, "ab");
    tap_check(document_string_is(document, node, "x\ny") &&
                  view_is(document_raw(document, node), "x\ny"),
              "a string member, decoded");
    tap_check(!document_string_is(document, node, "x") &&
                  !document_string_is(document, node, "x\nyz") &&
                  !document_string_is(document, 0, "x"),
              "document_string_is asks for all of it");
    tap_check(view_is(document_raw(document, document_member(document, 0, "")), "2"),
              "the member without a name");
    tap_check(document_is(document, document_member(document, 0, "abc"), NODE_NULL),
              "a null is there");
    tap_check(document_member(document, 0, "b") == NODE_NONE &&
                  document_member(document, 0, "\\u0061b") == NODE_NONE,
              "names that are not there");
    tap_check(document_member(document, document_member(document, 0, "abc"), "a") ==
                  NODE_NONE,
              "a null has no members");
    tap_check(document_is(document, document_find(document, 0, inner), NODE_ARRAY),
              "a path of names");
    tap_check(document_find(document, 0, missing) == NODE_NONE &&
                  document_find(document, 0, nothing) == 0,
              "a path that ends, and an empty one");
    parsed_release(&parsed);
}

/* The lookup in objects of many members, some names with escapes. */
static void test_large_members(void)
{
    struct buf text;
    size_t place;
    struct parsed parsed;
    bool all = true;

    buf_init(&text);
    make_object(&text, 1000, 1000, true, &place);
    parsed = parsed_bytes(text.data, text.length, '\0');
    for (size_t i = 0; parsed.document != NULL && i <= 1000; i++) {
        uint32_t node;

        buf_clear(&text);
        buf_append_format(&text, "name %zu", i);
        node = document_member(parsed.document, 0, buf_text(&text));
        all = all && node != NODE_NONE;
        buf_clear(&text);
        buf_append_format(&text, "%zu", i);
        all = all && view_is(document_raw(parsed.document, node), buf_text(&text));
    }
    tap_check(all && parsed.document != NULL, "all of 1,001 members are found");
    tap_check(document_member(parsed.document, 0, "name 1001") == NODE_NONE,
              "another is not");
    parsed_release(&parsed);
    buf_release(&text);
}

/* --- reuse --- */

static bool parse_again(struct reader *reader, const char *text, size_t length, bool good)
{
    struct reader_error error;
    char *copy = mem_alloc(length + READER_PADDING);
    bool holds;

    memcpy(copy, text, length);
    memset(copy + length, '"', READER_PADDING);
    holds = (reader_parse(reader, copy, length, &error) == 0) == good &&
            copy[length] == '"' &&
            (!good || (walk(reader_document(reader), 0) == reader_document(reader)->count &&
                       reader_document(reader)->text == copy));
    free(copy);
    return holds;
}

static void test_reuse(void)
{
    struct reader *reader = reader_new();
    struct buf huge;
    size_t place;
    bool all = true;

    buf_init(&huge);
    make_object(&huge, 300000, 300000, true, &place);
    for (int round = 0; round < 3; round++) {
        all = all && parse_again(reader, TEXT("{\"a\":[1,\"\\n\"]}"), true);
        all = all && parse_again(reader, huge.data, huge.length, true);
        all = all && parse_again(reader, TEXT("{\"name 1\":1}"), true);
        all = all && parse_again(reader, huge.data, huge.length - 1, false);
        all = all && parse_again(reader, complicated, sizeof complicated - 1, true);
        all = all && parse_again(reader, TEXT("{\"a\":1,\"a\":2}"), false);
        all = all && parse_again(reader, TEXT("[\"\\u00e9\"]"), true);
    }
    tap_check(all, "a reader is used again after huge, bad and small texts");
    buf_release(&huge);
    reader_free(reader);
    reader_free(NULL);
}

/* --- the suite --- */

static bool begins(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

/* The verdict of shared/README.md, for the reader alone: line ends are blanks here, and a
 * byte order mark is not its business. */
static bool should_accept(const char *name)
{
    static const char *const integers[] = {
        "i_number_too_big_neg_int.json",       "i_number_too_big_pos_int.json",
        "i_number_very_big_negative_int.json", "i_number_double_huge_neg_exp.json",
        "i_number_real_underflow.json",
    };

    if (begins(name, "y_"))
        return !begins(name, "y_object_duplicated_key");
    for (size_t i = 0; i < COUNT(integers); i++)
        if (strcmp(name, integers[i]) == 0)
            return true;
    return false;
}

static bool read_file(const char *name, struct buf *content)
{
    FILE *file = fopen(name, "rb");
    size_t got;

    buf_clear(content);
    if (file == NULL)
        return false;
    do {
        got = fread(buf_reserve(content, 65536), 1, 65536, file);
        content->length += got;
    } while (got > 0);
    fclose(file);
    return true;
}

static void test_suite(void)
{
    const char *shared = getenv("KIDX_SHARED");
    struct dirent *entry;
    struct buf folder;
    struct buf name;
    struct buf content;
    unsigned count = 0;
    DIR *directory;

    buf_init(&folder);
    buf_init(&name);
    buf_init(&content);
    buf_append_format(&folder, "%s/suites/json", shared != NULL ? shared : "../shared");
    directory = opendir(buf_text(&folder));
    if (directory == NULL)
        tap_skip("KIDX_SHARED has no suites/json");
    while (directory != NULL && (entry = readdir(directory)) != NULL) {
        struct parsed parsed;

        if (strstr(entry->d_name, ".json") == NULL)
            continue;
        buf_clear(&name);
        buf_append_format(&name, "%s/%s", buf_text(&folder), entry->d_name);
        if (!tap_check(read_file(buf_text(&name), &content), "read %s", entry->d_name))
            continue;
        parsed = parsed_bytes(content.data, content.length, '\0');
        tap_check((parsed.document != NULL) == should_accept(entry->d_name) &&
                      (parsed.document == NULL ||
                       (walk(parsed.document, 0) != 0 && offsets_hold(parsed.document))),
                  "verdict on %s", entry->d_name);
        parsed_release(&parsed);
        count++;
    }
    if (directory != NULL) {
        tap_check(count >= 318, "the whole suite (%u)", count);
        closedir(directory);
    }
    buf_release(&folder);
    buf_release(&name);
    buf_release(&content);
}

int main(void)
{
    test_rejected();
    test_accepted();
    test_depth();
    test_deep_then_flat();
    test_characters();
    test_distances();
    test_strings();
    test_names();
    test_many_names();
    test_repeated_names();
    test_nested_names();
    test_similar_names();
    test_prefixes();
    test_nodes();
    test_offsets();
    test_numbers();
    test_members();
    test_large_members();
    test_reuse();
    test_suite();
    return tap_done();
}
