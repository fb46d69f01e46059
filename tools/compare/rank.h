/* rank: the runs of each cohort by rank, one line each (kidx.rank/v1).
 *
 * Runs that are not eligible follow, without rank and with the reasons. With --best-per or
 * --latest-per one run of each implementation is ranked, and the others are left out.
 */
#ifndef KIDX_TOOLS_COMPARE_RANK_H
#define KIDX_TOOLS_COMPARE_RANK_H

#include "result.h"

/* A line: BEST is the run with the best value of its cohort, PREVIOUS the one before, or
 * NULL. */
struct rank_line {
    const struct store_cohort *cohort;
    const struct ranked_run *run;
    const struct ranked_run *best;
    const struct ranked_run *previous;
    size_t cohort_size;
};

typedef void rank_sink(void *context, const struct rank_line *rank);

/* Give the lines of a cohort to SINK; its runs are in another order then, and those left
 * out are no longer among them. Returns how many were left out. */
size_t rank_cohort(const struct store *store, struct store_cohort *cohort,
                   enum per_implementation per, rank_sink *sink, void *context);

void rank_write(struct line *line, const struct store *store, const struct rank_line *rank,
                struct buf *out);

#endif
