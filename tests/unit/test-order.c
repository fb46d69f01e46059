#include <config.h>

#include "json/order.h"

#include "base/buf.h"
#include "parsed.h"
#include "tap.h"

#include <stdlib.h>

/* Slow and plain: compare as sequences of UTF-16 code units. */
static size_t to_units(struct view text, uint32_t *units)
{
    size_t count = 0;

    for (size_t i = 0; i < text.length;) {
        unsigned char lead = (unsigned char)text.data[i];
        size_t length = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
        uint32_t code = lead & (length == 1 ? 0x7fU : 0xffU >> (length + 1));

        for (size_t k = 1; k < length; k++)
            code = code << 6 | ((unsigned char)text.data[i + k] & 0x3f);
        i += length;
        if (code >= 0x10000) {
            units[count++] = 0xd800 + ((code - 0x10000) >> 10);
            units[count++] = 0xdc00 + ((code - 0x10000) & 0x3ff);
        } else {
            units[count++] = code;
        }
    }
    return count;
}

static int compare_units(struct view a, struct view b)
{
    static uint32_t units[2][512];
    size_t counts[2] = {to_units(a, units[0]), to_units(b, units[1])};

    for (size_t i = 0; i < counts[0] && i < counts[1]; i++)
        if (units[0][i] != units[1][i])
            return units[0][i] < units[1][i] ? -1 : 1;
    return (counts[0] > counts[1]) - (counts[0] < counts[1]);
}

static uint64_t random_state = 1;

static unsigned random_below(unsigned limit)
{
    random_state =
        random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)(random_state >> 33) % limit;
}

/* A name of few different pieces, so that names share prefixes and differ at every length.
 */
static void append_name(struct buf *text, unsigned pieces)
{
    static const char *const choices[] = {"a",
                                          "b",
                                          "\\u0000",
                                          "\xc3\xb6",
                                          "\xef\xac\xb3",
                                          "\xf0\x9f\x98\x80",
                                          "\xed\x9f\xbf",
                                          "\xee\x80\x80",
                                          "common-prefix"};

    buf_append_byte(text, '"');
    for (unsigned i = random_below(pieces + 1); i > 0; i--)
        buf_append_text(text, choices[random_below(sizeof choices / sizeof *choices)]);
    buf_append_byte(text, '"');
}

static void test_random(unsigned count, unsigned pieces, const char *prefix)
{
    struct buf text;
    struct parsed parsed;
    struct order_name *names;
    bool sorted = true;
    bool agrees = true;

    buf_init(&text);
    buf_append_byte(&text, '[');
    for (unsigned i = 0; i < count; i++) {
        if (i > 0)
            buf_append_byte(&text, ',');
        append_name(&text, pieces);
        if (*prefix != '\0') { /* put it after the opening quote */
            size_t start = text.length;

            while (text.data[start - 2] != ',' && text.data[start - 2] != '[')
                start--;
            buf_reserve(&text, strlen(prefix));
            memmove(text.data + start + strlen(prefix), text.data + start,
                    text.length - start);
            memcpy(text.data + start, prefix, strlen(prefix));
            text.length += strlen(prefix);
        }
    }
    buf_append_byte(&text, ']');
    parsed = parsed_bytes(text.data, text.length, '\0');
    names = malloc(count * sizeof *names);
    for (unsigned i = 0; i < count; i++)
        names[i] = (struct order_name){order_chunk(document_string(parsed.document, i + 1)),
                                       i + 1};
    order_sort(parsed.document, names, count);
    for (unsigned i = 1; i < count; i++) {
        struct view before = document_string(parsed.document, names[i - 1].name);
        struct view after = document_string(parsed.document, names[i].name);
        int expected = compare_units(before, after);

        sorted = sorted && expected <= 0;
        agrees = agrees && (expected > 0) == (order_compare(before, after) > 0) &&
                 (expected < 0) == (order_compare(before, after) < 0) &&
                 (expected != 0 || names[i - 1].chunk == names[i].chunk);
    }
    tap_check(sorted, "%u names of up to %u pieces after '%s' are in order", count, pieces,
              prefix);
    tap_check(agrees, "order_compare agrees, equal names have equal chunks");
    free(names);
    buf_release(&text);
    parsed_release(&parsed);
}

/* Input that would be quadratic, or deep, for a careless sort. */
static void test_hostile(void)
{
    struct buf text;
    struct parsed parsed;

    buf_init(&text);
    buf_append_byte(&text, '{');
    for (int i = 0; i < 200000; i++)
        buf_append_text(&text, i % 2 == 0 ? "\"a\":0," : "\"a\\u0000\":0,");
    text.data[text.length - 1] = '}';
    parsed = parsed_bytes(text.data, text.length, '\0');
    tap_check(parsed.document == NULL && strcmp(parsed.error.code, "duplicate_name") == 0,
              "many equal short names are rejected, and quickly");
    parsed_release(&parsed);

    buf_clear(&text);
    buf_append_byte(&text, '{');
    for (int i = 0; i < 100; i++) {
        buf_append_format(&text, "%s\"", i > 0 ? "," : "");
        memset(buf_reserve(&text, 100000), 'x', 100000);
        text.length += 100000;
        buf_append_format(&text, "%d%s\":0", i, i % 2 ? "" : "yyyyyyyyyyyy");
    }
    buf_append_byte(&text, '}');
    parsed = parsed_bytes(text.data, text.length, '\0');
    tap_check(parsed.document != NULL, "names that share 100,000 bytes are distinguished");
    parsed_release(&parsed);
    buf_release(&text);
}

int main(void)
{
    tap_check(order_compare((struct view){"", 0}, (struct view){"", 0}) == 0,
              "the empty string equals itself");
    tap_check(order_compare((struct view){"a", 1}, (struct view){"a\0", 2}) < 0,
              "a prefix precedes");
    tap_check(order_compare((struct view){"\xf0\x9f\x98\x80", 4},
                            (struct view){"\xef\xac\xb3", 3}) < 0,
              "U+1F600 precedes U+FB33");
    test_random(1, 3, "");
    test_random(10, 3, "");
    test_random(200, 4, "");
    test_random(3000, 3, "");
    test_random(3000, 12, "");
    test_random(3000, 6, "one-prefix-of-all:");
    test_random(20000, 8, "");
    test_hostile();
    return tap_done();
}
