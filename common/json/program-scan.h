/* program-scan: finds the names that a jq program calls; for program.c only.
 *
 * libjq has no way to forbid a builtin, so the text is scanned before it is compiled. Words
 * are separated as by the lexer of libjq: comments, strings with programs inside ("\(…)"),
 * fields (.input), variables ($input) and names of members ({input: 1}, {input}) are
 * distinguished from calls. A name that the program itself defines is not reported. A text
 * that is no program is left for libjq to reject. Any thread may call this; nothing fails.
 */
#ifndef KIDX_JSON_PROGRAM_SCAN_H
#define KIDX_JSON_PROGRAM_SCAN_H

#include <stdbool.h>

struct program_scan {
    const char *unavailable; /* the first call of a name that is not available, or NULL */
    bool empty;              /* it has nothing but blanks and comments */
    bool uses_env;
    bool uses_stderr;
};

struct program_scan program_scan(const char *text);

#endif
