/* history: the record history of each cohort, one line for each record (kidx.record/v1).
 *
 * A record is a run with a value above 0 that was strictly better than all runs observed
 * before it. The history
 * depends on the set of runs only: an older, faster run that is read late removes the
 * records after it. With --as-of, runs observed later are ignored; whether a run is
 * retracted or superseded is nevertheless that of the whole input.
 */
#ifndef KIDX_TOOLS_COMPARE_HISTORY_H
#define KIDX_TOOLS_COMPARE_HISTORY_H

#include "result.h"

/* A record; PREVIOUS is NULL for the first of its cohort. */
struct history_line {
    const struct store_cohort *cohort;
    const struct ranked_run *run;
    const struct ranked_run *previous;
    bool is_current;
};

/* Move the records of a cohort to the front of its runs, in the order of time. AS_OF may be
 * NULL. Returns how many records there are. */
size_t history_sort(struct store_cohort *cohort, const struct instant *as_of);

void history_write(struct result *result, const struct store *store,
                   const struct history_line *record, struct buf *out);

/* By how many percent a record is better than the previous one; false if there is none, or
 * no ratio with it. */
bool history_improvement(const struct history_line *record, double *percent);

#endif
