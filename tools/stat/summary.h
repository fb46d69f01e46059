/* summary: what became of all records of a run, as its last line.
 *
 * The line is of kind kidx.summary/v1. Where states are merged, the summaries among them
 * are added up, so that the merged run says of the records what a single run would have
 * said.
 */
#ifndef KIDX_TOOLS_STAT_SUMMARY_H
#define KIDX_TOOLS_STAT_SUMMARY_H

#include "base/map.h"
#include "tool/stream.h"

#define STAT_SUMMARY_KIND "kidx.summary/v1"

enum stat_fate { STAT_PASSED, STAT_REJECTED, STAT_SKIPPED, STAT_FATES };

struct stat_summary {
    uint64_t counts[STAT_FATES];
    struct map reasons[STAT_FATES]; /* text → count */
};

void stat_summary_init(struct stat_summary *summary);
void stat_summary_release(struct stat_summary *summary);

/* Store the facts of a line that is a summary. False: rejected. */
bool stat_summary_read(struct stream_record *record);

/* A count of a summary that is read, in a list. */
struct stat_share;

/* Add such facts. */
void stat_summary_add(struct stat_summary *summary, const struct stat_share *shares);

/* Add what became of the lines of this run; where it MERGES states, they are no records,
 * and only those that were rejected count. */
void stat_summary_count(struct stat_summary *summary, const struct tally *tally,
                        bool merges);

/* Append the line; LINES were written before it, and MIXED groups were not. */
void stat_summary_write(const struct stat_summary *summary, uint64_t lines, uint64_t mixed,
                        struct buf *out);

#endif
