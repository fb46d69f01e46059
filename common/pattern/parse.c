#include <config.h>

#include "pattern/parse.h"

#include "base/hex.h"
#include "base/map.h"
#include "base/mem.h"
#include "base/utf8.h"
#include "pattern/property.h"

#include <stdlib.h>

enum { LEVELS_MAX = 200, COUNT_MAX = 65535 /* the limit of PCRE2 */ };

enum { LAST_CODE = 0x10ffff, NO_CODE = -1 };

/* A capturing group. */
struct group {
    bool referenced;
    bool resets; /* ECMAScript clears its capture at each repetition, PCRE2 does not */
};

struct parser {
    const char *start;
    const char *at;
    const char *end;
    struct pattern_parse *parse;
    struct buf *out;        /* the translation */
    struct map group_names; /* name to the number of the group, from 0 */
    struct group *groups;
    uint32_t group_count;
    uint32_t groups_begun;
    unsigned levels;
    unsigned lookbehinds;
    const char *large_count; /* a count above that of PCRE2, or NULL */
};

/* The atom that was parsed last. */
struct atom {
    bool is_set;
    struct pattern_set set;
    int32_t code; /* the character; NO_CODE: a set or a group */
};

static bool fail_at(struct parser *parser, const char *at, const char *text)
{
    parser->parse->problem = text;
    parser->parse->offset = (size_t)(at - parser->start);
    return false;
}

static bool fail(struct parser *parser, const char *text)
{
    return fail_at(parser, parser->at, text);
}

static void emit(struct parser *parser, const char *text)
{
    buf_append_text(parser->out, text);
}

static inline bool looking_at(const struct parser *parser, const char *text)
{
    size_t length = strlen(text);

    return (size_t)(parser->end - parser->at) >= length &&
           memcmp(parser->at, text, length) == 0;
}

static inline bool accept(struct parser *parser, const char *text)
{
    if (!looking_at(parser, text))
        return false;
    parser->at += strlen(text);
    return true;
}

/* --- characters --- */

static uint32_t read_character(struct parser *parser)
{
    static const unsigned char lead_masks[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
    size_t length = (unsigned char)*parser->at < 0x80 ? 1 : utf8_length(parser->at);
    uint32_t code = (unsigned char)*parser->at & lead_masks[length];

    for (size_t i = 1; i < length; i++)
        code = code << 6 | ((unsigned char)parser->at[i] & 0x3f);
    parser->at += length;
    return code;
}

static void emit_code(struct parser *parser, uint32_t code)
{
    bool plain = (code >= '0' && code <= '9') || (code >= 'A' && code <= 'Z') ||
                 (code >= 'a' && code <= 'z');

    if (plain)
        buf_append_byte(parser->out, (char)code);
    else
        buf_append_format(parser->out, "\\x{%x}", (unsigned)code);
}

/* --- sets --- */

static void set_add_range(struct pattern_set *set, uint32_t first, uint32_t last)
{
    for (uint32_t code = first; code <= last && code < 0x80; code++)
        set->ascii[code >> 6] |= UINT64_C(1) << (code & 63);
    if (last == LAST_CODE && first <= 0x80)
        set->others = true;
    else if (last >= 0x80)
        set->some_others = true;
}

static void set_add(struct pattern_set *set, const struct pattern_set *more)
{
    set->ascii[0] |= more->ascii[0];
    set->ascii[1] |= more->ascii[1];
    set->others |= more->others;
    set->some_others |= more->some_others;
}

static void set_invert(struct pattern_set *set)
{
    set->ascii[0] = ~set->ascii[0];
    set->ascii[1] = ~set->ascii[1];
    if (set->others)
        set->some_others = false;
    set->others = !set->others;
}

/* The sets \d, \w and \s as ranges of code points in order, and what . does not match. */
static const struct {
    char letter;
    uint32_t ranges[11][2]; /* unused ones are 0, 0 */
} letters[] = {
    {'d', {{'0', '9'}}},
    {'w', {{'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}}},
    {'s',
     {{'\t', '\r'},
      {' ', ' '},
      {0xa0, 0xa0},
      {0x1680, 0x1680},
      {0x2000, 0x200a},
      {0x2028, 0x2029},
      {0x202f, 0x202f},
      {0x205f, 0x205f},
      {0x3000, 0x3000},
      {0xfeff, 0xfeff}}},
    {'.', {{'\n', '\n'}, {'\r', '\r'}, {0x2028, 0x2029}}},
};

static void emit_range(struct parser *parser, struct pattern_set *set, uint32_t first,
                       uint32_t last)
{
    emit_code(parser, first);
    if (last > first) {
        buf_append_byte(parser->out, '-');
        emit_code(parser, last);
    }
    set_add_range(set, first, last);
}

/* Write the ranges of LETTER, or its complement, as content of a class, and add them to
 * SET.
 */
static void emit_letter(struct parser *parser, char letter, bool complement,
                        struct pattern_set *set)
{
    uint32_t after = 0;
    size_t i = 0;

    while (letters[i].letter != letter)
        i++;
    for (size_t j = 0; letters[i].ranges[j][1] != 0; j++) {
        const uint32_t *range = letters[i].ranges[j];

        if (!complement)
            emit_range(parser, set, range[0], range[1]);
        else
            emit_range(parser, set, after, range[0] - 1);
        after = range[1] + 1;
    }
    if (complement)
        emit_range(parser, set, after, LAST_CODE);
}

/* Write the class that `.` stands for. */
static void parse_point(struct parser *parser, struct atom *atom)
{
    atom->is_set = true;
    buf_append_byte(parser->out, '[');
    emit_letter(parser, '.', true, &atom->set);
    buf_append_byte(parser->out, ']');
}

/* --- escapes --- */

/* Read COUNT hex digits. NO_CODE where there are fewer. */
static int32_t read_hex(struct parser *parser, unsigned count)
{
    int32_t value = 0;

    if ((size_t)(parser->end - parser->at) < count)
        return NO_CODE;
    for (unsigned i = 0; i < count; i++) {
        int digit = hex_digit(parser->at[i]);

        if (digit < 0)
            return NO_CODE;
        value = value * 16 + digit;
    }
    parser->at += count;
    return value;
}

static int32_t read_braced_hex(struct parser *parser)
{
    const char *first = parser->at;
    int32_t value = 0;

    for (; parser->at < parser->end && hex_digit(*parser->at) >= 0; parser->at++) {
        value = value * 16 + hex_digit(*parser->at);
        if (value > LAST_CODE)
            return NO_CODE;
    }
    return parser->at > first && accept(parser, "}") ? value : NO_CODE;
}

/* Read what follows \u. NO_CODE also for an unpaired surrogate, which no text contains. */
static int32_t read_unicode(struct parser *parser)
{
    bool braced = accept(parser, "{");
    int32_t code = braced ? read_braced_hex(parser) : read_hex(parser, 4);
    int32_t low;

    if (code < 0xd800 || code > 0xdfff)
        return code;
    if (braced || code > 0xdbff || !accept(parser, "\\u"))
        return NO_CODE;
    low = read_hex(parser, 4);
    if (low < 0xdc00 || low > 0xdfff)
        return NO_CODE;
    return 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
}

/* Read a character escape after its backslash. Precondition: there is one more byte. */
static int32_t read_character_escape(struct parser *parser)
{
    static const char names[] = "fnrtv";
    static const char values[] = "\f\n\r\t\v";
    static const char syntax[] = "^$\\.*+?()[]{}|/";
    char byte = *parser->at++;
    const char *found;

    if (byte == '\0')
        return NO_CODE;
    found = strchr(names, byte);
    if (found != NULL)
        return values[found - names];
    if (strchr(syntax, byte) != NULL)
        return byte;
    switch (byte) {
    case '0':
        if (parser->at < parser->end && *parser->at >= '0' && *parser->at <= '9')
            return NO_CODE;
        return 0;
    case 'c':
        if (parser->at == parser->end || (*parser->at | 32) < 'a' ||
            (*parser->at | 32) > 'z')
            return NO_CODE;
        return *parser->at++ & 31;
    case 'x':
        return read_hex(parser, 2);
    case 'u':
        return read_unicode(parser);
    default:
        return NO_CODE;
    }
}

/* Parse \p{…} or \P{…}; parser->at is at the letter. */
static bool parse_property(struct parser *parser, struct atom *atom)
{
    bool negated = *parser->at == 'P';
    const char *first = parser->at + 2;
    const char *close;

    if (parser->end - parser->at < 2 || parser->at[1] != '{')
        return fail_at(parser, parser->at, "expected a property in braces");
    close = memchr(first, '}', (size_t)(parser->end - first));
    if (close == NULL ||
        !pattern_property_append((struct view){first, (size_t)(close - first)}, negated,
                                 parser->out))
        return fail_at(parser, parser->at, "unknown property");
    parser->at = close + 1;
    atom->is_set = true;
    atom->set.some_others = true; /* its ASCII part is unknown, so it cannot be simple */
    parser->parse->simple = false;
    return true;
}

/* Parse an escape that means a character or a set, after its backslash. A set is written as
 * content of a class; a character is not written. */
static bool parse_escape(struct parser *parser, struct atom *atom)
{
    const char *backslash = parser->at - 1;

    if (parser->at == parser->end)
        return fail_at(parser, backslash, "backslash at the end");
    switch (*parser->at) {
    case 'd':
    case 'D':
    case 's':
    case 'S':
    case 'w':
    case 'W':
        atom->is_set = true;
        emit_letter(parser, (char)(*parser->at | 32), (*parser->at & 32) == 0, &atom->set);
        parser->at++;
        return true;
    case 'p':
    case 'P':
        return parse_property(parser, atom);
    default:
        atom->code = read_character_escape(parser);
        if (atom->code == NO_CODE)
            return fail_at(parser, backslash, "escape that ECMAScript does not have");
        return true;
    }
}

/* --- classes --- */

static bool parse_class_atom(struct parser *parser, struct atom *atom)
{
    *atom = (struct atom){.code = NO_CODE};
    if (!accept(parser, "\\")) {
        atom->code = (int32_t)read_character(parser);
        return true;
    }
    if (accept(parser, "b"))
        atom->code = '\b';
    else if (accept(parser, "-"))
        atom->code = '-';
    else
        return parse_escape(parser, atom);
    return true;
}

/* Parse one character, set or range of a class. */
static bool parse_class_part(struct parser *parser, struct pattern_set *set)
{
    const char *first_at = parser->at;
    struct atom first, last;

    if (!parse_class_atom(parser, &first))
        return false;
    if (!looking_at(parser, "-") || parser->end - parser->at < 2 || parser->at[1] == ']') {
        if (first.is_set)
            set_add(set, &first.set);
        else
            emit_range(parser, set, (uint32_t)first.code, (uint32_t)first.code);
        return true;
    }
    parser->at++;
    if (!parse_class_atom(parser, &last))
        return false;
    if (first.is_set || last.is_set)
        return fail_at(parser, first_at, "range with a class at one end");
    if (first.code > last.code)
        return fail_at(parser, first_at, "range out of order");
    emit_range(parser, set, (uint32_t)first.code, (uint32_t)last.code);
    return true;
}

/* Parse and write a class, after its opening bracket. */
static bool parse_class(struct parser *parser, struct atom *atom)
{
    const char *open = parser->at - 1;
    bool negated = accept(parser, "^");

    atom->is_set = true;
    if (accept(parser, "]")) {
        buf_append_text(parser->out, negated ? "[\\x{0}-\\x{10ffff}]" : "(?!)");
        parser->parse->simple = false;
        return true;
    }
    buf_append_text(parser->out, negated ? "[^" : "[");
    while (!accept(parser, "]")) {
        if (parser->at == parser->end)
            return fail_at(parser, open, "class without its closing bracket");
        if (!parse_class_part(parser, &atom->set))
            return false;
    }
    buf_append_byte(parser->out, ']');
    if (negated)
        set_invert(&atom->set);
    return true;
}

/* --- names of groups, and references --- */

static bool is_name_byte(char byte)
{
    return ((byte | 32) >= 'a' && (byte | 32) <= 'z') || byte == '_' || byte == '$' ||
           (byte >= '0' && byte <= '9') || (unsigned char)byte >= 0x80;
}

/* Read the name of a group and the '>' after it. */
static bool read_name(struct parser *parser, struct view *name)
{
    const char *first = parser->at;

    while (parser->at < parser->end && is_name_byte(*parser->at))
        parser->at++;
    *name = (struct view){first, (size_t)(parser->at - first)};
    if (name->length == 0 || (*first >= '0' && *first <= '9') || !accept(parser, ">"))
        return fail_at(parser, first, "expected the name of a group and '>'");
    return true;
}

/* Whether the text after a '(' begins a named group. */
static bool begins_name(const struct parser *parser)
{
    return looking_at(parser, "?<") && parser->end - parser->at > 2 &&
           parser->at[2] != '=' && parser->at[2] != '!';
}

static void add_group(struct parser *parser)
{
    if ((parser->group_count & (parser->group_count - 1)) == 0)
        parser->groups = mem_resize(parser->groups,
                                    parser->group_count == 0 ? 1 : parser->group_count * 2,
                                    sizeof *parser->groups);
    parser->groups[parser->group_count++] = (struct group){false, false};
}

/* Count the group after a '(' if it captures, and store its name. */
static bool find_group(struct parser *parser)
{
    struct view name;
    bool added;

    if (!begins_name(parser)) {
        if (!looking_at(parser, "?"))
            add_group(parser);
        return true;
    }
    parser->at += 2;
    if (!read_name(parser, &name))
        return false;
    map_put(&parser->group_names, name.data, name.length, &added)->value.word =
        parser->group_count;
    if (!added)
        return fail_at(parser, name.data, "two groups with the same name");
    add_group(parser);
    return true;
}

/* Find all capturing groups first: a reference may precede its group. */
static bool find_groups(struct parser *parser)
{
    bool in_class = false;

    while (parser->at < parser->end) {
        char byte = *parser->at++;

        if (byte == '\\' && parser->at < parser->end)
            parser->at++;
        else if (byte == '[')
            in_class = true;
        else if (byte == ']')
            in_class = false;
        else if (byte == '(' && !in_class && !find_group(parser))
            return false;
    }
    parser->at = parser->start;
    return true;
}

/* Write a reference to group NUMBER, from 0. */
static bool parse_reference(struct parser *parser, const char *backslash, uint32_t number)
{
    if (number >= parser->group_count)
        return fail_at(parser, backslash, "reference to a group that does not exist");
    if (parser->lookbehinds > 0)
        return fail_at(parser, backslash, "reference in a lookbehind");
    parser->groups[number].referenced = true;
    /* The parentheses are needed: the JIT of PCRE2 10.42 does not match an unset group
     * where its reference itself has counts. */
    buf_append_format(parser->out, "(?:\\g{%u})", (unsigned)number + 1);
    return true;
}

/* Write a reference by name, after its \k. */
static bool parse_named_reference(struct parser *parser, const char *backslash)
{
    const struct map_entry *entry;
    struct view name;

    if (!accept(parser, "<"))
        return fail_at(parser, parser->at, "expected '<' and the name of a group");
    if (!read_name(parser, &name))
        return false;
    entry = map_find(&parser->group_names, name.data, name.length);
    return parse_reference(parser, backslash,
                           entry == NULL ? UINT32_MAX : (uint32_t)entry->value.word);
}

/* Whether PCRE2 gives all references the meaning of ECMAScript. */
static bool check_references(struct parser *parser)
{
    for (uint32_t i = 0; i < parser->group_count; i++)
        if (parser->groups[i].referenced && parser->groups[i].resets)
            return fail_at(parser, parser->start,
                           "reference to a group that repeats or is in a lookbehind");
    return true;
}

/* --- counts and steps --- */

/* Read digits; a larger number becomes PATTERN_NO_MAXIMUM - 1. False where there are none.
 */
static bool read_count(struct parser *parser, uint32_t *count)
{
    const char *first = parser->at;
    uint64_t value = 0;

    for (; parser->at < parser->end && *parser->at >= '0' && *parser->at <= '9';
         parser->at++)
        if (value < PATTERN_NO_MAXIMUM)
            value = value * 10 + (uint64_t)(*parser->at - '0');
    *count = value < PATTERN_NO_MAXIMUM ? (uint32_t)value : PATTERN_NO_MAXIMUM - 1;
    return parser->at > first;
}

/* Read and write the quantifier after an atom; the default is once. */
static bool parse_counts(struct parser *parser, uint32_t *minimum, uint32_t *maximum)
{
    const char *first = parser->at;

    *minimum = *maximum = 1;
    if (accept(parser, "*")) {
        *minimum = 0;
        *maximum = PATTERN_NO_MAXIMUM;
    } else if (accept(parser, "+")) {
        *maximum = PATTERN_NO_MAXIMUM;
    } else if (accept(parser, "?")) {
        *minimum = 0;
    } else if (accept(parser, "{")) {
        if (!read_count(parser, minimum))
            return fail_at(parser, first, "'{' that does not begin a quantifier");
        *maximum = *minimum;
        if (accept(parser, ",") && !read_count(parser, maximum))
            *maximum = PATTERN_NO_MAXIMUM;
        if (!accept(parser, "}"))
            return fail_at(parser, first, "'{' that does not begin a quantifier");
        if (*minimum > *maximum)
            return fail_at(parser, first,
                           "quantifier with its quantifier with its counts out of order");
    } else {
        return true;
    }
    if (*minimum > COUNT_MAX || (*maximum > COUNT_MAX && *maximum < PATTERN_NO_MAXIMUM))
        parser->large_count = first;
    accept(parser, "?");
    buf_append(parser->out, first, (size_t)(parser->at - first));
    return true;
}

static void add_step(struct pattern_parse *parse, const struct pattern_step *step)
{
    if ((parse->step_count & (parse->step_count - 1)) == 0)
        parse->steps =
            mem_resize(parse->steps, parse->step_count == 0 ? 1 : parse->step_count * 2,
                       sizeof *parse->steps);
    parse->steps[parse->step_count++] = *step;
}

/* Add a character that occurs once; adjacent ones become one literal. */
static void add_literal(struct pattern_parse *parse, uint32_t code)
{
    size_t length = utf8_encode(code, buf_reserve(&parse->literals, 4));
    struct pattern_step step = {
        1, 1, (uint32_t)parse->literals.length, (uint32_t)length, {{0, 0}, false, false}};

    parse->literals.length += length;
    if (parse->step_count > 0 && parse->steps[parse->step_count - 1].length > 0)
        parse->steps[parse->step_count - 1].length += (uint32_t)length;
    else
        add_step(parse, &step);
}

/* Add an atom as a step, unless the pattern is known not to be simple. */
static void add_atom(struct pattern_parse *parse, const struct atom *atom, uint32_t minimum,
                     uint32_t maximum)
{
    struct pattern_step step = {minimum, maximum, 0, 0, atom->set};

    if (!parse->simple)
        return;
    if (atom->code != NO_CODE && minimum == 1 && maximum == 1) {
        add_literal(parse, (uint32_t)atom->code);
        return;
    }
    if (atom->code != NO_CODE)
        set_add_range(&step.set, (uint32_t)atom->code, (uint32_t)atom->code);
    else if (!atom->is_set)
        parse->simple = false;
    if (step.set.some_others)
        parse->simple = false;
    else
        add_step(parse, &step);
}

/* --- groups --- */

static bool parse_alternatives(struct parser *parser);

/* Parse the content of a group and its ')'. */
static bool parse_inside(struct parser *parser, const char *open)
{
    if (++parser->levels > LEVELS_MAX)
        return fail_at(parser, open, "more than 200 levels of parentheses");
    if (!parse_alternatives(parser))
        return false;
    if (!accept(parser, ")"))
        return fail_at(parser, open, "'(' without its ')'");
    emit(parser, ")");
    parser->levels--;
    return true;
}

static bool parse_capture(struct parser *parser, const char *open)
{
    struct group *group = &parser->groups[parser->groups_begun++];

    if (looking_at(parser, "?"))
        parser->at =
            (const char *)memchr(parser->at, '>', (size_t)(parser->end - parser->at)) + 1;
    if (parser->lookbehinds > 0)
        group->resets = true;
    emit(parser, "(");
    return parse_inside(parser, open);
}

/* Parse a group or an assertion, after its '('. *COUNTABLE: a quantifier may follow. */
static bool parse_parenthesis(struct parser *parser, bool *countable)
{
    static const char *const assertions[] = {"?=", "?!", "?<=", "?<!"};
    const char *open = parser->at - 1;

    parser->parse->simple = false;
    *countable = true;
    if (!looking_at(parser, "?") || begins_name(parser))
        return parse_capture(parser, open);
    if (accept(parser, "?:")) {
        emit(parser, "(?:");
        return parse_inside(parser, open);
    }
    *countable = false;
    for (unsigned i = 0; i < 4; i++)
        if (accept(parser, assertions[i])) {
            emit(parser, "(");
            emit(parser, assertions[i]);
            parser->lookbehinds += i >= 2;
            if (!parse_inside(parser, open))
                return false;
            parser->lookbehinds -= i >= 2;
            return true;
        }
    return fail(parser, "group that ECMAScript does not have");
}

/* --- the expression --- */

/* Parse an escape outside a class, after its backslash. */
static bool parse_outer_escape(struct parser *parser, struct atom *atom, bool *countable)
{
    const char *backslash = parser->at - 1;
    uint32_t number;

    if (looking_at(parser, "b") || looking_at(parser, "B")) {
        buf_append(parser->out, backslash, 2);
        parser->at++;
        parser->parse->simple = *countable = false;
        return true;
    }
    if (accept(parser, "k")) {
        parser->parse->simple = false;
        return parse_named_reference(parser, backslash);
    }
    if (parser->at < parser->end && *parser->at >= '1' && *parser->at <= '9') {
        read_count(parser, &number);
        parser->parse->simple = false;
        return parse_reference(parser, backslash, number - 1);
    }
    buf_append_byte(parser->out, '[');
    if (!parse_escape(parser, atom))
        return false;
    if (atom->is_set) {
        buf_append_byte(parser->out, ']');
    } else {
        parser->out->length--;
        emit_code(parser, (uint32_t)atom->code);
    }
    return true;
}

/* Parse an atom, which a quantifier may follow, or an assertion, which it may not. */
static bool parse_atom(struct parser *parser, struct atom *atom, bool *countable)
{
    struct pattern_parse *parse = parser->parse;
    char byte = *parser->at;

    *countable = true;
    switch (byte) {
    case '^':
        parse->simple &= parser->at == parser->start;
        *countable = false;
        emit(parser, "^");
        break;
    case '$':
        parse->simple &= parser->at + 1 == parser->end;
        parse->to_end = true;
        *countable = false;
        emit(parser, "$");
        break;
    case '(':
        parser->at++;
        return parse_parenthesis(parser, countable);
    case '[':
        parser->at++;
        return parse_class(parser, atom);
    case '\\':
        parser->at++;
        return parse_outer_escape(parser, atom, countable);
    case '.':
        parse_point(parser, atom);
        break;
    case '*':
    case '+':
    case '?':
    case '{':
        return fail(parser, "quantifier with nothing to repeat");
    case '}':
    case ']':
        return fail(
            parser,
            "closing bracket without an opening one; a literal one needs a backslash");
    default:
        atom->code = (int32_t)read_character(parser);
        emit_code(parser, (uint32_t)atom->code);
        return true;
    }
    parser->at++;
    return true;
}

static bool parse_term(struct parser *parser)
{
    struct atom atom = {.code = NO_CODE};
    uint32_t first_group = parser->groups_begun;
    uint32_t minimum, maximum;
    bool countable;

    if (!parse_atom(parser, &atom, &countable))
        return false;
    if (!countable)
        return true;
    if (!parse_counts(parser, &minimum, &maximum))
        return false;
    if (maximum > 1)
        for (uint32_t i = first_group; i < parser->groups_begun; i++)
            parser->groups[i].resets = true;
    add_atom(parser->parse, &atom, minimum, maximum);
    return true;
}

/* Parse up to the end or to a ')'. */
static bool parse_alternatives(struct parser *parser)
{
    while (parser->at < parser->end && *parser->at != ')') {
        if (accept(parser, "|")) {
            emit(parser, "|");
            parser->parse->simple = false;
        } else if (!parse_term(parser)) {
            return false;
        }
    }
    return true;
}

/* Whether some character can match both the step NUMBER and the first step after it, so
 * that backtracking may be needed. */
static bool is_ambiguous(const struct pattern_parse *parse, size_t number)
{
    const struct pattern_set *set = &parse->steps[number].set;

    for (size_t i = number + 1; i < parse->step_count; i++) {
        const struct pattern_step *step = &parse->steps[i];

        if (step->length > 0) {
            unsigned char first = (unsigned char)parse->literals.data[step->literal];

            return first < 0x80 ? (set->ascii[first >> 6] >> (first & 63) & 1) != 0
                                : set->others;
        }
        if ((set->ascii[0] & step->set.ascii[0]) != 0 ||
            (set->ascii[1] & step->set.ascii[1]) != 0 || (set->others && step->set.others))
            return true;
        if (step->minimum > 0)
            return false;
    }
    return false;
}

static bool parse_all(struct parser *parser)
{
    struct pattern_parse *parse = parser->parse;
    unsigned sets = 0;

    parse->simple = looking_at(parser, "^");
    if (!find_groups(parser))
        return false;
    emit(parser, "(?C)(?:"); /* the callout counts start positions */
    if (!parse_alternatives(parser))
        return false;
    emit(parser, ")");
    if (parser->at < parser->end)
        return fail(parser, "')' without its '('");
    if (!check_references(parser))
        return false;
    for (size_t i = 0; parse->simple && i < parse->step_count; i++) {
        sets += parse->steps[i].length == 0;
        if (parse->steps[i].minimum != parse->steps[i].maximum && is_ambiguous(parse, i))
            parse->simple = false;
    }
    parse->simple &= sets <= PATTERN_SETS_MAX;
    if (!parse->simple && parser->large_count != NULL)
        return fail_at(parser, parser->large_count, "count above 65535");
    return true;
}

bool pattern_parse(struct pattern_parse *parse, struct view text)
{
    struct parser parser = {.start = text.data,
                            .at = text.data,
                            .end = text.data + text.length,
                            .parse = parse,
                            .out = &parse->translation};
    bool good;

    *parse = (struct pattern_parse){.simple = false};
    buf_init(&parse->translation);
    buf_init(&parse->literals);
    map_init(&parser.group_names);
    good = parse_all(&parser);
    map_release(&parser.group_names);
    free(parser.groups);
    return good;
}

void pattern_parse_release(struct pattern_parse *parse)
{
    buf_release(&parse->translation);
    buf_release(&parse->literals);
    free(parse->steps);
}
