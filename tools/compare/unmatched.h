/* unmatched: runs that have no partner in their own case, and whether they have one
 * in another.
 *
 * A base and a candidate are of one implementation (by its label, where it has one of its
 * own, else by its digest) and of one workload, its operation and correctness left aside.
 * Those that differ in fewer members find each other first.
 */
#ifndef KIDX_TOOLS_COMPARE_UNMATCHED_H
#define KIDX_TOOLS_COMPARE_UNMATCHED_H

#include "pair.h"

struct leftover;

struct leftovers {
    struct leftover *list;
    size_t count;
    size_t capacity;
    size_t taken;
};

void leftovers_init(struct leftovers *leftovers);
void leftovers_release(struct leftovers *leftovers);

/* Add a pair of which one side is missing. */
void leftovers_add(struct leftovers *leftovers, const struct store *store,
                   const struct pair *pair);

/* Match them; then take the pairs one by one, false at the end. */
void leftovers_match(struct leftovers *leftovers);
bool leftovers_take(struct leftovers *leftovers, struct pair *pair);

#endif
