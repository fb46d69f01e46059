/* pattern: the regular expressions of JSON Schema.
 *
 * A pattern is an ECMAScript regular expression with the flag u (ECMA-262, 2024 edition,
 * section 22.2), as draft 2020-12 asks, and it is searched for anywhere in the text. So `$`
 * does not match before a final line feed, `\d` and `\w` are ASCII, `\s` has the white
 * space of ECMAScript, `.` leaves out its four line terminators, and what is no ECMAScript
 * (`a++`,
 * `(?i)`, `[[:alpha:]]`, `\Z`, `\-` outside of a class) is refused.
 *
 * Every pattern is parsed here first. One that is a row of characters and classes with
 * counts behind `^`, in which each character of a text can only be taken by one of them, is
 * run here, in time linear in the text. All others are written anew in the syntax of PCRE2
 * and run by it.
 *
 * A pattern that cannot be given its meaning is refused when it is compiled:
 *   - lookbehind that this release of PCRE2 does not take (10.42: of no fixed length);
 *   - a reference to a group that repeats or is part of what repeats or of a lookbehind,
 *     since ECMAScript forgets it at each turn and PCRE2 does not;
 *   - counts above 65535 in what PCRE2 is to run, more than 200 levels of parentheses,
 *     properties that PCRE2 does not know, escapes of unpaired surrogates, escapes in the
 *     names of groups.
 *
 * A search is bounded: at most PATTERN_MATCH_LIMIT backtracking steps from one place of the
 * text, and as many places as keep their number times the length of the text below 2^32.
 * Beyond that the answer is PATTERN_LIMIT, neither yes nor no. It does not depend on the
 * machine's speed.
 *
 * A compiled pattern is immutable and shared by threads; a scratch belongs to one.
 * Allocation does not fail (mem.h).
 */
#ifndef KIDX_PATTERN_PATTERN_H
#define KIDX_PATTERN_PATTERN_H

#include "base/buf.h"

#include <stdbool.h>
#include <stddef.h>

enum { PATTERN_MATCH_LIMIT = 100000 };

/* What is wrong with a pattern, and the byte of it (from 0) at which it shows. */
struct pattern_error {
    char text[160];
    size_t offset;
};

enum pattern_result { PATTERN_NO, PATTERN_YES, PATTERN_LIMIT };

struct pattern;
struct pattern_scratch;

/* Compile TEXT, which is UTF-8. NULL with *ERROR set where it is refused. */
struct pattern *pattern_compile(struct view text, struct pattern_error *error);
void pattern_free(struct pattern *pattern);

struct pattern_scratch *pattern_scratch_new(void);
void pattern_scratch_free(struct pattern_scratch *scratch);

/* Whether PATTERN occurs in TEXT, which is UTF-8. */
enum pattern_result pattern_search(const struct pattern *pattern,
                                   struct pattern_scratch *scratch, struct view text);

/* Whether PATTERN is run here and not by PCRE2; for tests. */
bool pattern_is_simple(const struct pattern *pattern);

#endif
