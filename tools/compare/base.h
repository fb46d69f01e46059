/* base: which runs of a case are the base, and which are candidates. */
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

/* Set the side of COUNT members, which was none, as --base says. They are in the order of
 * implementations, and of each the newest comes first. */
void side_split(struct member *members, size_t count,
                const struct compare_settings *settings, bool higher_is_better);

#endif
