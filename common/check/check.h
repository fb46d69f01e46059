/* check: the table of the checks of kidx-validate: the code of each, the level at which it
 * reports, and a description. --list-checks prints the table, the options that change
 * levels look codes up in it, and a test compares the manual page with it.
 *
 * Lines that cannot be read as a record (codes of the reader, not_a_record, unknown_kind,
 * role_mismatch, jq_error) are rejected at any level; their codes are not in the table.
 *
 * Nothing here fails. A struct check_levels that is not being changed may be shared by
 * threads.
 */
#ifndef KIDX_CHECK_CHECK_H
#define KIDX_CHECK_CHECK_H

#include "base/buf.h"

#include <stdbool.h>
#include <stddef.h>

enum check_level { CHECK_IGNORE, CHECK_WARNING, CHECK_ERROR };

/* A finding about a record. Views are valid during the call of the sink. */
struct finding {
    enum check_level level; /* not CHECK_IGNORE */
    size_t column;          /* a byte of the record, from 1; 0: the whole record */
    const char *code;       /* a static string */
    struct view pointer;    /* RFC 6901; empty: the whole value, or unknown */
    struct view message;
};

/* The levels in one run of the tool. Codes that are not in the table are errors. */
enum { CHECK_COUNT_MAX = 48 };

struct check_levels {
    enum check_level of[CHECK_COUNT_MAX];
};

void check_levels_init(struct check_levels *levels);

/* Change the level of CODE; false where the table does not have it. */
bool check_levels_set(struct check_levels *levels, const char *code,
                      enum check_level level);

enum check_level check_levels_get(const struct check_levels *levels, const char *code);

/* Whether no level was changed. */
bool check_levels_are_default(const struct check_levels *levels);

/* Whether the table has CODE. */
bool check_exists(const char *code);

/* The code of check NUMBER, from 0; NULL beyond the last one. */
const char *check_code(size_t number);

/* Append the table to OUT, a line for each check, with its level in LEVELS. */
void check_list(const struct check_levels *levels, struct buf *out);

#endif
