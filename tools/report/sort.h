/* sort: the order of rows and of columns, which makes a report a function of the
 * set of lines.
 *
 * Rows are ordered by what they are about, so that those of a kernel, a panel and a case
 * lie together; then by rank, or by time; and at last by all that is in them.
 */
#ifndef KIDX_TOOLS_REPORT_SORT_H
#define KIDX_TOOLS_REPORT_SORT_H

#include "groups.h"

void sort_rows(struct rows *rows);

/* The columns in the order of a table: those known, then the rest by name. ORDER has room
 * for rows->columns.count. */
void sort_columns(const struct rows *rows, uint32_t *order);

/* The comparisons of a slice, worst first: by verdict, then by how much worse the candidate
 * is. The list is the caller's to free. */
const struct row **sort_comparisons(struct slice compared);

#endif
