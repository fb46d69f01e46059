/* parse: translation of an ECMAScript regular expression; for pattern.c only.
 *
 * The grammar is that of ECMA-262 (2024), section 22.2.1, with the flag u and without Annex
 * B. The result is an expression of PCRE2 with the same meaning: special characters are
 * written as \x{…}, classes as ranges of code points. If the pattern is simple (pattern.h),
 * the result is also a sequence of steps.
 *
 * A struct pattern_parse owns its buffers; it belongs to one thread.
 */
#ifndef KIDX_PATTERN_PARSE_H
#define KIDX_PATTERN_PARSE_H

#include "base/buf.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PATTERN_NO_MAXIMUM UINT32_MAX

enum { PATTERN_SETS_MAX = 8 }; /* of a simple pattern: each is a bit of a byte */

/* A set of characters. It is exact for ASCII; of the others it has all, none, or some. */
struct pattern_set {
    uint64_t ascii[2];
    bool others;
    bool some_others;
};

/* A literal, which occurs once, or a set, which occurs from minimum to maximum times. */
struct pattern_step {
    uint32_t minimum;
    uint32_t maximum;
    uint32_t literal; /* its offset in literals */
    uint32_t length;  /* of the literal in bytes; 0: a set */
    struct pattern_set set;
};

struct pattern_parse {
    struct buf translation;
    bool simple; /* the steps, after ^, are equivalent to the pattern */
    bool to_end; /* and $ follows them */
    struct pattern_step *steps;
    size_t step_count;
    struct buf literals;
    const char *problem; /* why the pattern was rejected: a static string */
    size_t offset;       /* of the problem: a byte of the pattern, from 0 */
};

/* Parse TEXT, which is UTF-8. False with parse->problem set where it is rejected. PARSE
 * must be released in both cases. */
bool pattern_parse(struct pattern_parse *parse, struct view text);
void pattern_parse_release(struct pattern_parse *parse);

#endif
