/* pair: which run is compared with which.
 *
 * The runs of a case (workload, protocol, environment, metric) are bases, candidates, or
 * ignored (base.h). With files, a label or "previous" as base, each implementation is
 * compared with itself; if its digest changed but its label did not, by the label, which is
 * noted. Otherwise the case has one base, and every other implementation is compared with
 * it. Of several runs of one side one is chosen (base.h).
 *
 * A failed run often has no value, and so no metric. Such a metricless run is a member of
 * those cases of its implementation that differ from its own in the metric only, so that
 * what broke is not reported as missing. With one base, metricless runs of the base are
 * members of all cases, and those of an implementation without a case are compared once, in
 * the first case that has a base.
 *
 * A run that has no counterpart in its case is unmatched. If each implementation is
 * compared with itself, it is paired with an unmatched run of the other side that has the
 * same label and a case that differs in as few members as possible; two workloads may
 * differ in operation and correctness only. Such a pair is incomparable. For the rest, a
 * side is missing. Runs that are retracted, superseded or not published are not compared. A
 * side that has lost its run by that (base.h) is missing.
 *
 * Pairs depend on the set of runs only. A candidate is in one pair at most for each case.
 * Time is linear in the number of runs, sorting aside. No input or output, no errors.
 */
#ifndef KIDX_TOOLS_COMPARE_PAIR_H
#define KIDX_TOOLS_COMPARE_PAIR_H

#include "store.h"

/* The members in which two cases can differ, in the order in which the first one is
 * reported. Two workloads that can be paired have equal axes, tensors and scalars (the
 * shape in struct store_object), so that they differ in their operation or their
 * correctness. */
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
    /* The run that a side has lost (base.h). The side itself is then missing. */
    const struct ranked_run *lost_base;
    const struct ranked_run *lost_candidate;
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
    size_t hidden_base_runs; /* retracted, superseded or not published */
    size_t comparable;       /* pairs of two runs that do not differ in a member */
    /* A side with several runs; for --dup=error. NULL: none. */
    const struct store_cohort *duplicated;
};

void pair_all(struct pairs *pairs, const struct store *store,
              const struct compare_settings *settings);
void pair_release_all(struct pairs *pairs);

/* The run that a pair is about: the candidate, where there is one, even if it is hidden. */
const struct ranked_run *pair_run(const struct pair *pair);

/* The implementation that a pair is about. */
const struct store_implementation *pair_implementation(const struct store *store,
                                                       const struct pair *pair);

/* The name of the member, and the reason of the verdict; NULL for none. */
const char *pair_mismatch_name(enum mismatch mismatch);
const char *pair_mismatch_reason(enum mismatch mismatch);

#endif
