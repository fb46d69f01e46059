/* extract: what a record adds to its group: the key by tool/grouping.h, the values by
 * value.h.
 *
 * A worker has one struct stat_extract. Findings go through stream.h.
 */
#ifndef KIDX_TOOLS_STAT_EXTRACT_H
#define KIDX_TOOLS_STAT_EXTRACT_H

#include "fact.h"

#include "tool/grouping.h"
#include "tool/stream.h"

/* What --by, --value and --count say; one for all workers. */
struct stat_question {
    struct grouping by;
    const char *value;     /* NULL: the primary value */
    struct buf value_name; /* what was asked for, as a JSON string; empty: a count */
};

/* -1: BY is no key (said). */
int stat_question_init(struct stat_question *question, const char *by, const char *value,
                       bool is_count, struct diag *diag);
void stat_question_release(struct stat_question *question);

struct stat_extract;

/* NULL where a program does not compile (said). */
struct stat_extract *stat_extract_new(const struct stat_question *question,
                                      struct diag *diag);
void stat_extract_free(struct stat_extract *extract);

/* Store what the record adds to its group as its facts, a struct stat_fact. */
enum stream_verdict stat_extract(struct stat_extract *extract,
                                 struct stream_record *record);

#endif
