/* pattern: the regular expressions of JSON Schema.
 *
 * A pattern is an ECMAScript regular expression with the flag u (ECMA-262, 2024 edition,
 * section 22.2), as draft 2020-12 requires, and is searched for anywhere in a text. So `$`
 * does not match before a final line feed, `\d` and `\w` are ASCII, `\s` is the white space
 * of ECMAScript, `.` does not match its four line terminators, and other dialects (`a++`,
 * `(?i)`, `[[:alpha:]]`, `\Z`, `\-` outside a class) are rejected.
 *
 * A simple pattern is a sequence of characters and quantified classes after `^` in which
 * each character of a text can match only one of them. It is matched without PCRE2, in time
 * linear in the text. All others are translated to PCRE2.
 *
 * The following are rejected when a pattern is compiled, since their meaning cannot be
 * reproduced:
 *   - lookbehind that this release of PCRE2 does not support (10.42: of variable length);
 *   - a reference to a group that repeats, or that is inside a repetition or a lookbehind,
 *     since ECMAScript clears its capture at each repetition and PCRE2 does not;
 *   - counts above 65535 unless the pattern is simple, more than 200 levels of parentheses,
 *     properties unknown to PCRE2, escapes of unpaired surrogates, escapes in the names of
 *     groups.
 *
 * A search is bounded: it makes at most PATTERN_MATCH_LIMIT backtracking steps from one
 * start position, and the number of start positions times the length of the text in bytes
 * is below 2^32. Beyond that the result is PATTERN_LIMIT, neither yes nor no. The bound
 * does not depend on the speed of the machine.
 *
 * A compiled pattern is immutable, and threads may share it; a scratch belongs to one
 * thread. The caller owns both. Running out of memory ends the process (mem.h).
 */
#ifndef KIDX_PATTERN_PATTERN_H
#define KIDX_PATTERN_PATTERN_H

#include "base/buf.h"

#include <stdbool.h>
#include <stddef.h>

enum { PATTERN_MATCH_LIMIT = 100000 };

/* What is wrong with a pattern, and where: a byte of it, from 0. */
struct pattern_error {
    char text[160];
    size_t offset;
};

enum pattern_result { PATTERN_NO, PATTERN_YES, PATTERN_LIMIT };

struct pattern;
struct pattern_scratch;

/* Compile TEXT, which is UTF-8 and is not needed afterwards. NULL with *ERROR set where it
 * is rejected. */
struct pattern *pattern_compile(struct view text, struct pattern_error *error);
void pattern_free(struct pattern *pattern);

struct pattern_scratch *pattern_scratch_new(void);
void pattern_scratch_free(struct pattern_scratch *scratch);

/* Whether PATTERN occurs in TEXT, which is UTF-8. */
enum pattern_result pattern_search(const struct pattern *pattern,
                                   struct pattern_scratch *scratch, struct view text);

#endif
