/* checks: what kidx-validate checks, as a table: the code of each check, the level
 * at which it reports and what it says of a record. --list-checks prints it, the options
 * that change levels look codes up in it, and a test compares the manual page with it.
 *
 * The codes of lines that cannot be read as a record at all (the reader's, not_a_record,
 * unknown_kind, role_mismatch, jq_error) are not in it: those always reject.
 */
#ifndef KIDX_CHECK_CHECKS_H
#define KIDX_CHECK_CHECKS_H

#include "base/buf.h"

#include <stdbool.h>
#include <stddef.h>

enum check_level { CHECK_IGNORE, CHECK_WARNING, CHECK_ERROR };

/* One finding. Views are valid during the call of the sink. */
struct finding {
    enum check_level level; /* never CHECK_IGNORE */
    size_t column;          /* a byte of the record, from 1; 0: the record as a whole */
    const char *code;       /* static */
    struct view pointer;    /* empty: the whole value, or unknown */
    struct view message;
};

struct check {
    const char *code;
    enum check_level level; /* where no option changes it */
    const char *text;
};

/* The levels that hold for a run. Codes beyond the table are errors. */
enum { CHECK_COUNT_MAX = 48 };

struct check_levels {
    enum check_level of[CHECK_COUNT_MAX];
};

void check_levels_init(struct check_levels *levels);

/* Whether CODE is in the table; then its level is changed. */
bool check_levels_set(struct check_levels *levels, const char *code,
                      enum check_level level);

enum check_level check_levels_get(const struct check_levels *levels, const char *code);

/* Whether all checks report as the table says. */
bool check_levels_are_usual(const struct check_levels *levels);

/* Whether the table has CODE. */
bool check_exists(const char *code);

/* Append the table, a line for each check, with the levels that hold. */
void check_list(const struct check_levels *levels, struct buf *out);

#endif
