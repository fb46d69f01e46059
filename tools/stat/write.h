/* write: groups as lines of kind kidx.stat/v1.
 *
 * A line has the key of the group, what its values are, how many there are, and a member
 * for each figure that was asked for. The name of a figure of values that are summaries
 * already says so: the median of medians is `median_of_medians`. What is not known is null,
 * and `notes` says why, each note a code, a colon and the members.
 *
 * The members are described in kidx-stat(1) and by data/schemas.
 */
#ifndef KIDX_TOOLS_STAT_WRITE_H
#define KIDX_TOOLS_STAT_WRITE_H

#include "statistic.h"
#include "group.h"

/* Append the line of a group, and use its values up. MEASURE may be NULL. */
void stat_write(const struct stat_entry *entry, const struct stat_measure *measure,
                const struct stat_keeping *keeping, const struct figure_list *figures,
                enum quantile_type type, struct buf *out);

/* Append the line of a group that only counts. */
void stat_write_count(const struct stat_entry *entry, struct buf *out);

/* Write the object of what is missing, by reason. */
struct writer;
void stat_write_missing(struct writer *writer, const struct stat_group *group);

#endif
