/* export: the stream as one table, for spreadsheets and scripts: CSV or TSV.
 *
 * There is a row for each line but the summaries, and a column for each member that one of
 * them has, with a header; cells of members that a line has not, and of nulls, are empty.
 * Numbers have the digits of the line.
 */
#ifndef KIDX_TOOLS_REPORT_EXPORT_H
#define KIDX_TOOLS_REPORT_EXPORT_H

#include "row.h"

#include "io/output.h"

/* Write all rows, which are sorted, to OUTPUT; no line that would go beyond LIMIT bytes, 0:
 * no limit. Returns how many rows were left out. */
size_t table_write(const struct rows *rows, bool tabs, uint64_t limit,
                   struct output *output);

#endif
