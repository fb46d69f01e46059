/* layout: tables for people, in columns of characters.
 *
 * Cells are texts, added row by row; a table is written when all are there, so that its
 * columns are as wide as they need. Bytes that a terminal may obey, and those that are not
 * UTF-8, are shown as \xHH (diag_mask). Width is counted in characters: wide ones (East
 * Asian) are counted as one, and stand out of line.
 *
 * A cell may have a tone, good or bad, which is a colour where colours are used and nothing
 * elsewhere: it says nothing that the text does not.
 */
#ifndef KIDX_TOOL_LAYOUT_H
#define KIDX_TOOL_LAYOUT_H

#include "base/buf.h"

#include <stdbool.h>

enum layout_align { LAYOUT_LEFT, LAYOUT_RIGHT };
enum layout_tone { LAYOUT_PLAIN, LAYOUT_GOOD, LAYOUT_BAD };

enum { LAYOUT_COLUMNS = 16 };

struct layout_column {
    const char *title;
    enum layout_align align;
};

struct layout {
    const struct layout_column *columns;
    size_t column_count;
    size_t cell_count;
    struct buf cells; /* struct layout_cell */
    struct buf texts;
};

/* COLUMNS, at most LAYOUT_COLUMNS of them, are not copied. */
void layout_init(struct layout *layout, const struct layout_column *columns, size_t count);
void layout_release(struct layout *layout);

/* Add the next cell of the row, or of the next row. */
void layout_add(struct layout *layout, struct view text, enum layout_tone tone);

/* Append the table to OUT: titles, a line, the rows. No blanks stand at the end of a line.
 */
void layout_write(const struct layout *layout, bool colours, struct buf *out);

/* Whether a standard output that goes to a terminal should have colours: NO_COLOR is not
 * set, or empty (no-color.org), and TERM is not "dumb". */
bool layout_wants_colours(void);

#endif
