/* run-set: which runs were added to which group, so that a repeated record counts once.
 *
 * An id is two hashes of 64 bits, each keyed with random bits of this process (base/map.h):
 * two of 10^9 different texts share one with a probability of about 10^-20, and nobody can
 * choose texts that do. A member costs 21 to 43 bytes. Ids may be made in any thread; a set
 * belongs to one.
 */
#ifndef KIDX_TOOLS_STAT_RUN_SET_H
#define KIDX_TOOLS_STAT_RUN_SET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Valid in this process only. */
struct run_set_id {
    uint64_t high; /* never 0 */
    uint64_t low;
};

struct run_set {
    struct run_set_id *places; /* a power of two of them; free where high is 0 */
    size_t place_count;
    size_t count;
};

struct run_set_id run_set_id_of(const void *text, size_t length);

void run_set_init(struct run_set *set);
void run_set_release(struct run_set *set);

/* Add an id; false where the set has it. */
bool run_set_add(struct run_set *set, struct run_set_id id);

#endif
