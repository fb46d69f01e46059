/* parser: the state of parsing an ECMAScript regular expression, shared by the two
 * files that do it: parse.c, class.c for sets of characters,
 * group.c for what groups are called and what refers to them.
 *
 * Functions named parser_accept… consume what they find and leave the rest alone. Those
 * that return bool for good or bad have set *ERROR when they return false.
 */
#ifndef KIDX_PATTERN_PARSER_H
#define KIDX_PATTERN_PARSER_H

#include "base/map.h"
#include "pattern/parse.h"

enum { PATTERN_LAST_CODE = 0x10ffff, PATTERN_NO_CODE = -1 };

/* A group that captures. */
struct pattern_group {
    bool referenced;
    bool forgotten; /* ECMAScript may forget what it held, where PCRE2 does not */
};

struct pattern_parser {
    const char *start;
    const char *at;
    const char *end;
    struct pattern_parse *parse;
    struct buf *out; /* the translation */
    struct pattern_error *error;
    struct map group_names; /* to the number of the group, from 0 */
    struct pattern_group *groups;
    uint32_t group_count;
    uint32_t groups_begun;
    unsigned levels;
    unsigned lookbehinds;
    const char *large_count; /* where a count is more than PCRE2 takes, else NULL */
};

/* What an atom was. */
struct pattern_atom {
    bool is_set;
    struct pattern_set set;
    int32_t code; /* the character; PATTERN_NO_CODE: a set, or neither */
};

bool parser_fail(struct pattern_parser *parser, const char *at, const char *text);

static inline bool parser_looking_at(const struct pattern_parser *parser, const char *text)
{
    size_t length = strlen(text);

    return (size_t)(parser->end - parser->at) >= length &&
           memcmp(parser->at, text, length) == 0;
}

static inline bool parser_accept(struct pattern_parser *parser, const char *text)
{
    if (!parser_looking_at(parser, text))
        return false;
    parser->at += strlen(text);
    return true;
}

/* --- class.c --- */

/* The next character; there is one. */
uint32_t parser_accept_character(struct pattern_parser *parser);

/* Write a character so that it stands for itself. */
void parser_emit_code(struct pattern_parser *parser, uint32_t code);

void pattern_set_add_range(struct pattern_set *set, uint32_t first, uint32_t last);

/* An escape that means a character or a set, behind its backslash. A set is written as
 * content of a class, a character is not written. */
bool parser_parse_escape(struct pattern_parser *parser, struct pattern_atom *atom);

/* A class, behind its opening bracket; it is written. */
bool parser_parse_class(struct pattern_parser *parser, struct pattern_atom *atom);

/* The point; it is written. */
void parser_parse_point(struct pattern_parser *parser, struct pattern_atom *atom);

/* --- group.c --- */

/* Count the groups and learn their names: a reference may stand before its group. */
bool parser_find_groups(struct pattern_parser *parser);

/* Whether what stands behind a '(' is the name of a group. */
bool parser_begins_name(const struct pattern_parser *parser);

/* Write a reference to a group by its number, from 0, or by its name, behind \k. */
bool parser_parse_reference(struct pattern_parser *parser, const char *backslash,
                            uint32_t number);
bool parser_parse_named_reference(struct pattern_parser *parser, const char *backslash);

/* Whether all references mean what ECMAScript means. */
bool parser_check_references(struct pattern_parser *parser);

#endif
