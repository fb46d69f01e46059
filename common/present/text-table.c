#include <config.h>

#include "present/text-table.h"

#include "base/diag.h"
#include "base/utf8.h"

#include <stdlib.h>
#include <unistd.h>

struct text_table_cell {
    size_t start; /* of its text */
    size_t length;
    size_t width;
    enum text_table_tone tone;
};

/* Between columns. */
enum { GAP = 2 };

void text_table_init(struct text_table *table, const struct text_table_column *columns,
                     size_t count)
{
    table->columns = columns;
    table->column_count = count;
    table->cell_count = 0;
    buf_init(&table->cells);
    buf_init(&table->texts);
}

void text_table_release(struct text_table *table)
{
    buf_release(&table->cells);
    buf_release(&table->texts);
}

/* The place in the text after so many characters. */
static size_t skip_characters(const char *text, size_t length, size_t count)
{
    size_t at = 0;

    while (at < length && (count > 0 || ((unsigned char)text[at] & 0xc0) == 0x80))
        count -= ((unsigned char)text[at++] & 0xc0) != 0x80;
    return at;
}

/* Replace the middle of a cell that is too wide: names differ at their beginning or end. */
static void cut_cell(struct text_table *table, struct text_table_cell *cell)
{
    enum { HEAD = (TEXT_TABLE_WIDTH - 1) / 2, TAIL = TEXT_TABLE_WIDTH - 1 - HEAD };
    static const char ellipsis[] = "\xe2\x80\xa6";
    char *text = table->texts.data + cell->start;
    size_t head = skip_characters(text, cell->length, HEAD);
    size_t tail = skip_characters(text, cell->length, cell->width - TAIL);

    memcpy(text + head, ellipsis, strlen(ellipsis));
    memmove(text + head + strlen(ellipsis), text + tail, cell->length - tail);
    cell->length = head + strlen(ellipsis) + cell->length - tail;
    cell->width = TEXT_TABLE_WIDTH;
    table->texts.length = cell->start + cell->length;
}

void text_table_add(struct text_table *table, struct view text, enum text_table_tone tone)
{
    struct text_table_cell cell = {.start = table->texts.length, .tone = tone};

    buf_append_masked(&table->texts, text);
    cell.length = table->texts.length - cell.start;
    cell.width = utf8_count(table->texts.data + cell.start, cell.length);
    if (cell.width > TEXT_TABLE_WIDTH)
        cut_cell(table, &cell);
    buf_append(&table->cells, (const char *)&cell, sizeof cell);
    table->cell_count++;
}

static const struct text_table_cell *cell_at(const struct text_table *table, size_t number)
{
    return (const struct text_table_cell *)(const void *)table->cells.data + number;
}

static void append_times(struct buf *out, const char *text, size_t times)
{
    while (times-- > 0)
        buf_append_text(out, text);
}

static void find_widths(const struct text_table *table, size_t widths[TEXT_TABLE_COLUMNS])
{
    for (size_t i = 0; i < table->column_count; i++)
        widths[i] = utf8_count(table->columns[i].title, strlen(table->columns[i].title));
    for (size_t i = 0; i < table->cell_count; i++) {
        size_t *width = &widths[i % table->column_count];

        if (cell_at(table, i)->width > *width)
            *width = cell_at(table, i)->width;
    }
}

/* Append a cell of WIDTH characters, padded to COLUMN_WIDTH and separated from the cell
 * before. COLOUR may be NULL. */
static void append_cell(const struct text_table *table, size_t column, size_t column_width,
                        struct view text, size_t width, const char *colour, struct buf *out)
{
    size_t blanks = column_width - width;
    bool right = table->columns[column].align == TEXT_TABLE_RIGHT;

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

void text_table_write(const struct text_table *table, bool colours, struct buf *out)
{
    size_t widths[TEXT_TABLE_COLUMNS];

    find_widths(table, widths);
    for (size_t i = 0; i < table->column_count; i++) {
        struct view title = {table->columns[i].title, strlen(table->columns[i].title)};

        append_cell(table, i, widths[i], title, utf8_count(title.data, title.length), NULL,
                    out);
    }
    end_row(out);
    for (size_t i = 0; i < table->column_count; i++) {
        append_times(out, " ", i > 0 ? GAP : 0);
        append_times(out, "-", widths[i]);
    }
    end_row(out);
    for (size_t i = 0; i < table->cell_count; i++) {
        const struct text_table_cell *cell = cell_at(table, i);
        size_t column = i % table->column_count;

        append_cell(table, column, widths[column],
                    (struct view){table->texts.data + cell->start, cell->length},
                    cell->width, colours ? colour_of(cell->tone) : NULL, out);
        if (column + 1 == table->column_count)
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
