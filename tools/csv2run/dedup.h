/* dedup: a set of identities (external ids, objects) with what is needed to compare two
 * rows of one id, in less than 32 bytes each.
 *
 * An entry has 20 bytes: 96 bits of a SHA-256 and two hashes of 32 bits. Two of 10^9
 * different ids are taken for one with a probability of 6e-12; the hashes only decide
 * between codes and messages of a row that is rejected in any case.
 *
 * Entries are sorted by a key in one open table (linear probing, where no entry is before
 * one of a smaller key). When four fifths are used, the table grows by a quarter, in place
 * and from its end, because the order of places is that of keys. So an id costs at most
 * 20 / 0.64 = 31.25 bytes, also while the table grows, and growing reads memory in order.
 *
 * The key is the id times a random odd number, so that nobody can choose ids that crowd in
 * one place. A table belongs to one thread.
 */
#ifndef KIDX_TOOLS_CSV2RUN_DEDUP_H
#define KIDX_TOOLS_CSV2RUN_DEDUP_H

#include "manifest.h"

#include <stddef.h>
#include <stdint.h>

struct dedup_entry;

struct dedup {
    struct dedup_entry *entries;
    size_t places; /* over which keys are spread; OVERHANG more follow them */
    size_t count;
    uint64_t factor;
};

void dedup_init(struct dedup *dedup);
void dedup_release(struct dedup *dedup);

enum dedup_result { DEDUP_NEW, DEDUP_SAME, DEDUP_OTHER_VALUES, DEDUP_OTHER_WORKLOAD };

/* Add an identity with the hashes of its workload and its values. If it is there already,
 * nothing changes, and the result is how the hashes compare with those of its first
 * appearance; the workload is compared first. */
enum dedup_result dedup_put(struct dedup *dedup, const struct identity *identity,
                            uint32_t workload, uint32_t values);

#endif
