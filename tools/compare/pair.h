/* pair: which run is compared with which.
 *
 * Runs of one case (workload, protocol, environment, metric) are on the side of the base,
 * on that of the candidate, or take no part. With files or a label as base, and with
 * "previous", each implementation is compared with itself; where its digest has changed but
 * its label has not, by the label, which is noted. Otherwise the case has one base, and
 * every other implementation is compared with it. Of several runs of one side one is taken.
 *
 * A failed run often has no value, and so no metric: it takes part in all cases that differ
 * from its own in nothing else, so that what broke is not taken for missing.
 *
 * What is on one side only is looked for on the other among the runs of the same
 * implementation whose case differs in as few members as possible, the workload being
 * the same but for its operation and correctness: such a pair is incomparable. The rest is
 * missing. Runs that are retracted, superseded or not published take no part.
 *
 * Everything depends on the set of runs only. A candidate is in one pair at most for each
 * case. No input or output here.
 */
#ifndef KIDX_TOOLS_COMPARE_PAIR_H
#define KIDX_TOOLS_COMPARE_PAIR_H

#include "store.h"

/* The members in which two cases can differ, in the order in which the first one is named.
 * Where the manifests of the workloads were seen, two workloads differ in their operation
 * or in their correctness, all else of them being equal (struct store_object's shape). */
enum mismatch {
    MISMATCH_NONE,
    MISMATCH_OPERATION,
    MISMATCH_PROTOCOL,
    MISMATCH_ENVIRONMENT,
    MISMATCH_CORRECTNESS,
    MISMATCH_METRIC,
    MISMATCH_COUNT
};

struct pair {
    const struct store_cohort *cohort; /* the case; of the candidate, where there is one */
    const struct ranked_run *base;     /* NULL: missing */
    const struct ranked_run *candidate;
    uint32_t base_runs; /* of which it is one */
    uint32_t candidate_runs;
    enum mismatch mismatch;
    bool implementation_changed;
    bool role_unknown;  /* of the base's, or the candidate's, implementation */
    bool role_conflict; /* its manifests have several roles */
};

struct pairs {
    struct pair *list; /* by case, then by implementation */
    size_t count;
    size_t capacity;
    size_t base_runs; /* on the side of the base, in all */
    size_t candidate_runs;
    size_t hidden_base_runs; /* of files: retracted, superseded or not published */
    size_t comparable;       /* pairs of two runs that do not differ in a member */
    /* A side with several runs; for --dup=error. NULL: none. */
    const struct store_cohort *duplicated;
};

void pair_all(struct pairs *pairs, const struct store *store,
              const struct compare_settings *settings);
void pair_release_all(struct pairs *pairs);

/* The implementation that a pair is about. */
const struct store_implementation *pair_implementation(const struct store *store,
                                                       const struct pair *pair);

/* The name of the member, and the reason of the verdict; NULL for none. */
const char *pair_mismatch_name(enum mismatch mismatch);
const char *pair_mismatch_reason(enum mismatch mismatch);

#endif
