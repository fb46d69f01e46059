/* summary: how many records were read, and the result of each, as the last line.
 *
 * The line is of kind kidx.summary/v1. Merging adds up the summaries of the parts, so the
 * merged run reports what a single run would have reported.
 */
#ifndef KIDX_TOOLS_STAT_SUMMARY_H
#define KIDX_TOOLS_STAT_SUMMARY_H

#include "base/map.h"
#include "tool/stream.h"

#define SUMMARY_KIND "kidx.summary/v1"

enum summary_outcome {
    SUMMARY_PASSED,
    SUMMARY_REJECTED,
    SUMMARY_SKIPPED,
    SUMMARY_OUTCOMES
};

struct summary {
    uint64_t counts[SUMMARY_OUTCOMES];
    struct map reasons[SUMMARY_OUTCOMES]; /* text → count */
};

void summary_init(struct summary *summary);
void summary_release(struct summary *summary);

/* Store the counts of the record, a summary, as its facts. False: rejected as bad_state. */
bool summary_parse(struct stream_record *record);

/* One count of a summary that was read; the facts of its record are a list of them. */
struct summary_share;

/* Add the counts of a summary that was read. */
void summary_merge(struct summary *summary, const struct summary_share *shares);

/* Add the lines of this run. Lines of states are no records, so if it MERGES only those
 * that were rejected count. */
void summary_tally(struct summary *summary, const struct tally *tally, bool merges);

/* Append the line. LINES lines precede it; MIXED groups were not written. */
void summary_append(const struct summary *summary, uint64_t lines, uint64_t mixed,
                    struct buf *out);

#endif
