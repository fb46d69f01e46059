/* value: the values of a record, and the group to which it belongs.
 *
 * The value is the primary value of the line's BenchmarkRun if that passed, the number at a
 * path, or each output of a jq program. A record may have none, for a reason. The measure
 * of values (metric, statistic, unit) is known for primary values, for members of
 * latencyNs, which are durations in ns, and for a member `value` (or `primaryValue` in
 * export rows) with `metric`, `statistic` or `unit` beside it. The key of the group is that
 * of tool/grouping.h.
 *
 * The greatest double in an output of a program is an infinity, as libjq has none.
 */
#ifndef KIDX_TOOLS_STAT_VALUE_H
#define KIDX_TOOLS_STAT_VALUE_H

#include "sample.h"

#include "tool/grouping.h"
#include "tool/stream.h"

/* What --by, --value and --count ask for; all workers share it. */
struct value_query {
    struct grouping by;
    const char *text; /* a path or program, into argv; NULL: the primary value */
    struct buf name;  /* TEXT or "primary" as a JSON string; empty with --count */
};

/* -1: BY is no key; reported. */
int value_query_init(struct value_query *query, const char *by, const char *text,
                     bool is_count, struct diag *diag);
void value_query_release(struct value_query *query);

/* A worker's reader. */
struct value_reader;

/* NULL: a program does not compile; reported. QUERY must outlive the reader. */
struct value_reader *value_reader_new(const struct value_query *query, struct diag *diag);
void value_reader_free(struct value_reader *reader);

/* Store what the record adds to its group as its facts, a struct sample. */
enum stream_verdict value_read(struct value_reader *reader, struct stream_record *record);

#endif
