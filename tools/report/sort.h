/* sort: the order of rows and of columns, which makes a report a function of the set of
 * lines.
 *
 * Rows are ordered by kernel, panel and case, so that those of each are adjacent; then by
 * rank or by time; and last by their bytes.
 */
#ifndef KIDX_TOOLS_REPORT_SORT_H
#define KIDX_TOOLS_REPORT_SORT_H

#include "groups.h"

/* Sort the rows and remove those that repeat another: an equal line, or in ranks and
 * histories a line of the same run in the same cohort, of which the first is left. */
void sort_rows(struct rows *rows);

/* The columns in the order of a table: those known, then the rest by name. ORDER has room
 * for rows->columns.count. */
void sort_columns(const struct rows *rows, uint32_t *order);

/* The comparisons of a slice, worst first: by verdict, then by how much worse the candidate
 * is. The list is the caller's to free. */
const struct row **sort_comparisons(struct slice compared);

#endif
