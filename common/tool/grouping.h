/* grouping: the key of the group that a record belongs to, which --by asks for.
 *
 * --by is one or more plain paths with commas between, or one jq program. The key of a
 * record is an object in canonical form: each path, or the program, as name, and what it
 * gives for the record as value; null where it gives nothing. Of a program the first output
 * counts. Paths stand in the order of their names, whatever the order in which they were
 * given, and so do equal keys have equal bytes.
 *
 * A struct grouping is what was asked for, one for all workers; a grouper serves one
 * worker.
 */
#ifndef KIDX_TOOL_GROUPING_H
#define KIDX_TOOL_GROUPING_H

#include "base/diag.h"
#include "json/program.h"
#include "tool/stream.h"

struct grouping_key {
    char *text;      /* the path or program */
    struct buf name; /* the same as a JSON string */
};

struct grouping {
    struct grouping_key *keys;
    size_t count;
};

/* Take BY apart; NULL: one group, whose key is {}. -1: a path is there twice (said). */
int grouping_init(struct grouping *grouping, const char *by, struct diag *diag);
void grouping_release(struct grouping *grouping);

struct grouper;

/* NULL where a program does not compile (said). GROUPING is used as long as the grouper. */
struct grouper *grouper_new(const struct grouping *grouping, struct diag *diag);
void grouper_free(struct grouper *grouper);

/* Append the key of the record to OUT. -1: the record is rejected (jq_error). */
int grouper_write(struct grouper *grouper, struct stream_record *record, struct buf *out);

#endif
