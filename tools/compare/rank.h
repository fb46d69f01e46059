/* rank: the runs of each cohort by rank, one line for each run (kidx.rank/v1).
 *
 * Runs that are not eligible follow, without rank and with the reasons. With --best-per or
 * --latest-per one run of each implementation is ranked, and the others are left out.
 *
 * Cohorts are independent of each other, so rank_write_all ranks them on several threads.
 * Lines are written in the order of the cohorts: the bytes do not depend on the number of
 * threads.
 */
#ifndef KIDX_TOOLS_COMPARE_RANK_H
#define KIDX_TOOLS_COMPARE_RANK_H

#include "summary.h"
#include "io/output.h"

/* BEST is the run with the best value of its cohort, PREVIOUS the one before RUN. Both are
 * NULL for a run without rank, PREVIOUS for the first, and BEST if no value is above 0. */
struct rank_line {
    const struct store_cohort *cohort;
    const struct ranked_run *run;
    const struct ranked_run *best;
    const struct ranked_run *previous;
};

/* Rank a cohort: sort its runs in the order of their lines, and drop those that PER leaves
 * out. Returns how many were dropped; *BEST is NULL if no run can be it. */
size_t rank_cohort(const struct store *store, struct store_cohort *cohort,
                   enum per_implementation per, const struct ranked_run **best);

/* Line NUMBER, from 0, of a cohort that rank_cohort has ranked. */
struct rank_line rank_line_of(const struct store_cohort *cohort,
                              const struct ranked_run *best, size_t number);

/* Rank all cohorts on THREADS threads, write their lines to OUTPUT and count them in
 * SUMMARY. -1, with errno set: a thread cannot be started, and nothing was written. */
int rank_write_all(struct store *store, enum per_implementation per, unsigned threads,
                   struct summary *summary, struct output *output);

#endif
