/* text-table: tables for people, in columns of characters.
 *
 * Cells are texts, added row by row; a table is written when all are there, so that its
 * columns are as wide as they need. Bytes that a terminal may obey, and those that are not
 * UTF-8, are shown as \xHH (diag_mask). Width is counted in characters: wide ones (East
 * Asian) are counted as one, and stand out of line.
 *
 * A cell may have a tone, good or bad, which is a colour where colours are used and nothing
 * elsewhere: it says nothing that the text does not.
 */
#ifndef KIDX_PRESENT_TEXT_TABLE_H
#define KIDX_PRESENT_TEXT_TABLE_H

#include "base/buf.h"

#include <stdbool.h>

enum text_table_align { LAYOUT_LEFT, LAYOUT_RIGHT };
enum text_table_tone { LAYOUT_PLAIN, LAYOUT_GOOD, LAYOUT_BAD };

enum { LAYOUT_COLUMNS = 16 };

struct text_table_column {
    const char *title;
    enum text_table_align align;
};

struct text_table {
    const struct text_table_column *columns;
    size_t column_count;
    size_t cell_count;
    struct buf cells; /* struct layout_cell */
    struct buf texts;
};

/* COLUMNS, at most LAYOUT_COLUMNS of them, are not copied. */
void text_table_init(struct text_table *layout, const struct text_table_column *columns,
                     size_t count);
void text_table_release(struct text_table *layout);

/* Add the next cell of the row, or of the next row. */
void text_table_add(struct text_table *layout, struct view text, enum text_table_tone tone);

/* Append the table to OUT: titles, a line, the rows. No blanks stand at the end of a line.
 */
void text_table_write(const struct text_table *layout, bool colours, struct buf *out);

/* Whether a standard output that goes to a terminal should have colours: NO_COLOR is not
 * set, or empty (no-color.org), and TERM is not "dumb". */
bool text_table_wants_colours(void);

#endif
