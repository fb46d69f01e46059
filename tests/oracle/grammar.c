/* grammar: JSON texts that are made by the grammar of RFC 8259 and so are good, and the
 * same texts with one fault in one place, which are not: the reader must take each of the
 * former and refuse each of the latter for the reason that it was made with.
 *
 * A text is made twice from one seed: as it is, counting the places where a fault of a kind
 * fits, and again with the fault in one of them. The seed is fixed; KIDX_LONG makes fifty
 * times as many.
 */
#include <config.h>

#include "json/reader.h"

#include "../unit/tap.h"

#include <stdlib.h>

enum { TEXTS = 1500, LONG = 50, LEVELS = 6, MEMBERS = 5 };

enum fault {
    NONE,
    ZERO_FIRST,
    PLUS,
    POINT_FIRST,
    POINT_LAST,
    EXPONENT_EMPTY,
    HEXADECIMAL,
    RANGE,
    WORD_CASE,
    WORD_CUT,
    COMMA_FIRST,
    COMMA_TWICE,
    COMMA_LAST,
    COMMA_MISSING,
    COLON_MISSING,
    COLON_TWICE,
    NAME_BARE,
    NAME_NUMBER,
    VALUE_MISSING,
    WRONG_BRACKET,
    DUPLICATE,
    QUOTE_SINGLE,
    QUOTE_OPEN,
    CONTROL,
    ESCAPE,
    ESCAPE_HEX,
    SURROGATE_HIGH,
    SURROGATE_LOW,
    UTF8_ALONE,
    UTF8_OVERLONG,
    UTF8_SURROGATE,
    UTF8_BEYOND,
    UTF8_SHORT,
    COMMENT,
    DEEP,
    TRAILING_VALUE,
    TRAILING_BRACKET,
    FAULTS
};

static const struct {
    const char *name;
    const char *code;
} faults[FAULTS] = {
    [NONE] = {"no fault", NULL},
    [ZERO_FIRST] = {"a zero first", "syntax"},
    [PLUS] = {"a plus", "syntax"},
    [POINT_FIRST] = {"a point first", "syntax"},
    [POINT_LAST] = {"a point last", "syntax"},
    [EXPONENT_EMPTY] = {"an exponent without digits", "syntax"},
    [HEXADECIMAL] = {"a hexadecimal number", "syntax"},
    [RANGE] = {"a number out of range", "number_range"},
    [WORD_CASE] = {"a word in upper case", "syntax"},
    [WORD_CUT] = {"a word cut short", "syntax"},
    [COMMA_FIRST] = {"a comma first", "syntax"},
    [COMMA_TWICE] = {"two commas", "syntax"},
    [COMMA_LAST] = {"a comma last", "syntax"},
    [COMMA_MISSING] = {"no comma", "syntax"},
    [COLON_MISSING] = {"no colon", "syntax"},
    [COLON_TWICE] = {"two colons", "syntax"},
    [NAME_BARE] = {"a name without quotes", "syntax"},
    [NAME_NUMBER] = {"a number as a name", "syntax"},
    [VALUE_MISSING] = {"no value", "syntax"},
    [WRONG_BRACKET] = {"another bracket", "syntax"},
    [DUPLICATE] = {"a name twice, otherwise written", "duplicate_name"},
    [QUOTE_SINGLE] = {"single quotes", "syntax"},
    [QUOTE_OPEN] = {"no quote at the end of the text", "syntax"},
    [CONTROL] = {"a control character", "control_character"},
    [ESCAPE] = {"an unknown escape", "bad_escape"},
    [ESCAPE_HEX] = {"an escape of three digits", "bad_escape"},
    [SURROGATE_HIGH] = {"a high surrogate alone", "lone_surrogate"},
    [SURROGATE_LOW] = {"a low surrogate alone", "lone_surrogate"},
    [UTF8_ALONE] = {"a continuation byte alone", "bad_utf8"},
    [UTF8_OVERLONG] = {"an overlong form", "bad_utf8"},
    [UTF8_SURROGATE] = {"a surrogate as UTF-8", "bad_utf8"},
    [UTF8_BEYOND] = {"a character beyond U+10FFFF", "bad_utf8"},
    [UTF8_SHORT] = {"a character cut short", "bad_utf8"},
    [COMMENT] = {"a comment", "syntax"},
    [DEEP] = {"257 levels", "too_deep"},
    [TRAILING_VALUE] = {"another value", "trailing_bytes"},
    [TRAILING_BRACKET] = {"another bracket behind", "trailing_bytes"},
};

struct maker {
    uint64_t state;
    enum fault fault;
    size_t places; /* where it fitted so far */
    size_t chosen; /* the one that it is in */
    struct buf text;
};

/* splitmix64 (Steele, Lea, Flood 2014). */
static unsigned below(struct maker *maker, unsigned limit)
{
    uint64_t word = maker->state += UINT64_C(0x9e3779b97f4a7c15);

    word = (word ^ word >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    word = (word ^ word >> 27) * UINT64_C(0x94d049bb133111eb);
    return (unsigned)((word ^ word >> 31) % limit);
}

/* Whether this is the place for FAULT; counts it where it is of the kind in question. */
static bool is_here(struct maker *maker, enum fault fault)
{
    return fault == maker->fault && maker->places++ == maker->chosen;
}

static void add(struct maker *maker, const char *text)
{
    buf_append_text(&maker->text, text);
}

/* One of the texts behind, or the fault instead. */
static void add_or(struct maker *maker, const char *text, enum fault fault,
                   const char *instead)
{
    add(maker, is_here(maker, fault) ? instead : text);
}

static void add_blanks(struct maker *maker)
{
    static const char *const blanks[] = {" ", "\t", "\r", "  "};

    if (below(maker, 8) == 0)
        add(maker, blanks[below(maker, 4)]);
    if (is_here(maker, COMMENT))
        add(maker, "/* */");
}

/* --- values --- */

static void add_digits(struct maker *maker)
{
    for (unsigned i = below(maker, 12) + 1; i > 0; i--)
        buf_append_byte(&maker->text, (char)('0' + below(maker, 10)));
}

static void add_number(struct maker *maker)
{
    add_or(maker, "", PLUS, "+");
    if (below(maker, 3) == 0)
        add(maker, "-");
    add_or(maker, "", POINT_FIRST, ".");
    add_or(maker, "", HEXADECIMAL, "0x");
    add_or(maker, "", ZERO_FIRST, "0");
    buf_append_byte(&maker->text, (char)('1' + below(maker, 9)));
    if (below(maker, 2) == 0)
        add_digits(maker);
    if (below(maker, 2) == 0) {
        add(maker, ".");
        add_digits(maker);
    } else {
        add_or(maker, "", POINT_LAST, ".");
    }
    if (below(maker, 4) == 0) {
        static const char *const marks[] = {"e", "E", "e-", "E+"};

        add(maker, marks[below(maker, 4)]);
        buf_append_byte(&maker->text, (char)('0' + below(maker, 10)));
    } else {
        add_or(maker, "", EXPONENT_EMPTY, "e+");
        add_or(maker, "", RANGE, "e400");
    }
}

static void add_character(struct maker *maker)
{
    static const char *const written[] = {
        "a",
        "Z",
        "0",
        " ",
        "/",
        "'",
        "{",
        "]",
        ",",
        ":",
        "\xc3\xa9",
        "\xe2\x82\xac",
        "\xf0\x9f\x90\xb2",
        "\xef\xbf\xbf",
        "\x7f",
        "\\\"",
        "\\\\",
        "\\/",
        "\\b",
        "\\n",
        "\\u0000",
        "\\u00e9",
        "\\uFFFF",
        "\\ud83d\\udc32",
    };

    add(maker, written[below(maker, sizeof written / sizeof *written)]);
}

static void add_string_faults(struct maker *maker)
{
    static const struct {
        enum fault fault;
        const char *text;
    } inside[] = {
        {CONTROL, "\x1f"},
        {ESCAPE, "\\x"},
        {ESCAPE_HEX, "\\u00eg"},
        {SURROGATE_HIGH, "\\ud83d."},
        {SURROGATE_LOW, "\\udc32"},
        {UTF8_ALONE, "\x80"},
        {UTF8_OVERLONG, "\xc1\xbf"},
        {UTF8_SURROGATE, "\xed\xa0\x80"},
        {UTF8_BEYOND, "\xf4\x90\x80\x80"},
        {UTF8_SHORT, "\xe2\x82."},
    };

    for (size_t i = 0; i < sizeof inside / sizeof *inside; i++)
        add_or(maker, "", inside[i].fault, inside[i].text);
}

/* A string with the letter NUMBER in front, so that no two of an object are the same. */
static void add_string(struct maker *maker, unsigned number, bool is_escaped)
{
    bool single = is_here(maker, QUOTE_SINGLE);

    add(maker, single ? "'" : "\"");
    buf_append_format(&maker->text, is_escaped ? "\\u%04x" : "%c", 'a' + number);
    for (unsigned i = below(maker, 40); i > 0; i--)
        add_character(maker);
    add_string_faults(maker);
    for (unsigned i = below(maker, 40); i > 0; i--)
        add_character(maker);
    add(maker, single ? "'" : "\"");
}

static void add_value(struct maker *maker, int level);

static void add_array(struct maker *maker, int level)
{
    unsigned count = below(maker, MEMBERS);

    add(maker, "[");
    add_or(maker, "", COMMA_FIRST, ",");
    for (unsigned i = 0; i < count; i++) {
        if (i > 0) {
            add_or(maker, ",", COMMA_MISSING, " ");
            add_or(maker, "", COMMA_TWICE, ",");
        }
        add_value(maker, level);
    }
    if (count > 0)
        add_or(maker, "", COMMA_LAST, ",");
    add_or(maker, "]", WRONG_BRACKET, "}");
}

/* The name again behind all members, its first letter as an escape. */
static void add_duplicate(struct maker *maker, uint64_t state, unsigned number)
{
    uint64_t now = maker->state;

    add(maker, ",");
    maker->state = state;
    add_string(maker, number, true);
    maker->state = now;
    add(maker, ":0");
}

static void add_member(struct maker *maker, int level, unsigned number)
{
    if (is_here(maker, NAME_BARE))
        add(maker, "name");
    else if (is_here(maker, NAME_NUMBER))
        add(maker, "1");
    else
        add_string(maker, number, false);
    add_blanks(maker);
    add_or(maker, ":", COLON_MISSING, " ");
    add_or(maker, "", COLON_TWICE, ":");
    if (!is_here(maker, VALUE_MISSING))
        add_value(maker, level);
}

static void add_object(struct maker *maker, int level)
{
    unsigned count = below(maker, MEMBERS);
    uint64_t state = maker->state;

    add(maker, "{");
    add_or(maker, "", COMMA_FIRST, ",");
    for (unsigned i = 0; i < count; i++) {
        if (i > 0) {
            add_or(maker, ",", COMMA_MISSING, " ");
            add_or(maker, "", COMMA_TWICE, ",");
        }
        add_blanks(maker);
        if (i == 0)
            state = maker->state;
        add_member(maker, level, i);
    }
    if (count > 0 && is_here(maker, DUPLICATE))
        add_duplicate(maker, state, 0);
    if (count > 0)
        add_or(maker, "", COMMA_LAST, ",");
    add_or(maker, "}", WRONG_BRACKET, "]");
}

static void add_deep(struct maker *maker, int level)
{
    for (int i = level; i <= READER_DEPTH; i++)
        add(maker, "[");
    for (int i = level; i <= READER_DEPTH; i++)
        add(maker, "]");
}

/* LEVEL brackets are open. */
static void add_value(struct maker *maker, int level)
{
    static const char *const words[] = {"null", "true", "false"};
    static const char *const upper[] = {"Null", "TRUE", "falsE"};
    static const char *const cut[] = {"nul", "tru", "fals"};
    unsigned choice = below(maker, level < LEVELS ? 8 : 4);
    unsigned word = below(maker, 3);

    add_blanks(maker);
    if (is_here(maker, DEEP))
        add_deep(maker, level);
    else if (choice == 0 && is_here(maker, WORD_CUT))
        add(maker, cut[word]);
    else if (choice == 0)
        add_or(maker, words[word], WORD_CASE, upper[word]);
    else if (choice == 1)
        add_number(maker);
    else if (choice < 4)
        add_string(maker, 0, false);
    else if (choice < 6)
        add_array(maker, level + 1);
    else
        add_object(maker, level + 1);
    add_blanks(maker);
}

/* --- texts --- */

static void make(struct maker *maker, uint64_t seed)
{
    maker->state = seed;
    maker->places = 0;
    buf_clear(&maker->text);
    add_value(maker, 0);
    add_or(maker, "", TRAILING_VALUE, " 1");
    add_or(maker, "", TRAILING_BRACKET, "]");
    if (is_here(maker, QUOTE_OPEN)) {
        buf_clear(&maker->text);
        add(maker, "[\"");
        add_character(maker);
    }
}

/* The code of what the reader has against the text, NULL: nothing. */
static const char *judge(struct reader *reader, struct maker *maker)
{
    struct reader_error error = {.code = NULL};
    size_t length = maker->text.length;

    memset(buf_reserve(&maker->text, READER_PADDING), 0, READER_PADDING);
    return reader_parse(reader, maker->text.data, length, &error) == 0 ? NULL : error.code;
}

/* What begins as a number, or stands behind a value, is behind the whole text at times. */
static const char *other_code(enum fault fault)
{
    return fault == HEXADECIMAL || fault == COMMENT ? "trailing_bytes" : "";
}

static bool same(const char *a, const char *b)
{
    return a == NULL || b == NULL ? a == b : strcmp(a, b) == 0;
}

static void try_fault(struct reader *reader, enum fault fault, unsigned count)
{
    struct maker maker = {.fault = fault};
    unsigned tried = 0;
    unsigned wrong = 0;

    buf_init(&maker.text);
    for (uint64_t seed = 1; seed <= count; seed++) {
        const char *code;
        bool is_right;

        maker.chosen = SIZE_MAX;
        make(&maker, seed);
        if (fault != NONE && maker.places == 0)
            continue;
        if (fault != NONE) {
            maker.chosen = seed % maker.places;
            make(&maker, seed);
        }
        tried++;
        code = judge(reader, &maker);
        is_right = same(code, faults[fault].code) ||
                   (code != NULL && same(code, other_code(fault)));
        if (!is_right && wrong++ < 3)
            printf("# seed %d, %s: %.*s\n", (int)seed, code == NULL ? "taken" : code,
                   (int)maker.text.length, maker.text.data);
    }
    tap_check(wrong == 0 && tried >= count / 20, "%s: %u of %u texts are judged otherwise",
              faults[fault].name, wrong, tried);
    buf_release(&maker.text);
}

int main(void)
{
    struct reader *reader = reader_new();
    unsigned count = getenv("KIDX_LONG") != NULL ? TEXTS * LONG : TEXTS;

    for (int fault = NONE; fault < FAULTS; fault++)
        try_fault(reader, (enum fault)fault, count);
    reader_free(reader);
    return tap_done();
}
