/* text-table: tables for people, in columns of characters.
 *
 * Cells are added row by row. The table is written after the last one, when the width of
 * each column is known. Control characters and bytes that are not UTF-8 are written as
 * \xHH (diag_mask). Width is counted in characters: "µ" is one column, and so is a wide
 * character (East Asian), which a terminal shows in two, so that its row is not aligned. A
 * cell of more than TEXT_TABLE_WIDTH characters has "…" instead of its middle, as one long
 * name would pad every row.
 *
 * A cell may have a tone, good or bad, which is shown as a colour where colours are used.
 * The text of the cell must express the same.
 */
#ifndef KIDX_PRESENT_TEXT_TABLE_H
#define KIDX_PRESENT_TEXT_TABLE_H

#include "base/buf.h"

#include <stdbool.h>

enum text_table_align { TEXT_TABLE_LEFT, TEXT_TABLE_RIGHT };
enum text_table_tone { TEXT_TABLE_PLAIN, TEXT_TABLE_GOOD, TEXT_TABLE_BAD };

enum { TEXT_TABLE_COLUMNS = 16, TEXT_TABLE_WIDTH = 60 };

struct text_table_column {
    const char *title;
    enum text_table_align align;
};

struct text_table {
    const struct text_table_column *columns;
    size_t column_count;
    size_t cell_count;
    struct buf cells; /* struct text_table_cell */
    struct buf texts;
};

/* COLUMNS, at most TEXT_TABLE_COLUMNS of them, are not copied and must outlive the table.
 */
void text_table_init(struct text_table *table, const struct text_table_column *columns,
                     size_t count);
void text_table_release(struct text_table *table);

/* Add the next cell of the row, or the first of the next row. TEXT is copied. */
void text_table_add(struct text_table *table, struct view text, enum text_table_tone tone);

/* Append the table to OUT: titles, a line, the rows, without blanks at the end of a line.
 */
void text_table_write(const struct text_table *table, bool colours, struct buf *out);

/* Whether output to standard output should be coloured: it is a terminal, NO_COLOR is not
 * set, or empty (no-color.org), and TERM is set and not "dumb". */
bool text_table_wants_colours(void);

#endif
