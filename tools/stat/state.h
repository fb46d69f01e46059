/* state: groups as lines of kind kidx.stat.state/v1, to be merged elsewhere.
 *
 * A state holds all that a group knows: each value with its count, or, where it has gone
 * over to buckets, these with the exact sums (stats/sum.h gives their text). Equal groups
 * have equal states, byte for byte. The counts of a run travel in its last line, of kind
 * kidx.summary/v1, and are added up as well.
 *
 * The members are described in kidx-stat(1) and by data/schemas.
 */
#ifndef KIDX_TOOLS_STAT_STATE_H
#define KIDX_TOOLS_STAT_STATE_H

#include "group.h"

#include "json/canonical.h"
#include "tool/stream.h"

#define STAT_STATE_KIND "kidx.stat.state/v1"

/* Append the state of a group; its values are used up. */
void stat_state_write(const struct stat_entry *entry, const struct stat_groups *groups,
                      struct buf *out);

/* A worker's scratch. */
struct stat_state_reader {
    const struct stat_keeping *keeping;
    struct canonical canonical;
    struct buf key;
    struct buf measures[2];
    struct buf entries;
    struct stat_fact fact;
};

void stat_state_reader_init(struct stat_state_reader *reader,
                            const struct stat_keeping *keeping);
void stat_state_reader_release(struct stat_state_reader *reader);

/* Read the record, a state, into the reader's fact. -1: rejected, as bad_state, or as
 * state_mismatch where it was made with other settings. */
int stat_state_read(struct stat_state_reader *reader, struct stream_record *record);

#endif
