#include <config.h>

#include "pattern/parser.h"

#include "base/mem.h"
#include "base/utf8.h"

#include <stdlib.h>

enum { LEVELS_MAX = 200, COUNT_MAX = 65535 /* PCRE2's */ };

static bool parse_alternatives(struct pattern_parser *parser);

static bool fail(struct pattern_parser *parser, const char *text)
{
    return parser_fail(parser, parser->at, text);
}

static void emit(struct pattern_parser *parser, const char *text)
{
    buf_append_text(parser->out, text);
}

/* --- counts and steps --- */

/* Digits, at most PATTERN_NO_MAXIMUM - 1; false where there are none. */
static bool take_count(struct pattern_parser *parser, uint32_t *count)
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

/* How often the atom before it may come; once where nothing is said. */
static bool parse_counts(struct pattern_parser *parser, uint32_t *minimum,
                         uint32_t *maximum)
{
    const char *first = parser->at;

    *minimum = *maximum = 1;
    if (parser_accept(parser, "*")) {
        *minimum = 0;
        *maximum = PATTERN_NO_MAXIMUM;
    } else if (parser_accept(parser, "+")) {
        *maximum = PATTERN_NO_MAXIMUM;
    } else if (parser_accept(parser, "?")) {
        *minimum = 0;
    } else if (parser_accept(parser, "{")) {
        if (!take_count(parser, minimum))
            return parser_fail(parser, first, "'{' that begins no count");
        *maximum = *minimum;
        if (parser_accept(parser, ",") && !take_count(parser, maximum))
            *maximum = PATTERN_NO_MAXIMUM;
        if (!parser_accept(parser, "}"))
            return parser_fail(parser, first, "'{' that begins no count");
        if (*minimum > *maximum)
            return parser_fail(parser, first, "counts out of order");
    } else {
        return true;
    }
    if (*minimum > COUNT_MAX || (*maximum > COUNT_MAX && *maximum < PATTERN_NO_MAXIMUM))
        parser->large_count = first;
    parser_accept(parser, "?");
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

/* Note a character that comes once; neighbours make one literal. */
static void note_literal(struct pattern_parse *parse, uint32_t code)
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

/* Note an atom as a step, as long as the pattern is simple. */
static void note_step(struct pattern_parse *parse, const struct pattern_atom *atom,
                      uint32_t minimum, uint32_t maximum)
{
    struct pattern_step step = {minimum, maximum, 0, 0, atom->set};

    if (!parse->simple)
        return;
    if (atom->code != PATTERN_NO_CODE && minimum == 1 && maximum == 1) {
        note_literal(parse, (uint32_t)atom->code);
        return;
    }
    if (atom->code != PATTERN_NO_CODE)
        pattern_set_add_range(&step.set, (uint32_t)atom->code, (uint32_t)atom->code);
    else if (!atom->is_set)
        parse->simple = false;
    if (step.set.some_others)
        parse->simple = false;
    else
        add_step(parse, &step);
}

/* --- groups --- */

/* What stands between '(' and ')'. */
static bool parse_inside(struct pattern_parser *parser, const char *open)
{
    if (++parser->levels > LEVELS_MAX)
        return parser_fail(parser, open, "more than 200 levels of parentheses");
    if (!parse_alternatives(parser))
        return false;
    if (!parser_accept(parser, ")"))
        return parser_fail(parser, open, "'(' without its ')'");
    emit(parser, ")");
    parser->levels--;
    return true;
}

static bool parse_capture(struct pattern_parser *parser, const char *open)
{
    struct pattern_group *group = &parser->groups[parser->groups_begun++];

    if (parser_looking_at(parser, "?"))
        parser->at =
            (const char *)memchr(parser->at, '>', (size_t)(parser->end - parser->at)) + 1;
    if (parser->lookbehinds > 0)
        group->forgotten = true;
    emit(parser, "(");
    return parse_inside(parser, open);
}

/* A group or an assertion in parentheses, behind the '('. *COUNTABLE: counts may follow. */
static bool parse_parenthesis(struct pattern_parser *parser, bool *countable)
{
    static const char *const assertions[] = {"?=", "?!", "?<=", "?<!"};
    const char *open = parser->at - 1;

    parser->parse->simple = false;
    *countable = true;
    if (!parser_looking_at(parser, "?") || parser_begins_name(parser))
        return parse_capture(parser, open);
    if (parser_accept(parser, "?:")) {
        emit(parser, "(?:");
        return parse_inside(parser, open);
    }
    *countable = false;
    for (unsigned i = 0; i < 4; i++)
        if (parser_accept(parser, assertions[i])) {
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

/* An escape outside of a class, behind its backslash. */
static bool parse_outer_escape(struct pattern_parser *parser, struct pattern_atom *atom,
                               bool *countable)
{
    const char *backslash = parser->at - 1;
    uint32_t number;

    if (parser_looking_at(parser, "b") || parser_looking_at(parser, "B")) {
        buf_append(parser->out, backslash, 2);
        parser->at++;
        parser->parse->simple = *countable = false;
        return true;
    }
    if (parser_accept(parser, "k")) {
        parser->parse->simple = false;
        return parser_parse_named_reference(parser, backslash);
    }
    if (parser->at < parser->end && *parser->at >= '1' && *parser->at <= '9') {
        take_count(parser, &number);
        parser->parse->simple = false;
        return parser_parse_reference(parser, backslash, number - 1);
    }
    buf_append_byte(parser->out, '[');
    if (!parser_parse_escape(parser, atom))
        return false;
    if (atom->is_set) {
        buf_append_byte(parser->out, ']');
    } else {
        parser->out->length--;
        parser_emit_code(parser, (uint32_t)atom->code);
    }
    return true;
}

/* What counts may follow, or an assertion, which they may not. */
static bool parse_atom(struct pattern_parser *parser, struct pattern_atom *atom,
                       bool *countable)
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
        return parser_parse_class(parser, atom);
    case '\\':
        parser->at++;
        return parse_outer_escape(parser, atom, countable);
    case '.':
        parser_parse_point(parser, atom);
        break;
    case '*':
    case '+':
    case '?':
    case '{':
        return fail(parser, "count with nothing before it to repeat");
    case '}':
    case ']':
        return fail(parser,
                    "bracket that closes nothing; to mean itself it needs a backslash");
    default:
        atom->code = (int32_t)parser_accept_character(parser);
        parser_emit_code(parser, (uint32_t)atom->code);
        return true;
    }
    parser->at++;
    return true;
}

static bool parse_term(struct pattern_parser *parser)
{
    struct pattern_atom atom = {.code = PATTERN_NO_CODE};
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
            parser->groups[i].forgotten = true;
    note_step(parser->parse, &atom, minimum, maximum);
    return true;
}

/* Up to the end or to a ')'. */
static bool parse_alternatives(struct pattern_parser *parser)
{
    while (parser->at < parser->end && *parser->at != ')') {
        if (parser_accept(parser, "|")) {
            emit(parser, "|");
            parser->parse->simple = false;
        } else if (!parse_term(parser)) {
            return false;
        }
    }
    return true;
}

/* Whether what can be taken by a step of no fixed count could also be taken behind it. */
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

static bool parse_all(struct pattern_parser *parser)
{
    struct pattern_parse *parse = parser->parse;

    parse->simple = parser_looking_at(parser, "^");
    if (!parser_find_groups(parser))
        return false;
    emit(parser, "(?C)(?:"); /* the callout counts the places that are tried */
    if (!parse_alternatives(parser))
        return false;
    emit(parser, ")");
    if (parser->at < parser->end)
        return fail(parser, "')' without its '('");
    if (!parser_check_references(parser))
        return false;
    for (size_t i = 0; parse->simple && i < parse->step_count; i++)
        if (parse->steps[i].minimum != parse->steps[i].maximum && is_ambiguous(parse, i))
            parse->simple = false;
    if (!parse->simple && parser->large_count != NULL)
        return parser_fail(parser, parser->large_count, "count above 65535");
    return true;
}

bool pattern_parse(struct pattern_parse *parse, struct view text,
                   struct pattern_error *error)
{
    struct pattern_parser parser = {.start = text.data,
                                    .at = text.data,
                                    .end = text.data + text.length,
                                    .parse = parse,
                                    .out = &parse->translation,
                                    .error = error};
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
