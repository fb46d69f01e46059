/* base: which run is the base of a case, and which the candidate.
 *
 * Runs that are retracted, superseded or not published are hidden: they are never compared.
 * But a record that hides a run must not decide what is compared instead. A side has lost
 * its run if the one that --dup would choose among all its runs is hidden, and the one that
 * it chooses among the others does not supersede that one (supersession.h).
 *
 * For best, previous and record@, what is on a side depends on the runs themselves: there
 * hidden runs are on no side (base_is_chosen), and none is lost.
 *
 * No input or output.
 */
#ifndef KIDX_TOOLS_COMPARE_BASE_H
#define KIDX_TOOLS_COMPARE_BASE_H

#include "store.h"

enum side { SIDE_NONE, SIDE_BASE, SIDE_CANDIDATE };

/* A run that takes part in a case. */
struct member {
    struct ranked_run *run;
    const struct store_implementation *implementation;
    enum side side;
};

/* Whether the base is chosen by what was measured, not by where runs are from. */
bool base_is_chosen(enum base_form form);

/* Set the side of COUNT members, which was none, as --base says. They are in the order of
 * implementations, and of each the newest comes first. */
void base_split(struct member *members, size_t count,
                const struct compare_settings *settings, bool higher_is_better);

struct base_choice {
    struct ranked_run *run;        /* NULL: none, or it was lost */
    const struct ranked_run *lost; /* NULL: nothing was */
    uint32_t runs;                 /* that are not hidden, of which it is one */
};

/* Choose the run of SIDE among COUNT members: the newest, or by --dup the best or the
 * median of those that passed; where none did the newest, too, so that a failure shows.
 * Ties end on the run's digest. */
struct base_choice base_choose(const struct store *store, const struct member *members,
                               size_t count, enum side side, enum duplicate_rule rule,
                               bool higher_is_better);

#endif
