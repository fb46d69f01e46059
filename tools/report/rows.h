/* rows: the lines of kidx-compare and kidx-stat as rows of cells.
 *
 * Each member of a line is a cell of its row. A cell is in a column; columns are found by
 * name, and those that the report uses have fixed numbers.
 *
 * Memory: the bytes of each line once, and 32 for each of its cells. All views into rows
 * live as long as struct rows.
 */
#ifndef KIDX_TOOLS_REPORT_ROWS_H
#define KIDX_TOOLS_REPORT_ROWS_H

#include "base/buf.h"
#include "base/map.h"
#include "base/mem.h"
#include "present/verdict.h"
#include "tool/stream.h"

#include <stdbool.h>
#include <stdint.h>

enum row_kind { ROW_RANK, ROW_AB, ROW_RECORD, ROW_SUITE, ROW_STAT, ROW_SUMMARY, ROW_KINDS };

/* The known columns, in the order in which a table has them. */
enum column {
    COLUMN_KIND,
    COLUMN_VERDICT,
    COLUMN_REASON,
    COLUMN_WORKLOAD,
    COLUMN_PRODUCT,
    COLUMN_ENVIRONMENT,
    COLUMN_PROTOCOL,
    COLUMN_IMPLEMENTATION,
    COLUMN_LABEL,
    COLUMN_BASE_LABEL,
    COLUMN_RANK,
    COLUMN_METRIC,
    COLUMN_STATISTIC,
    COLUMN_UNIT,
    COLUMN_DIRECTION,
    COLUMN_VALUE,
    COLUMN_P20,
    COLUMN_P80,
    COLUMN_RATIO_TO_BEST,
    COLUMN_SPREAD_STATE,
    COLUMN_SPREAD_TIE,
    COLUMN_TIED,
    COLUMN_ELIGIBLE,
    COLUMN_REASONS,
    COLUMN_BASE_VALUE,
    COLUMN_CAND_VALUE,
    COLUMN_CHANGE_PCT,
    COLUMN_RATIO,
    COLUMN_RATIO_LO,
    COLUMN_RATIO_HI,
    COLUMN_EFFECT,
    COLUMN_FLOOR,
    COLUMN_EVIDENCE,
    COLUMN_INTERVAL_KIND,
    COLUMN_AT,
    COLUMN_PREVIOUS_VALUE,
    COLUMN_IMPROVEMENT_PCT,
    COLUMN_IS_CURRENT,
    COLUMN_CASE,
    COLUMN_COHORT,
    COLUMN_COUNT
};

enum { COLUMN_LIMIT = 512 };

enum cell_type { CELL_NULL, CELL_TEXT, CELL_NUMBER, CELL_TRUE, CELL_FALSE };

struct cell {
    uint32_t column;
    uint32_t type; /* enum cell_type */
    struct view text;
    double number; /* of CELL_NUMBER */
};

struct row {
    enum row_kind kind;
    const struct cell *cells; /* in the order of the line */
    size_t count;
    const struct cell *known[COLUMN_COUNT]; /* NULL: the line has no such member */
    struct view bytes;
    struct view axes;   /* the workload's, as text: "tokens=1024 vocab=4096" */
    struct view kernel; /* the workload's name without its axes */
};

struct rows {
    struct row *list;
    size_t count;
    size_t capacity;
    struct map columns; /* by name */
    struct arena memory;
};

void rows_init(struct rows *rows);
void rows_release(struct rows *rows);

/* Flatten a line into record->facts (struct view), in any thread. Objects are flattened,
 * their names joined by a point ("subject.product"); a list of texts and numbers becomes
 * one text, its items separated by "; "; any other list stays JSON. STREAM_SKIP: the line
 * is no result. */
enum stream_verdict rows_extract(struct stream_record *record);

/* Add the facts of a line, which are copied. NULL, or static words on what is wrong. */
const char *rows_add(struct rows *rows, struct view facts);

/* The text of a cell; empty where it is null or the row does not have it. */
struct view rows_text(const struct row *row, enum column column);

/* False where the cell is not a number. */
bool rows_number(const struct row *row, enum column column, double *number);

/* The verdict of a comparison: one that is not known counts as the worst. */
enum verdict rows_verdict(const struct row *row);

bool rows_is_true(const struct row *row, enum column column);

/* The name of the implementation that a row is about. */
struct view rows_label(const struct row *row);

/* The name of a column. */
struct view rows_column_name(const struct rows *rows, uint32_t column);

/* Whether a cell is one of the workload's axes, and the name of that. */
bool rows_is_axis(const struct rows *rows, const struct cell *cell, struct view *name);

/* The cell of a row in COLUMN, or in the column of that name; NULL: it has none. */
const struct cell *rows_cell(const struct row *row, uint32_t column);
const struct cell *rows_named(const struct rows *rows, const struct row *row,
                              const char *name);

#endif
