/* parse: an ECMAScript regular expression taken apart; for pattern.c only.
 *
 * The grammar is that of ECMA-262, section 22.2.1, with the flag u and without Annex B. The
 * result is the same expression in the syntax of PCRE2, written so that it means the same
 * there: every special character as \x{…}, every class as ranges of code points. If it is
 * simple, it is also a row of steps.
 */
#ifndef KIDX_PATTERN_PARSE_H
#define KIDX_PATTERN_PARSE_H

#include "pattern/pattern.h"

#include <stdint.h>

#define PATTERN_NO_MAXIMUM UINT32_MAX

/* A set of characters, exact for ASCII. Of the others it has all, none, or some. */
struct pattern_set {
    uint64_t ascii[2];
    bool others;
    bool some_others;
};

/* A literal, once, or a set, from minimum to maximum times. */
struct pattern_step {
    uint32_t minimum;
    uint32_t maximum;
    uint32_t literal; /* its place in literals */
    uint32_t length;  /* of the literal in bytes; 0: a set */
    struct pattern_set set;
};

struct pattern_parse {
    struct buf translation;
    bool simple; /* the steps are what the pattern means, behind ^ */
    bool to_end; /* and $ follows them */
    struct pattern_step *steps;
    size_t step_count;
    struct buf literals;
};

/* False with *ERROR set where TEXT is refused; release PARSE in both cases. */
bool pattern_parse(struct pattern_parse *parse, struct view text,
                   struct pattern_error *error);
void pattern_parse_release(struct pattern_parse *parse);

#endif
