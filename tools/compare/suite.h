/* suite: the geometric mean of speed-ups over cases (kidx.suite/v1).
 *
 * A speed-up is how many times better the candidate's value is than the base's. There is a
 * mean for each group of --by and each implementation, named by its label. Its cases are
 * those that the implementation has on either side; against one base for all, those that
 * any implementation of the group has (where it is the base itself, the speed-up is 1).
 *
 * A case that is missing, failed, incomparable or unusable is listed, and then there is no
 * score. The mean over the cases that remain stands beside it, under a name of its own,
 * with these cases. Nothing is filled in.
 */
#ifndef KIDX_TOOLS_COMPARE_SUITE_H
#define KIDX_TOOLS_COMPARE_SUITE_H

#include "judge.h"

/* A case of a suite. */
struct suite_case {
    const struct store_cohort *cohort;
    struct view label;
    const struct ranked_run *base;
    const struct ranked_run *candidate;
    uint32_t group;
    enum verdict verdict;
    const char *reason;
};

struct suite {
    struct buf cases; /* struct suite_case */
};

/* One score. CASES, COUNT of them, are in the order of cases. */
struct suite_score {
    struct view label;
    struct view group; /* canonical JSON; empty: no --by */
    const struct suite_case *cases;
    size_t count;
    size_t compared;
    double geomean; /* over the compared ones; 0: none */
};

typedef void suite_sink(void *context, const struct suite_score *score);

void suite_init(struct suite *suite);
void suite_release(struct suite *suite);

void suite_add(struct suite *suite, const struct store *store, const struct pair *pair,
               const struct judgement *judgement);

/* Give the scores to SINK, by group, then by label. */
void suite_report(struct suite *suite, const struct store *store,
                  const struct compare_settings *settings, suite_sink *sink, void *context);

/* BASES is what --base names. */
void suite_write(struct line *line, const struct suite_score *score,
                 const struct opt_list *bases, struct buf *out);

#endif
