/* dedup: the external ids that were dedup, in less than 32 bytes each.
 *
 * An entry is 128 bits of an id's SHA-256 and 32 bits about the values that came with it:
 * 20 bytes. Entries stand sorted by a key in one open table (linear probing, where an entry
 * never stands before one of a smaller key). The table grows by a quarter when four fifths
 * are full: in place, from its end, since the order of places is that of keys. So at most
 * 20 / 0.64 = 31.25 bytes are used for each id, also while it grows, and growing walks
 * through memory in order.
 *
 * The key is the id times a random odd number, so that ids cannot be chosen to crowd in one
 * place.
 */
#ifndef KIDX_TOOLS_CSV2RUN_DEDUP_H
#define KIDX_TOOLS_CSV2RUN_DEDUP_H

#include "manifest.h"

#include <stddef.h>
#include <stdint.h>

struct dedup_entry;

struct dedup {
    struct dedup_entry *entries;
    size_t places; /* that keys are spread over; some more stand behind them */
    size_t count;
    uint64_t factor;
};

void dedup_init(struct dedup *dedup);
void dedup_release(struct dedup *dedup);

enum dedup_result { DEDUP_NEW, DEDUP_SAME, DEDUP_OTHER };

/* Add an identity. Where it was there already: whether with the same values. */
enum dedup_result dedup_put(struct dedup *dedup, const struct identity *identity,
                            uint32_t values);

#endif
