/* line: a line of kidx-compare or kidx-stat, taken apart by a worker.
 *
 * Objects are laid flat, the names joined by a point ("subject.product"); a list of texts
 * and numbers becomes one text, its items parted by "; "; any other list stays JSON. What
 * is left in record->facts is the kind and then the cells, one behind the other:
 *
 *     kind = line_kind(&facts);
 *     while (line_next(&facts, &cell)) ...
 */
#ifndef KIDX_TOOLS_REPORT_LINE_H
#define KIDX_TOOLS_REPORT_LINE_H

#include "row.h"

#include "tool/stream.h"

/* Views into the facts. */
struct line_cell {
    enum cell_type type;
    struct view name;
    struct view text;
};

/* Take a line apart into record->facts. STREAM_SKIP: it is no result. */
enum stream_verdict line_extract(struct stream_record *record);

/* Take the kind off the facts, then a cell; false at their end. */
enum row_kind line_kind(struct view *facts);
bool line_next(struct view *facts, struct line_cell *cell);

#endif
