/* opt-help: the tables of opt as text and under scrutiny; for opt.c only.
 *
 * --help is two columns on a screen of 80: the option at the left, its help at the right,
 * which starts a line of its own where an option is unusually long.
 */
#ifndef KIDX_BASE_OPT_HELP_H
#define KIDX_BASE_OPT_HELP_H

#include "base/buf.h"
#include "base/opt.h"

/* The entries of all tables in one row, groups too; free(options) releases it. */
struct opt_row {
    const struct opt **options;
    size_t count;
};

struct opt_row opt_row_of(const struct opt *const *tables);

/* What getopt_long calls has_arg. */
int opt_argument_rule(const struct opt *opt);

/* Append what --help prints. */
void opt_help_append(struct buf *buf, const struct opt_usage *usage,
                     const struct opt_row *row);

#endif
