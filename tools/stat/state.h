/* state: groups as lines of kind kidx.stat.state/v1, which another run merges.
 *
 * A state has everything that a group has: each value with its count, or buckets with exact
 * sums (stats/sum.h defines their text). Equal groups have equal states, byte for byte. The
 * members are described in kidx-stat(1) and data/schemas.
 *
 * States come from files, so each member is checked. A function that returns bool rejects
 * the record, as bad_state, where it returns false, so checks can be chained by &&.
 */
#ifndef KIDX_TOOLS_STAT_STATE_H
#define KIDX_TOOLS_STAT_STATE_H

#include "group.h"

#include "json/canonical.h"
#include "tool/stream.h"

#define STATE_KIND "kidx.stat.state/v1"

/* Append the state of a group, whose values are used up. */
void state_write(const struct group_entry *entry, const struct group_map *groups,
                 struct buf *out);

/* The buffers of a worker. */
struct state_reader {
    const struct group_limits *limits;
    struct canonical canonical;
    struct buf key;
    struct buf measures[2];
    struct buf entries;
    struct sample sample;
};

void state_reader_init(struct state_reader *reader, const struct group_limits *limits);
void state_reader_release(struct state_reader *reader);

/* Store what the record, a state, adds to its group as its facts, a struct sample. False:
 * rejected, as bad_state, or as state_mismatch if it was made with other settings. */
bool state_read(struct state_reader *reader, struct stream_record *record);

/* Reject the record: NODE is not as MESSAGE says. Returns false. */
bool state_reject(struct stream_record *record, uint32_t node, const char *message);

/* Find the members NAMES, COUNT of them, of an object that has no others. */
bool state_members(struct stream_record *record, uint32_t node, const char *const *names,
                   size_t count, uint32_t *values);

/* Read an integer of 0 to 2^52. */
bool state_count(struct stream_record *record, uint32_t node, uint64_t *count);

#endif
