/* run-set: which runs were added to which group, so that a repeated record counts once.
 *
 * A member is the first half of a SHA-256 and costs 21 to 43 bytes. The place is
 * computed with a random odd factor, so that nobody can choose runs that share one place.
 * A set belongs to one thread.
 */
#ifndef KIDX_TOOLS_STAT_RUN_SET_H
#define KIDX_TOOLS_STAT_RUN_SET_H

#include "record/digest.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct run_set_member {
    uint64_t high;
    uint64_t low;
};

struct run_set {
    struct run_set_member *places; /* a power of two of them; free where high is 0 */
    size_t place_count;
    size_t count;
    uint64_t factor;
};

void run_set_init(struct run_set *set);
void run_set_release(struct run_set *set);

/* Add the first half of DIGEST; false where the set has it. */
bool run_set_add(struct run_set *set, const struct digest *digest);

#endif
