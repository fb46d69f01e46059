/* groups: neighbours among the sorted rows.
 *
 * Rows that are sorted lie together in slices: those of a kernel, of a panel (one kernel on
 * one environment by one protocol in one metric), of a case. A slice is taken off another
 * one from the front:
 *
 *     while (groups_next(&rest, GROUPS_KERNEL, &kernel)) ...
 *
 * The axes of a slice are those of its workloads; some have one value in all of it, by the
 * others its cases differ.
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

/* Take the first slice of that level off REST; false where REST is empty. */
bool groups_next(struct slice *rest, enum groups_level level, struct slice *slice);

/* How many there are. */
size_t groups_count(struct slice rest, enum groups_level level);

/* Whether two rows have one metric, statistic and unit; and a row of each such metric of a
 * slice: a list, which is the caller's to free. */
bool groups_same_metric(const struct row *a, const struct row *b);
const struct row **groups_metrics(struct slice slice, size_t *count);

/* The axes of the rows of a slice: those that have different values in it, and the others.
 * What is beyond AXES_MAX of a kind is left out. */
enum { AXES_MAX = 16 };
struct axes {
    uint32_t varying[AXES_MAX]; /* columns */
    size_t varying_count;
    uint32_t fixed[AXES_MAX];
    size_t fixed_count;
};

void groups_find_axes(struct axes *axes, const struct labels *labels, struct slice slice);

/* "hidden=8 vocab=4096", of those columns. */
void groups_write_axes(const struct labels *labels, const uint32_t *columns, size_t count,
                       const struct row *row, struct buf *out);

#endif
