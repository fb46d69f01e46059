/* program-scan: what a jq program names, read from its text; for program.c only.
 *
 * libjq offers no way to forbid a builtin, so the text is looked over before it is
 * compiled. The words are split as libjq's lexer does it: comments, strings with programs
 * inside
 * ("\(…)"), fields (.input), variables ($input) and names of members ({input: 1}, {input})
 * are told from calls. What the program defines itself is its own. A text that is no
 * program is left for libjq to refuse.
 */
#ifndef KIDX_JSON_PROGRAM_SCAN_H
#define KIDX_JSON_PROGRAM_SCAN_H

#include <stdbool.h>

struct program_scan {
    const char *refused; /* the first name that is called and not available, or NULL */
    bool empty;          /* nothing but blanks and comments */
    bool uses_env;
    bool uses_stderr;
};

struct program_scan program_scan(const char *text);

#endif
