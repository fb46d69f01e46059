/* export: the whole stream in formats other than pages: a table of all lines, for
 * spreadsheets and scripts, or all pictures in one SVG file.
 *
 * The table, CSV or TSV, has a header, a row for each line but the summaries, and a column
 * for each member that one of them has. Cells of members that a line does not have, and of
 * nulls, are empty. Numbers have the digits of the line.
 *
 * The pictures are below each other. Those beyond EXPORT_PICTURES_MAX, or beyond a limit of
 * bytes, are left out, and a line at the end gives their number.
 */
#ifndef KIDX_TOOLS_REPORT_EXPORT_H
#define KIDX_TOOLS_REPORT_EXPORT_H

#include "labels.h"

#include "io/output.h"

/* Write all rows, which are sorted, to OUTPUT; no line that would go beyond LIMIT bytes, 0:
 * no limit. Returns how many rows were left out. */
size_t export_table(const struct rows *rows, bool tabs, uint64_t limit,
                    struct output *output);

enum export_picture {
    EXPORT_LATENCY,
    EXPORT_RATIO,
    EXPORT_SPEEDUP,
    EXPORT_RECORD,
    EXPORT_HEAT,
    EXPORT_PICTURES,
    EXPORT_AUTO = EXPORT_PICTURES
};

enum { EXPORT_PICTURES_MAX = 400 };

extern const char *const export_picture_names[EXPORT_PICTURES];

/* LIMIT 0: none. */
void export_pictures(const struct labels *labels, enum export_picture picture,
                     struct view title, uint64_t limit, struct buf *out);

#endif
