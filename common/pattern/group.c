#include <config.h>

#include "pattern/parser.h"

#include "base/mem.h"

/* --- groups --- */

static bool is_name_byte(char byte)
{
    return ((byte | 32) >= 'a' && (byte | 32) <= 'z') || byte == '_' || byte == '$' ||
           (byte >= '0' && byte <= '9') || (unsigned char)byte >= 0x80;
}

/* The name of a group and the '>' behind it. */
static bool take_name(struct pattern_parser *parser, struct view *name)
{
    const char *first = parser->at;

    while (parser->at < parser->end && is_name_byte(*parser->at))
        parser->at++;
    *name = (struct view){first, (size_t)(parser->at - first)};
    if (name->length == 0 || (*first >= '0' && *first <= '9') ||
        !parser_accept(parser, ">"))
        return parser_fail(parser, first, "expected the name of a group and '>'");
    return true;
}

bool parser_begins_name(const struct pattern_parser *parser)
{
    return parser_looking_at(parser, "?<") && parser->end - parser->at > 2 &&
           parser->at[2] != '=' && parser->at[2] != '!';
}

static void add_group(struct pattern_parser *parser)
{
    if ((parser->group_count & (parser->group_count - 1)) == 0)
        parser->groups = mem_resize(parser->groups,
                                    parser->group_count == 0 ? 1 : parser->group_count * 2,
                                    sizeof *parser->groups);
    parser->groups[parser->group_count++] = (struct pattern_group){false, false};
}

/* What stands behind a '(': count it if it captures. */
static bool find_group(struct pattern_parser *parser)
{
    struct view name;
    bool added;

    if (!parser_begins_name(parser)) {
        if (!parser_looking_at(parser, "?"))
            add_group(parser);
        return true;
    }
    parser->at += 2;
    if (!take_name(parser, &name))
        return false;
    map_put(&parser->group_names, name.data, name.length, &added)->value.word =
        parser->group_count;
    if (!added)
        return parser_fail(parser, name.data, "two groups of one name");
    add_group(parser);
    return true;
}

bool parser_find_groups(struct pattern_parser *parser)
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

/* --- references --- */

bool parser_parse_reference(struct pattern_parser *parser, const char *backslash,
                            uint32_t number)
{
    if (number >= parser->group_count)
        return parser_fail(parser, backslash, "reference to a group that is not there");
    if (parser->lookbehinds > 0)
        return parser_fail(parser, backslash, "reference in a lookbehind");
    parser->groups[number].referenced = true;
    /* The parentheses, since the JIT of PCRE2 10.42 does not match an unset group where its
     * reference itself has counts. */
    buf_append_format(parser->out, "(?:\\g{%u})", (unsigned)number + 1);
    return true;
}

bool parser_parse_named_reference(struct pattern_parser *parser, const char *backslash)
{
    const struct map_entry *entry;
    struct view name;

    if (!parser_accept(parser, "<"))
        return parser_fail(parser, parser->at, "expected '<' and the name of a group");
    if (!take_name(parser, &name))
        return false;
    entry = map_find(&parser->group_names, name.data, name.length);
    return parser_parse_reference(parser, backslash,
                                  entry == NULL ? UINT32_MAX : (uint32_t)entry->value.word);
}

bool parser_check_references(struct pattern_parser *parser)
{
    for (uint32_t i = 0; i < parser->group_count; i++)
        if (parser->groups[i].referenced && parser->groups[i].forgotten)
            return parser_fail(parser, parser->start,
                               "reference to a group that repeats or is in a lookbehind");
    return true;
}
