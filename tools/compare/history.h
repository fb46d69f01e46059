/* history: the record history of each cohort, one line an event (kidx.record/v1).
 *
 * It is computed anew from the whole set of runs: an older, faster run that is read late
 * changes what comes after it. With an instant, as it was then: runs observed later take no
 * part. (Whether a run is retracted or superseded is known as of now.)
 */
#ifndef KIDX_TOOLS_COMPARE_HISTORY_H
#define KIDX_TOOLS_COMPARE_HISTORY_H

#include "result.h"

struct history_line {
    const struct store_cohort *cohort;
    const struct ranked_run *run;
    const struct ranked_run *previous; /* NULL: the first */
    bool is_current;
};

/* Sort the runs of a cohort so that its records come first, in the order of time. AS_OF may
 * be NULL. Returns how many there are. */
size_t history_sort(struct store_cohort *cohort, const struct instant *as_of);

void history_write(struct result *result, const struct store *store,
                   const struct history_line *record, struct buf *out);

/* By how many percent a run is better than another; false where that means nothing. */
bool history_improvement(const struct history_line *record, double *percent);

#endif
