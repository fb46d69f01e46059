/* rows: the rows of a table, by mode.
 *
 * Each mode has its columns and fills them, cell by cell, from what table.c kept.
 */
#ifndef KIDX_TOOLS_COMPARE_ROWS_H
#define KIDX_TOOLS_COMPARE_ROWS_H

#include "table-cells.h"

/* Rows of the modes; those of ranks and records are their lines. */
struct ab_row {
    const struct pair *pair;
    struct judgement judgement;
    bool is_accepted;
};

struct suite_row {
    struct view label;
    struct view group;
    size_t count;
    size_t compared;
    double geomean;
};

/* Lay out the rows and append them to OUT. */
void rows_write_ranks(struct writing *writing, struct buf *out);
void rows_write_records(struct writing *writing, struct buf *out);
void rows_write_suites(struct writing *writing, struct buf *out);

/* From what is worst on (rows-ab.c). */
void rows_write_ab(struct writing *writing, struct buf *out);

#endif
