/* groups: ranges of the sorted rows that belong together.
 *
 * The rows of a kernel, of a panel (one kernel on one environment by one protocol in one
 * metric) and of a case are adjacent after sorting. They are a slice, which is a view into
 * struct rows. A loop removes one slice after the other from the front:
 *
 *     while (groups_next(&rest, GROUPS_KERNEL, &kernel)) ...
 *
 * The axes of a slice are those of its workloads. Those with one value in all of the slice
 * are fixed, the others vary.
 */
#ifndef KIDX_TOOLS_REPORT_GROUPS_H
#define KIDX_TOOLS_REPORT_GROUPS_H

#include "labels.h"

struct slice {
    const struct row *rows;
    size_t count;
};

/* The rows of a kind. */
struct slice groups_of_kind(const struct rows *rows, enum row_kind kind);

enum groups_level { GROUPS_KERNEL, GROUPS_PANEL, GROUPS_CASE };

/* Remove the first slice of that level from REST; false where REST is empty. */
bool groups_next(struct slice *rest, enum groups_level level, struct slice *slice);

/* The number of slices of that level. */
size_t groups_count(struct slice rest, enum groups_level level);

/* Whether two rows have the same metric, statistic and unit. */
bool groups_same_metric(const struct row *a, const struct row *b);

/* One row of each metric (in that sense) of a slice. The list is the caller's to free. */
const struct row **groups_metrics(struct slice slice, size_t *count);

/* The axes of a slice, as columns. Beyond AXES_MAX of a kind they are omitted. */
enum { AXES_MAX = 16 };
struct axes {
    uint32_t varying[AXES_MAX]; /* columns */
    size_t varying_count;
    uint32_t fixed[AXES_MAX];
    size_t fixed_count;
};

void groups_find_axes(struct axes *axes, const struct labels *labels, struct slice slice);

/* Append "hidden=8 vocab=4096": these columns of a row. */
void groups_write_axes(const struct labels *labels, const uint32_t *columns, size_t count,
                       const struct row *row, struct buf *out);

#endif
