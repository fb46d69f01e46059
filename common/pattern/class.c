#include <config.h>

#include "pattern/parser.h"

#include "base/hex.h"
#include "base/utf8.h"
#include "pattern/property.h"

#include <stdio.h>

bool parser_fail(struct pattern_parser *parser, const char *at, const char *text)
{
    snprintf(parser->error->text, sizeof parser->error->text, "%s", text);
    parser->error->offset = (size_t)(at - parser->start);
    return false;
}

uint32_t parser_accept_character(struct pattern_parser *parser)
{
    static const unsigned char lead_masks[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
    size_t length = (unsigned char)*parser->at < 0x80 ? 1 : utf8_length(parser->at);
    uint32_t code = (unsigned char)*parser->at & lead_masks[length];

    for (size_t i = 1; i < length; i++)
        code = code << 6 | ((unsigned char)parser->at[i] & 0x3f);
    parser->at += length;
    return code;
}

void parser_emit_code(struct pattern_parser *parser, uint32_t code)
{
    bool plain = (code >= '0' && code <= '9') || (code >= 'A' && code <= 'Z') ||
                 (code >= 'a' && code <= 'z');

    if (plain)
        buf_append_byte(parser->out, (char)code);
    else
        buf_append_format(parser->out, "\\x{%x}", (unsigned)code);
}

/* --- sets --- */

void pattern_set_add_range(struct pattern_set *set, uint32_t first, uint32_t last)
{
    for (uint32_t code = first; code <= last && code < 0x80; code++)
        set->ascii[code >> 6] |= UINT64_C(1) << (code & 63);
    if (last == PATTERN_LAST_CODE && first <= 0x80)
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

/* Sets with a letter of their own, as ranges of code points, in order. */
static const struct {
    char letter;
    uint32_t ranges[11][2]; /* the unused ones are 0, 0 */
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
    {'.', {{'\n', '\n'}, {'\r', '\r'}, {0x2028, 0x2029}}}, /* what the point is not */
};

static void emit_range(struct pattern_parser *parser, struct pattern_set *set,
                       uint32_t first, uint32_t last)
{
    parser_emit_code(parser, first);
    if (last > first) {
        buf_append_byte(parser->out, '-');
        parser_emit_code(parser, last);
    }
    pattern_set_add_range(set, first, last);
}

/* The ranges of LETTER, or what lies between them, as content of a class. */
static void emit_letter(struct pattern_parser *parser, char letter, bool complement,
                        struct pattern_set *set)
{
    uint32_t behind = 0;
    size_t i = 0;

    while (letters[i].letter != letter)
        i++;
    for (size_t j = 0; letters[i].ranges[j][1] != 0; j++) {
        const uint32_t *range = letters[i].ranges[j];

        if (!complement)
            emit_range(parser, set, range[0], range[1]);
        else
            emit_range(parser, set, behind, range[0] - 1);
        behind = range[1] + 1;
    }
    if (complement)
        emit_range(parser, set, behind, PATTERN_LAST_CODE);
}

void parser_parse_point(struct pattern_parser *parser, struct pattern_atom *atom)
{
    atom->is_set = true;
    buf_append_byte(parser->out, '[');
    emit_letter(parser, '.', true, &atom->set);
    buf_append_byte(parser->out, ']');
}

/* --- escapes --- */

/* COUNT hex digits; PATTERN_NO_CODE where they are not there. */
static int32_t take_hex(struct pattern_parser *parser, unsigned count)
{
    int32_t value = 0;

    if ((size_t)(parser->end - parser->at) < count)
        return PATTERN_NO_CODE;
    for (unsigned i = 0; i < count; i++) {
        int digit = hex_digit(parser->at[i]);

        if (digit < 0)
            return PATTERN_NO_CODE;
        value = value * 16 + digit;
    }
    parser->at += count;
    return value;
}

static int32_t take_braced_hex(struct pattern_parser *parser)
{
    const char *first = parser->at;
    int32_t value = 0;

    for (; parser->at < parser->end && hex_digit(*parser->at) >= 0; parser->at++) {
        value = value * 16 + hex_digit(*parser->at);
        if (value > PATTERN_LAST_CODE)
            return PATTERN_NO_CODE;
    }
    return parser->at > first && parser_accept(parser, "}") ? value : PATTERN_NO_CODE;
}

/* Behind \u. No text has an unpaired surrogate, so none is taken here. */
static int32_t take_unicode(struct pattern_parser *parser)
{
    bool braced = parser_accept(parser, "{");
    int32_t code = braced ? take_braced_hex(parser) : take_hex(parser, 4);
    int32_t low;

    if (code < 0xd800 || code > 0xdfff)
        return code;
    if (braced || code > 0xdbff || !parser_accept(parser, "\\u"))
        return PATTERN_NO_CODE;
    low = take_hex(parser, 4);
    if (low < 0xdc00 || low > 0xdfff)
        return PATTERN_NO_CODE;
    return 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
}

/* The character that an escape means; there is one more byte. */
static int32_t take_character_escape(struct pattern_parser *parser)
{
    static const char names[] = "fnrtv";
    static const char values[] = "\f\n\r\t\v";
    static const char syntax[] = "^$\\.*+?()[]{}|/";
    char byte = *parser->at++;
    const char *found;

    if (byte == '\0')
        return PATTERN_NO_CODE;
    found = strchr(names, byte);
    if (found != NULL)
        return values[found - names];
    if (strchr(syntax, byte) != NULL)
        return byte;
    switch (byte) {
    case '0':
        if (parser->at < parser->end && *parser->at >= '0' && *parser->at <= '9')
            return PATTERN_NO_CODE;
        return 0;
    case 'c':
        if (parser->at == parser->end || (*parser->at | 32) < 'a' ||
            (*parser->at | 32) > 'z')
            return PATTERN_NO_CODE;
        return *parser->at++ & 31;
    case 'x':
        return take_hex(parser, 2);
    case 'u':
        return take_unicode(parser);
    default:
        return PATTERN_NO_CODE;
    }
}

/* AT is at the p or P. */
static bool parse_property(struct pattern_parser *parser, struct pattern_atom *atom)
{
    bool negated = *parser->at == 'P';
    const char *first = parser->at + 2;
    const char *close;

    if (parser->end - parser->at < 2 || parser->at[1] != '{')
        return parser_fail(parser, parser->at, "expected a property in braces");
    close = memchr(first, '}', (size_t)(parser->end - first));
    if (close == NULL ||
        !pattern_property_append((struct view){first, (size_t)(close - first)}, negated,
                                 parser->out))
        return parser_fail(parser, parser->at, "unknown property");
    parser->at = close + 1;
    atom->is_set = true;
    atom->set.some_others = true; /* and no exact ASCII, but it is not simple then */
    parser->parse->simple = false;
    return true;
}

bool parser_parse_escape(struct pattern_parser *parser, struct pattern_atom *atom)
{
    const char *backslash = parser->at - 1;

    if (parser->at == parser->end)
        return parser_fail(parser, backslash, "backslash at the end");
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
        atom->code = take_character_escape(parser);
        if (atom->code == PATTERN_NO_CODE)
            return parser_fail(parser, backslash, "escape that ECMAScript does not have");
        return true;
    }
}

/* --- classes --- */

static bool parse_class_atom(struct pattern_parser *parser, struct pattern_atom *atom)
{
    *atom = (struct pattern_atom){.code = PATTERN_NO_CODE};
    if (!parser_accept(parser, "\\")) {
        atom->code = (int32_t)parser_accept_character(parser);
        return true;
    }
    if (parser_accept(parser, "b"))
        atom->code = '\b';
    else if (parser_accept(parser, "-"))
        atom->code = '-';
    else
        return parser_parse_escape(parser, atom);
    return true;
}

/* One character, set or range of a class. */
static bool parse_class_part(struct pattern_parser *parser, struct pattern_set *set)
{
    const char *first_at = parser->at;
    struct pattern_atom first, last;

    if (!parse_class_atom(parser, &first))
        return false;
    if (!parser_looking_at(parser, "-") || parser->end - parser->at < 2 ||
        parser->at[1] == ']') {
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
        return parser_fail(parser, first_at, "range with a class as its end");
    if (first.code > last.code)
        return parser_fail(parser, first_at, "range out of order");
    emit_range(parser, set, (uint32_t)first.code, (uint32_t)last.code);
    return true;
}

bool parser_parse_class(struct pattern_parser *parser, struct pattern_atom *atom)
{
    const char *open = parser->at - 1;
    bool negated = parser_accept(parser, "^");

    atom->is_set = true;
    if (parser_accept(parser, "]")) {
        buf_append_text(parser->out, negated ? "[\\x{0}-\\x{10ffff}]" : "(?!)");
        parser->parse->simple = false;
        return true;
    }
    buf_append_text(parser->out, negated ? "[^" : "[");
    while (!parser_accept(parser, "]")) {
        if (parser->at == parser->end)
            return parser_fail(parser, open, "class without its ']'");
        if (!parse_class_part(parser, &atom->set))
            return false;
    }
    buf_append_byte(parser->out, ']');
    if (negated)
        set_invert(&atom->set);
    return true;
}
