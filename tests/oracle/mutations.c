/* mutations RECORDS EXPECTED: for each kind of manifest (mutations-kinds.h) a record that
 * has every member, and copies of it in which one thing is changed, for every member each
 * change that applies to its type. RECORDS has a line for each, and EXPECTED a line
 *
 *     KIND CLASS CODE POINTER
 *
 * with "-" for the empty pointer, and CODE "valid" where the change is a good one; else
 * codes of which one is right, parted by '|'. Fails where a member has no bad change.
 *
 * mutations --judge EXPECTED: compare with the verdicts on standard input, a line each.
 * A line for each kind and class, "KIND CLASS RIGHT COUNT", goes to standard output, and
 * what is wrong to standard error. Right is a verdict that has the code at the pointer, and
 * no finding elsewhere than there or below.
 */
#include <config.h>

#include "base/buf.h"
#include "base/mem.h"
#include "json/reader.h"
#include "mutations-kinds.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { CHILDREN = 32, LINE_MAX_BYTES = 1 << 20 };

/* A type, and at once the one value of it that the full record has. */
struct type {
    enum { OBJECT, LIST, MAP, CHOICE, WORD } form;
    char name[40]; /* of the member that has it; of a map's member, its key */
    bool is_member;
    bool optional;
    char word[400]; /* the type's name; of a choice its text; of a map the type of keys */
    long minimum;   /* elements of a list */
    long maximum;   /* -1: none */
    struct type *children[CHILDREN];
    int count;
    struct type *parent;
    unsigned changes;
};

/* --- the notation --- */

static const char *at;

static void fail(const char *text)
{
    fprintf(stderr, "mutations: %s: %.40s\n", text, at);
    exit(2);
}

static char peek(void)
{
    while (*at == ' ')
        at++;
    return *at;
}

static void expect(char byte)
{
    if (peek() != byte)
        fail("expected another sign");
    at++;
}

static void read_word(char *word, size_t size)
{
    size_t length = 0;

    peek();
    while (isalnum((unsigned char)*at) || *at == '.' || *at == '_' ||
           (*at == '>' && (at[1] == '=' || at[1] == '0')) ||
           (*at == '=' && length > 0 && word[length - 1] == '>')) {
        if (length + 1 >= size)
            fail("word too long");
        word[length++] = *at++;
        word[length] = '\0';
    }
    if (length == 0)
        fail("expected a word");
}

static struct type *read_type(struct type *parent);

static void add_child(struct type *parent, struct type *child)
{
    if (parent->count == CHILDREN)
        fail("too many members");
    parent->children[parent->count++] = child;
}

static void read_object(struct type *type)
{
    char name[40] = "";

    do {
        struct type *child;
        bool optional;

        at++;
        name[0] = '\0';
        read_word(name, sizeof name);
        optional = peek() == '?';
        if (optional)
            at++;
        expect(':');
        child = read_type(type);
        snprintf(child->name, sizeof child->name, "%s", name);
        child->is_member = true;
        child->optional = optional;
        add_child(type, child);
    } while (peek() == ',');
    expect('}');
}

static long read_long(void)
{
    char *end;
    long value = strtol(at, &end, 10);

    at = end;
    return value;
}

static void read_bounds(struct type *type)
{
    type->maximum = -1;
    if (*at == '+') {
        at++;
        type->minimum = 1;
    } else if (*at == '<' && at[1] == '=') {
        at += 2;
        type->maximum = read_long();
    } else if (isdigit((unsigned char)*at)) {
        type->minimum = read_long();
        at += 2;
        type->maximum = read_long();
    }
}

static void read_list(struct type *type)
{
    do {
        struct type *child;

        at++;
        child = read_type(type);
        snprintf(child->name, sizeof child->name, "%d", type->count);
        add_child(type, child);
    } while (peek() == ';');
    expect(']');
    read_bounds(type);
}

static void read_map(struct type *type)
{
    at++;
    read_word(type->word, sizeof type->word);
    peek();
    do {
        struct type *child;

        at++;
        child = read_type(type);
        snprintf(child->name, sizeof child->name, "k%d", type->count);
        child->is_member = true;
        child->optional = true;
        add_child(type, child);
    } while (peek() == ';');
    expect('>');
}

/* The texts as they are written, in quotes and parted by '|'. */
static void read_choice(struct type *type)
{
    size_t length = 0;

    do {
        if (length > 0)
            type->word[length++] = *at++;
        if (peek() != '\'')
            fail("expected a text");
        do {
            if (length + 4 >= sizeof type->word)
                fail("choice too long");
            type->word[length++] = *at++;
        } while (*at != '\'');
        type->word[length++] = *at++;
    } while (peek() == '|');
    type->word[length] = '\0';
}

static struct type *read_type(struct type *parent)
{
    struct type *type = mem_zeroed(1, sizeof *type);

    type->parent = parent;
    switch (peek()) {
    case '{':
        type->form = OBJECT;
        read_object(type);
        break;
    case '[':
        type->form = LIST;
        read_list(type);
        break;
    case '<':
        type->form = MAP;
        read_map(type);
        break;
    case '\'':
        type->form = CHOICE;
        read_choice(type);
        break;
    default:
        type->form = WORD;
        read_word(type->word, sizeof type->word);
    }
    return type;
}

/* --- records --- */

enum edit_kind { NOTHING, REPLACE, DROP, EXTEND };

/* What is changed: the value of AT is TEXT, or is not there, or has TEXT at its end. */
struct edit {
    const struct type *at;
    enum edit_kind kind;
    const char *text;
};

static const char digits[] =
    "sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";

/* Bounds and good value of the words that stand for numbers. */
static const struct {
    const char *word;
    const char *good;
    const char *below; /* text that is out of range, or NULL */
    const char *above;
} numbers[] = {
    {"int", "5", "-9007199254740992", "9007199254740992"},
    {"int>=0", "5", "-1", "9007199254740992"},
    {"int>0", "5", "0", "9007199254740992"},
    {"num", "0.5", NULL, NULL},
    {"num>=0", "0.5", "-0.5", NULL},
    {"num>0", "0.5", "0", NULL},
    {"num0..1", "0.5", "-0.25", "1.25"},
};

/* Good value and bad texts of the words that stand for strings of a form. */
static const struct {
    const char *word;
    const char *code;
    const char *good;
    const char *bad[14];
    long maximum;          /* 0: none */
    const char *long_text; /* begins one that is too long, by 'a' */
} texts[] = {
    {"digest",
     "bad_pattern",
     digits,
     {"", "sha256:0123",
      "sha512:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
      "sha256:0123456789ABCDEF0123456789abcdef0123456789abcdef0123456789abcdef",
      "sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0",
      "sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcde",
      "sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef\\n"},
     0,
     NULL},
    {"token",
     "bad_pattern",
     "abc_1",
     {"", "A", "1a", "_a", "a-b", "a b", "a\\n", "\u00e9"},
     0,
     NULL},
    {"axis",
     "bad_pattern",
     "abc_1",
     {"", "A", "1a", "_a", "a-b", "a b", "a\\n", "\u00e9"},
     0,
     NULL},
    {"slug", "bad_pattern", "abc-1", {"", "A", "-a", "a_b", "a.b", "a b", "a\\n"}, 100, ""},
    {"name",
     "bad_pattern",
     "abc-1._",
     {"", "A", "-a", ".a", "_a", "a b", "a/b", "a\\n"},
     200,
     ""},
    {"commit",
     "bad_pattern",
     "0123456789abcdef0123456789abcdef01234567",
     {"", "0123456789abcdef0123456789abcdef0123456",
      "0123456789abcdef0123456789abcdef012345678",
      "0123456789ABCDEF0123456789abcdef01234567",
      "0123456789abcdef0123456789abcdef0123456g",
      "0123456789abcdef0123456789abcdef01234567\\n"},
     0,
     NULL},
    {"expression",
     "bad_pattern",
     "a * 2",
     {"", "A", "a^b", "a,b", "a\\n", "a\\t+ b", "\u00b2"},
     200,
     ""},
    {"https",
     "bad_url",
     "https://example.invalid/a",
     {"", "http://example.invalid", "https://", "https:///a", "https://a b",
      "https://a/\u00a0b", "/a", "//example.invalid/a", "https:example.invalid",
      "ftp://example.invalid", "https://a/b\\n"},
     2000,
     "https://example.invalid/"},
    {"instant",
     "bad_instant",
     "2026-01-02T03:04:05.678Z",
     {"", "2026-01-02T03:04:05+00:00", "2026-01-02t03:04:05Z", "2026-01-02T03:04:05z",
      "2026-01-02T24:00:00Z", "2026-01-02T23:60:00Z", "2026-01-02T23:59:60Z",
      "2026-02-29T00:00Z", "2100-02-29T00:00:00Z", "2026-04-31T00:00:00Z",
      "2026-13-01T00:00:00Z", "2026-01-02", "2026-01-02T03:04:05", "2026-01-02T03:04:05.Z"},
     0,
     NULL},
};

static const char *const bad_durations[] = {
    "",      "1e3 ns",    "-1 ns",  "0.0000005 ms",
    "5  ms", "5 m",       "ms",     "5",
    "1. ms", ".5 ms",     "5 MS",   "5 ms\\n",
    " 5 ms", "5 \u03bcs", "0x5 ns", "9007199254740992 ns"};

static size_t text_number(const char *word)
{
    size_t i = 0;

    while (i < sizeof texts / sizeof *texts && strcmp(texts[i].word, word) != 0)
        i++;
    return i;
}

static size_t number_number(const char *word)
{
    size_t i = 0;

    while (i < sizeof numbers / sizeof *numbers && strcmp(numbers[i].word, word) != 0)
        i++;
    return i;
}

static bool is_text(const char *word)
{
    return text_number(word) < sizeof texts / sizeof *texts;
}

static bool is_number(const char *word)
{
    return number_number(word) < sizeof numbers / sizeof *numbers;
}

/* sN, a string that is bounded and has no form. */
static bool is_plain(const char *word)
{
    return word[0] == 's' && isdigit((unsigned char)word[1]);
}

static void write_word(const char *word, struct buf *out)
{
    if (is_text(word))
        buf_append_format(out, "\"%s\"", texts[text_number(word)].good);
    else if (is_number(word))
        buf_append_text(out, numbers[number_number(word)].good);
    else if (is_plain(word))
        buf_append_text(out, "\"Text \u00e9\"");
    else if (strcmp(word, "bool") == 0)
        buf_append_text(out, "true");
    else if (strcmp(word, "dur") == 0 || strcmp(word, "native") == 0 ||
             strcmp(word, "dim") == 0)
        buf_append_text(out, "5");
    else
        fail(word);
}

static void write_type(const struct type *type, const struct edit *edit, struct buf *out)
{
    bool braces = type->form == OBJECT || type->form == MAP;
    const char *between = "";

    if (edit->at == type && edit->kind == REPLACE) {
        buf_append_text(out, edit->text);
        return;
    }
    if (type->form == WORD) {
        write_word(type->word, out);
        return;
    }
    if (type->form == CHOICE) {
        buf_append_format(out, "\"%.*s\"", (int)strcspn(type->word + 1, "'"),
                          type->word + 1);
        return;
    }
    buf_append_byte(out, braces ? '{' : '[');
    for (int i = 0; i < type->count; i++) {
        const struct type *child = type->children[i];

        if (edit->at == child && edit->kind == DROP)
            continue;
        buf_append_text(out, between);
        between = ",";
        if (braces)
            buf_append_format(out, "\"%s\":", child->name);
        write_type(child, edit, out);
    }
    if (edit->at == type && edit->kind == EXTEND)
        buf_append_format(out, "%s%s", between, edit->text);
    buf_append_byte(out, braces ? '}' : ']');
}

static void write_pointer(const struct type *type, struct buf *out)
{
    if (type->parent == NULL)
        return;
    write_pointer(type->parent, out);
    buf_append_format(out, "/%s", type->name);
}

/* --- changes --- */

static FILE *records;
static FILE *expected;
static const char *kind;
static struct type *whole;

/* Write the changed record. The finding is at AT, or at its member BELOW. */
static void change(struct type *type, enum edit_kind how, const char *text,
                   const char *class, const char *code, const char *below)
{
    struct edit edit = {type, how, text};
    const struct type *found = how == DROP ? type->parent : type;
    struct buf line, pointer;

    buf_init(&line);
    buf_init(&pointer);
    write_type(whole, &edit, &line);
    write_pointer(found, &pointer);
    if (below != NULL)
        buf_append_format(&pointer, "/%s", below);
    fprintf(records, "%s\n", buf_text(&line));
    fprintf(expected, "%s %s %s %s\n", kind, class, code,
            pointer.length == 0 ? "-" : buf_text(&pointer));
    if (strcmp(code, "valid") != 0)
        type->changes++;
    buf_release(&line);
    buf_release(&pointer);
}

static void change_text(struct type *type, const char *text, const char *class,
                        const char *code)
{
    struct buf value;

    buf_init(&value);
    buf_append_format(&value, "\"%s\"", text);
    change(type, REPLACE, buf_text(&value), class, code, NULL);
    buf_release(&value);
}

/* START and as many letters as make it COUNT UTF-16 code units, two for each LETTER that is
 * beyond the basic plane. */
static void change_length(struct type *type, const char *start, long count, bool pairs,
                          const char *class, const char *code)
{
    struct buf text;
    long length = (long)strlen(start);

    buf_init(&text);
    buf_append_text(&text, start);
    for (; pairs && length + 1 < count; length += 2)
        buf_append_text(&text, "\U0001f600");
    for (; length < count; length++)
        buf_append_byte(&text, 'a');
    change_text(type, buf_text(&text), class, code);
    buf_release(&text);
}

/* Each JSON type but those in ALLOWED (letters: z null, b boolean, n number, s string, a
 * array, o object). */
static void change_types(struct type *type, const char *allowed, const char *code)
{
    static const struct {
        char letter;
        const char *text;
    } values[] = {{'z', "null"},  {'b', "false"}, {'n', "7"},
                  {'s', "\"x\""}, {'a', "[]"},    {'o', "{}"}};

    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        if (strchr(allowed, values[i].letter) == NULL)
            change(type, REPLACE, values[i].text, "type", code, NULL);
}

static void change_number(struct type *type)
{
    size_t number = number_number(type->word);
    bool is_integer = strncmp(type->word, "int", 3) == 0;

    change_types(type, "n", "wrong_type");
    if (is_integer) {
        change(type, REPLACE, "1.5", "type", "wrong_type", NULL);
        change(type, REPLACE, "1e3", "good", "valid", NULL);
        change(type, REPLACE, "9007199254740991", "good", "valid", NULL);
    }
    if (numbers[number].below != NULL)
        change(type, REPLACE, numbers[number].below, "range", "out_of_range", NULL);
    if (numbers[number].above != NULL)
        change(type, REPLACE, numbers[number].above, "range", "out_of_range", NULL);
}

static void change_form(struct type *type)
{
    size_t text = text_number(type->word);

    change_types(type, "s", "wrong_type");
    for (size_t i = 0; i < 14 && texts[text].bad[i] != NULL; i++)
        change_text(type, texts[text].bad[i], "form", texts[text].code);
    if (texts[text].maximum == 0)
        return;
    change_length(type, texts[text].long_text, texts[text].maximum, false, "good", "valid");
    change_length(type, texts[text].long_text, texts[text].maximum + 1, false, "length",
                  "too_long");
}

static void change_word(struct type *type)
{
    if (is_number(type->word)) {
        change_number(type);
    } else if (is_text(type->word)) {
        change_form(type);
    } else if (is_plain(type->word)) {
        long maximum = strtol(type->word + 1, NULL, 10);

        change_types(type, "s", "wrong_type");
        change(type, REPLACE, "\"\"", "good", "valid", NULL);
        change_length(type, "", maximum, true, "good", "valid");
        change_length(type, "", maximum + 1, false, "length", "too_long");
        change_length(type, "", maximum + 2, true, "length", "too_long");
    } else if (strcmp(type->word, "bool") == 0) {
        change_types(type, "b", "wrong_type");
        change(type, REPLACE, "\"true\"", "type", "wrong_type", NULL);
        change(type, REPLACE, "1", "type", "wrong_type", NULL);
    } else if (strcmp(type->word, "dur") == 0) {
        change_types(type, "ns", "wrong_type");
        change(type, REPLACE, "1.5", "type", "wrong_type", NULL);
        change(type, REPLACE, "-1", "range", "out_of_range", NULL);
        change(type, REPLACE, "9007199254740992", "range", "out_of_range", NULL);
        for (size_t i = 0; i < sizeof bad_durations / sizeof *bad_durations; i++)
            change_text(type, bad_durations[i], "form", "bad_duration");
        change(type, REPLACE, "\"0.005 \u00b5s\"", "good", "valid", NULL);
    } else if (strcmp(type->word, "native") == 0) {
        change_types(type, "ns", "wrong_type");
        change_length(type, "", 501, false, "length", "too_long");
        change_length(type, "", 500, false, "good", "valid");
    } else { /* dim */
        change_types(type, "ns", "wrong_type");
        change(type, REPLACE, "1.5", "type", "wrong_type", NULL);
        change(type, REPLACE, "-1", "range", "out_of_range", NULL);
        change_text(type, "A", "form", "bad_pattern");
        change_text(type, "", "form", "bad_pattern");
        change_text(type, "abc_1", "good", "valid");
    }
}

static void change_choice(struct type *type)
{
    change_types(type, "s", "wrong_type|not_in_enum");
    change_text(type, "", "enum", "not_in_enum");
    change_text(type, "other_", "enum", "not_in_enum");
    for (const char *text = type->word; *text != '\0';) {
        char value[60];

        snprintf(value, sizeof value, "%.*s", (int)strcspn(text + 1, "'"), text + 1);
        text += strlen(value) + 2;
        text += *text == '|';
        strcat(value, "\\n");
        change_text(type, value, "enum", "not_in_enum");
        *value = (char)toupper((unsigned char)*value);
        if (isalpha((unsigned char)*value)) {
            value[strlen(value) - 2] = '\0';
            change_text(type, value, "enum", "not_in_enum");
        }
    }
}

static void change_list(struct type *type)
{
    struct buf text;

    change_types(type, "a", "wrong_type");
    if (type->minimum == 0)
        change(type, REPLACE, "[]", "good", "valid", NULL);
    else
        change(type, REPLACE, "[]", "count", "too_few", NULL);
    if (type->maximum < 0)
        return;
    buf_init(&text);
    for (long count = type->maximum; count <= type->maximum + 1; count++) {
        const struct edit nothing = {NULL, NOTHING, NULL};

        buf_clear(&text);
        buf_append_byte(&text, '[');
        for (long i = 0; i < count; i++) {
            if (i > 0)
                buf_append_byte(&text, ',');
            write_type(type->children[0], &nothing, &text);
        }
        buf_append_byte(&text, ']');
        if (count > type->maximum)
            change(type, REPLACE, buf_text(&text), "count", "too_many", NULL);
        else if (type->maximum != type->count)
            change(type, REPLACE, buf_text(&text), "good", "valid", NULL);
    }
    buf_release(&text);
    if (type->minimum > 1)
        change(type->children[type->count - 1], DROP, NULL, "count", "too_few", NULL);
}

static void change_map(struct type *type)
{
    const struct edit nothing = {NULL, NOTHING, NULL};
    static const char *const bad[] = {"", "A", "1a", "a-b", "a\\n"};
    struct buf text;

    change_types(type, "o", "wrong_type");
    if (type->count > 1) /* else dropping its member does the same */
        change(type, REPLACE, "{}", "good", "valid", NULL);
    buf_init(&text);
    for (size_t i = 0; !is_plain(type->word) && i < sizeof bad / sizeof *bad; i++) {
        buf_clear(&text);
        buf_append_format(&text, "\"%s\":", bad[i]);
        write_type(type->children[0], &nothing, &text);
        change(type, EXTEND, buf_text(&text), "key", "bad_pattern",
               strcmp(bad[i], "a\\n") == 0 ? "a<LF>" : bad[i]);
    }
    if (is_plain(type->word)) {
        char name[202];

        memset(name, 'k', 201);
        name[201] = '\0';
        buf_append_format(&text, "\"%s\":", name);
        write_type(type->children[0], &nothing, &text);
        change(type, EXTEND, buf_text(&text), "key", "too_long", name);
    }
    buf_release(&text);
}

static void change_object(struct type *type)
{
    change_types(type, "o", "wrong_type");
    change(type, EXTEND, "\"other_member\":1", "unknown", "unknown_member", "other_member");
}

static void change_type(struct type *type)
{
    if (type->is_member)
        change(type, DROP, NULL, type->optional ? "good" : "drop",
               type->optional ? "valid" : "missing_member", NULL);
    switch (type->form) {
    case OBJECT:
        change_object(type);
        break;
    case LIST:
        change_list(type);
        break;
    case MAP:
        change_map(type);
        break;
    case CHOICE:
        change_choice(type);
        break;
    case WORD:
        change_word(type);
    }
    for (int i = 0; i < type->count; i++)
        change_type(type->children[i]);
}

static struct type *find(const char *path)
{
    struct type *type = whole;

    while (*path != '\0') {
        size_t length = strcspn(path, "/");
        int i = 0;

        while (strlen(type->children[i]->name) != length ||
               memcmp(type->children[i]->name, path, length) != 0)
            if (++i == type->count)
                fail(path);
        type = type->children[i];
        path += length + (path[length] == '/');
    }
    return type;
}

/* What one member asks of another. */
static void change_more(void)
{
    if (strcmp(kind, "BenchmarkRun") == 0)
        change(find("spec/timing/latencyNs"), REPLACE, "{\"p05\":5}", "either",
               "missing_member", NULL);
    if (strcmp(kind, "OperationSpec") != 0)
        return;
    for (int i = 0; i < 2; i++) {
        struct type *list = find(i == 0 ? "spec/inputs" : "spec/outputs");

        change(list->children[0], REPLACE, "{\"name\":\"a\"}", "either",
               "missing_member|no_alternative|too_few", NULL);
        change(list->children[0], REPLACE,
               "{\"name\":\"a\",\"tensor\":{\"shape\":[1],\"dtype\":\"a\"},"
               "\"scalar\":{\"dtype\":\"a\"}}",
               "either", "forbidden", "tensor");
    }
}

/* Whether each member has a change that is to be refused. */
static bool is_covered(const struct type *type)
{
    bool covered = type->changes > 0;

    if (!covered)
        fprintf(stderr, "mutations: %s: nothing is wrong with %s\n", kind, type->name);
    for (int i = 0; i < type->count; i++)
        covered = is_covered(type->children[i]) && covered;
    return covered;
}

/* apiVersion and kind come before any schema. */
static void change_envelope(void)
{
    struct type *spec = find("spec");
    struct type *head = whole->children[0];

    for (int i = 0; i < 2; i++) {
        head = whole->children[i];
        change(head, DROP, NULL, "drop", "not_a_record", i == 0 ? "kind" : NULL);
        change_types(head, "s", "unknown_kind");
        change_text(head, "", "enum", "unknown_kind");
        change_text(head, i == 0 ? "kernelindex.dev/v1" : "Benchmark", "enum",
                    "unknown_kind");
    }
    change(whole, EXTEND, "\"other_member\":1", "unknown", "unknown_member",
           "other_member");
    change(spec, DROP, NULL, "drop", "not_a_record", NULL);
    change(find("metadata"), DROP, NULL, "drop", "missing_member", NULL);
}

static void free_type(struct type *type)
{
    for (int i = 0; i < type->count; i++)
        free_type(type->children[i]);
    free(type);
}

static bool generate(size_t number)
{
    struct buf notation;
    bool covered;

    kind = kinds[number].kind;
    buf_init(&notation);
    buf_append_format(&notation,
                      "{apiVersion: 'kernelindex.dev/v1alpha1', kind: '%s', metadata: %s,"
                      " spec: %s}",
                      kind, metadata, kinds[number].spec);
    at = buf_text(&notation);
    whole = read_type(NULL);
    change(whole, NOTHING, NULL, "good", "valid", NULL);
    change_envelope();
    for (int i = 2; i < 4; i++) {
        struct type *part = whole->children[i];

        change_object(part);
        for (int k = 0; k < part->count; k++)
            change_type(part->children[k]);
    }
    change_more();
    covered = is_covered(whole);
    free_type(whole);
    buf_release(&notation);
    return covered;
}

/* --- verdicts --- */

static bool is_one_of(struct view code, const char *codes)
{
    while (*codes != '\0') {
        size_t length = strcspn(codes, "|");

        if (code.length == length && memcmp(code.data, codes, length) == 0)
            return true;
        codes += length + (codes[length] == '|');
    }
    return false;
}

/* Whether a verdict is what is expected of the record. */
static bool is_right(const struct document *document, const char *codes,
                     const char *pointer)
{
    const struct node *nodes = document->nodes;
    uint32_t list = document_member(document, 0, "findings");
    bool valid = document_is(document, document_member(document, 0, "valid"), NODE_TRUE);
    bool found = false;

    if (strcmp(codes, "valid") == 0)
        return valid && nodes[list].next == list + 1;
    for (uint32_t node = list + 1; node < nodes[list].next; node = nodes[node].next) {
        struct view code =
            document_string(document, document_member(document, node, "code"));
        struct view place =
            document_string(document, document_member(document, node, "pointer"));

        if (place.length < strlen(pointer) ||
            memcmp(place.data, pointer, strlen(pointer)) != 0)
            return false;
        found = found || (place.length == strlen(pointer) && is_one_of(code, codes));
    }
    return found && !valid;
}

struct count {
    char key[80];
    unsigned long right;
    unsigned long all;
};

static void count_one(struct count *counts, const char *key, bool right)
{
    while (counts->all > 0 && strcmp(counts->key, key) != 0)
        counts++;
    snprintf(counts->key, sizeof counts->key, "%s", key);
    counts->all++;
    counts->right += right;
}

static int judge(const char *path)
{
    static struct count counts[400];
    struct reader *reader = reader_new();
    char *verdict = mem_zeroed(1, LINE_MAX_BYTES + READER_PADDING);
    char line[4096];
    FILE *file = fopen(path, "r");
    bool all = true;

    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        char name[40], class[20], codes[80], pointer[400];
        char key[80], *feed;
        struct reader_error error;
        bool right = false;

        if (sscanf(line, "%39s %19s %79s %399s", name, class, codes, pointer) != 4)
            fail(line);
        if (strcmp(pointer, "-") == 0)
            *pointer = '\0';
        feed = strstr(pointer, "<LF>");
        if (feed != NULL)
            strcpy(feed, "\n");
        if (fgets(verdict, LINE_MAX_BYTES, stdin) != NULL)
            right = reader_parse(reader, verdict, strcspn(verdict, "\n"), &error) == 0 &&
                    is_right(reader_document(reader), codes, pointer);
        if (!right)
            fprintf(stderr, "%s got %.300s\n", line, verdict);
        all = all && right;
        snprintf(key, sizeof key, "%s %s", name, class);
        count_one(counts, key, right);
    }
    for (size_t i = 0; counts[i].all > 0; i++)
        printf("%s %lu %lu\n", counts[i].key, counts[i].right, counts[i].all);
    reader_free(reader);
    free(verdict);
    if (file != NULL)
        fclose(file);
    return all && file != NULL ? 0 : 1;
}

int main(int argc, char **argv)
{
    bool covered = true;

    if (argc == 3 && strcmp(argv[1], "--judge") == 0)
        return judge(argv[2]);
    records = argc == 3 ? fopen(argv[1], "w") : NULL;
    expected = argc == 3 ? fopen(argv[2], "w") : NULL;
    if (records == NULL || expected == NULL) {
        fputs("usage: mutations RECORDS EXPECTED, mutations --judge EXPECTED\n", stderr);
        return 2;
    }
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        covered = generate(i) && covered;
    if (fclose(records) != 0 || fclose(expected) != 0)
        return 2;
    return covered ? 0 : 1;
}
