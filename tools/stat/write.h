/* write: groups as lines of kind kidx.stat/v1.
 *
 * A line has the key of the group, the measure and the number of its values, and one member
 * for each statistic. If the values are statistics themselves, the member's name contains
 * this: the median of medians is `median_of_medians`. An unknown statistic is null, and
 * `notes` has the reason: a code, a colon and the members.
 *
 * The members are described in kidx-stat(1) and data/schemas. Lines are appended to OUT.
 */
#ifndef KIDX_TOOLS_STAT_WRITE_H
#define KIDX_TOOLS_STAT_WRITE_H

#include "statistic.h"

/* Append the line of a group, whose values are used up. MEASURE may be NULL. */
void write_group(const struct group_entry *entry, const struct sample_measure *measure,
                 const struct group_limits *limits, const struct statistic_list *statistics,
                 enum quantile_type type, struct buf *out);

/* Append the line of a group that only counts records. */
void write_count(const struct group_entry *entry, struct buf *out);

/* Write the object of missing_reasons: how many records had no value, by reason. */
struct writer;
void write_missing(struct writer *writer, const struct group *group);

#endif
