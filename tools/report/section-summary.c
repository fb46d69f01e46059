#include <config.h>

#include "section-summary.h"

#include "groups.h"

#include "present/quantity.h"

/* Rows for the counts whose names begin with PREFIX, all, or those that are not 0. */
static void write_counts(struct page *page, const struct rows *rows, const struct row *row,
                         const char *prefix, bool all)
{
    size_t length = strlen(prefix);
    struct buf name;

    buf_init(&name);
    for (size_t i = 0; i < row->count; i++) {
        const struct cell *cell = &row->cells[i];
        struct view own = rows_column_name(rows, cell->column);

        if (own.length <= length || memcmp(own.data, prefix, length) != 0 ||
            cell->type != CELL_NUMBER || (!all && !(cell->number > 0)) ||
            !page_row(page, WEIGHT_UNCHANGED))
            continue;
        buf_clear(&name);
        buf_append(&name, prefix, length - 1);
        buf_append_text(&name, ": ");
        buf_append(&name, own.data + length, own.length - length);
        page_cell(page, STYLE_TEXT, buf_view(&name), NULL);
        page_number(page, cell, 15);
        page_row_end(page);
    }
    buf_release(&name);
}

static void write_summary(struct page *page, const struct rows *rows, const struct row *row)
{
    static const char *const names[] = {"tool", "version", "mode"};
    struct buf text;

    buf_init(&text);
    for (size_t i = 0; i < 3; i++) {
        const struct cell *cell = rows_named(rows, row, names[i]);

        if (cell == NULL || cell->type != CELL_TEXT)
            continue;
        buf_append_text(&text, text.length > 0 ? " " : "");
        buf_append(&text, cell->text.data, cell->text.length);
    }
    page_table(page, buf_view(&text));
    page_table_column(page, view_from("What"), false);
    page_table_column(page, view_from("Count"), true);
    write_counts(page, rows, row, "records.", true);
    write_counts(page, rows, row, "verdicts.", false);
    write_counts(page, rows, row, "reasons.", false);
    page_table_end(page);
    buf_release(&text);
}

void section_summary(struct page *page, const struct labels *labels)
{
    struct slice summaries = groups_of_kind(labels->rows, ROW_SUMMARY);

    page_section(page, 2, view_from("Input records"), false);
    for (size_t i = 0; i < summaries.count && i < 100; i++)
        write_summary(page, labels->rows, &summaries.rows[i]);
    page_section_end(page);
}
