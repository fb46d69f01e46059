/* choice: of several runs on one side of a case, the one that stands for it.
 *
 * The newest, or by --dup the best or the median of the eligible ones. Where none is
 * eligible that is the newest too, so that a failure shows. Ties end on the run's digest.
 */
#ifndef KIDX_TOOLS_COMPARE_CHOICE_H
#define KIDX_TOOLS_COMPARE_CHOICE_H

#include "base.h"

/* The run that stands for SIDE among COUNT members; NULL: there is none. *RUNS says how
 * many there are. */
struct ranked_run *choice_make(const struct member *members, size_t count, enum side side,
                               enum duplicate_rule rule, bool higher_is_better,
                               uint32_t *runs);

#endif
