#include <config.h>

#include "export.h"

#include "sort.h"
#include "text.h"

#include <stdlib.h>

struct table {
    const struct rows *rows;
    bool tabs;
    uint32_t *columns; /* in order */
    size_t count;
    struct view *cells; /* of a row, by column */
    struct buf line;
};

/* Keep of the columns those that some row has. */
static void find_columns(struct table *table)
{
    size_t all = table->rows->columns.count;
    bool *used = mem_zeroed(all, sizeof *used);

    for (size_t i = 0; i < table->rows->count; i++) {
        const struct row *row = &table->rows->list[i];

        for (size_t j = 0; j < row->count && row->kind != ROW_SUMMARY; j++)
            used[row->cells[j].column] = true;
    }
    sort_columns(table->rows, table->columns);
    for (size_t i = 0; i < all; i++)
        if (used[table->columns[i]])
            table->columns[table->count++] = table->columns[i];
    free(used);
}

static void add_cell(struct table *table, size_t at, struct view text)
{
    if (at > 0)
        buf_append_byte(&table->line, table->tabs ? '\t' : ',');
    if (table->tabs)
        text_write_tsv(&table->line, text);
    else
        text_write_csv(&table->line, text);
}

/* RFC 4180 ends lines with CR and LF; what is read by line tools ends them with LF, and all
 * readers of CSV take that. */
static bool write_line(struct table *table, uint64_t limit, struct output *output)
{
    buf_append_byte(&table->line, '\n');
    if (limit > 0 && output_bytes(output) + table->line.length > limit)
        return false;
    output_write(output, table->line.data, table->line.length);
    return true;
}

static bool write_row(struct table *table, const struct row *row, uint64_t limit,
                      struct output *output)
{
    memset(table->cells, 0, table->rows->columns.count * sizeof *table->cells);
    for (size_t i = 0; i < row->count; i++)
        if (row->cells[i].type != CELL_NULL)
            table->cells[row->cells[i].column] = row->cells[i].text;
    buf_clear(&table->line);
    for (size_t i = 0; i < table->count; i++)
        add_cell(table, i, table->cells[table->columns[i]]);
    return write_line(table, limit, output);
}

size_t table_write(const struct rows *rows, bool tabs, uint64_t limit,
                   struct output *output)
{
    struct table table = {.rows = rows, .tabs = tabs};
    size_t dropped = 0;
    bool fits = true;

    buf_init(&table.line);
    table.columns = mem_zeroed(rows->columns.count, sizeof *table.columns);
    table.cells = mem_zeroed(rows->columns.count, sizeof *table.cells);
    find_columns(&table);
    for (size_t i = 0; i < table.count; i++)
        add_cell(&table, i, column_name(rows, table.columns[i]));
    if (table.count > 0)
        write_line(&table, limit, output);
    for (size_t i = 0; i < rows->count; i++)
        if (rows->list[i].kind != ROW_SUMMARY) {
            fits = fits && write_row(&table, &rows->list[i], limit, output);
            dropped += !fits;
        }
    free(table.columns);
    free(table.cells);
    buf_release(&table.line);
    return dropped;
}
