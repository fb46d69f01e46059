#include <config.h>

#include "present/text-table.h"

#include "base/diag.h"

#include <stdlib.h>
#include <unistd.h>

struct layout_cell {
    size_t start; /* of its text */
    size_t length;
    size_t width;
    enum text_table_tone tone;
};

/* Between columns. */
enum { GAP = 2 };

void text_table_init(struct text_table *layout, const struct text_table_column *columns,
                     size_t count)
{
    layout->columns = columns;
    layout->column_count = count;
    layout->cell_count = 0;
    buf_init(&layout->cells);
    buf_init(&layout->texts);
}

void text_table_release(struct text_table *layout)
{
    buf_release(&layout->cells);
    buf_release(&layout->texts);
}

/* Characters in text that is UTF-8: bytes that do not continue one. */
static size_t width_of(const char *text, size_t length)
{
    size_t width = 0;

    for (size_t i = 0; i < length; i++)
        width += ((unsigned char)text[i] & 0xc0) != 0x80;
    return width;
}

void text_table_add(struct text_table *layout, struct view text, enum text_table_tone tone)
{
    struct layout_cell cell = {.start = layout->texts.length, .tone = tone};

    buf_append_masked(&layout->texts, text);
    cell.length = layout->texts.length - cell.start;
    cell.width = width_of(layout->texts.data + cell.start, cell.length);
    buf_append(&layout->cells, (const char *)&cell, sizeof cell);
    layout->cell_count++;
}

static const struct layout_cell *cell_at(const struct text_table *layout, size_t number)
{
    return (const struct layout_cell *)(const void *)layout->cells.data + number;
}

static void append_times(struct buf *out, const char *text, size_t times)
{
    while (times-- > 0)
        buf_append_text(out, text);
}

static void find_widths(const struct text_table *layout, size_t widths[LAYOUT_COLUMNS])
{
    for (size_t i = 0; i < layout->column_count; i++)
        widths[i] = width_of(layout->columns[i].title, strlen(layout->columns[i].title));
    for (size_t i = 0; i < layout->cell_count; i++) {
        size_t *width = &widths[i % layout->column_count];

        if (cell_at(layout, i)->width > *width)
            *width = cell_at(layout, i)->width;
    }
}

/* Append a cell of a column of WIDTH, with what parts it from the one before. */
static void append_cell(const struct text_table *layout, size_t column, size_t column_width,
                        struct view text, size_t width, const char *colour, struct buf *out)
{
    size_t blanks = column_width - width;
    bool right = layout->columns[column].align == LAYOUT_RIGHT;

    if (column > 0)
        append_times(out, " ", GAP);
    if (right)
        append_times(out, " ", blanks);
    if (colour != NULL)
        buf_append_text(out, colour);
    buf_append(out, text.data, text.length);
    if (colour != NULL)
        buf_append_text(out, "\033[0m");
    if (!right)
        append_times(out, " ", blanks);
}

static void end_row(struct buf *out)
{
    while (out->length > 0 && out->data[out->length - 1] == ' ')
        out->length--;
    buf_append_byte(out, '\n');
}

static const char *colour_of(enum text_table_tone tone)
{
    static const char *const colours[] = {NULL, "\033[32m", "\033[31m"};

    return colours[tone];
}

void text_table_write(const struct text_table *layout, bool colours, struct buf *out)
{
    size_t widths[LAYOUT_COLUMNS];

    find_widths(layout, widths);
    for (size_t i = 0; i < layout->column_count; i++) {
        struct view title = {layout->columns[i].title, strlen(layout->columns[i].title)};

        append_cell(layout, i, widths[i], title, width_of(title.data, title.length), NULL,
                    out);
    }
    end_row(out);
    for (size_t i = 0; i < layout->column_count; i++) {
        append_times(out, " ", i > 0 ? GAP : 0);
        append_times(out, "-", widths[i]);
    }
    end_row(out);
    for (size_t i = 0; i < layout->cell_count; i++) {
        const struct layout_cell *cell = cell_at(layout, i);
        size_t column = i % layout->column_count;

        append_cell(layout, column, widths[column],
                    (struct view){layout->texts.data + cell->start, cell->length},
                    cell->width, colours ? colour_of(cell->tone) : NULL, out);
        if (column + 1 == layout->column_count)
            end_row(out);
    }
}

bool text_table_wants_colours(void)
{
    const char *refused = getenv("NO_COLOR");
    const char *terminal = getenv("TERM");

    return isatty(STDOUT_FILENO) == 1 && (refused == NULL || *refused == '\0') &&
           terminal != NULL && strcmp(terminal, "dumb") != 0;
}
