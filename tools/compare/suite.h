/* suite: the geometric mean of speed-ups over cases (kidx.suite/v1).
 *
 * A speed-up is how many times better the candidate's value is than the base's. There is
 * one score for each group of --by and each label. Its cases are those in which the label
 * has a run on either side. With one base for all implementations (base_is_one), they are
 * those in which any label of the group has one; for the label of the base the speed-up
 * is 1.
 *
 * If a case is missing, failed, incomparable or unusable, it is listed, and the score is
 * null. The mean over the other cases is a member of its own, with the list of these cases.
 */
#ifndef KIDX_TOOLS_COMPARE_SUITE_H
#define KIDX_TOOLS_COMPARE_SUITE_H

#include "judge.h"

/* A case of a suite, and the verdict on it. */
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
    const struct store *store;
    bool is_one_base;
    struct buf cases; /* struct suite_case */
    /* While scores are read: */
    size_t next;          /* case */
    size_t group_end;     /* the first case of the next group */
    bool has_candidate;   /* in the group */
    struct buf own;       /* the cases of the score */
    struct buf all_cases; /* of the group, one of each place */
};

/* One score. CASES, COUNT of them, are in the order of cases; they are valid until the next
 * score is read. */
struct suite_score {
    struct view label;
    struct view group; /* canonical JSON; empty: no --by */
    const struct suite_case *cases;
    size_t count;
    size_t compared;
    double geomean; /* over the compared ones; 0: none */
};

void suite_init(struct suite *suite, const struct store *store,
                const struct compare_settings *settings);
void suite_release(struct suite *suite);

void suite_add(struct suite *suite, const struct pair *pair,
               const struct judgement *judgement);

/* All cases were added: sort them. */
void suite_sort(struct suite *suite);

/* The next score, by group, then by label; false at the end. */
bool suite_next(struct suite *suite, struct suite_score *score);

/* BASES is what --base names. */
void suite_write(struct result *result, const struct suite_score *score,
                 const struct opt_list *bases, struct buf *out);

#endif
