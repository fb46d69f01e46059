#include <config.h>

#include "cell.h"

#include "present/quantity.h"

void cell_unknown(struct page *page)
{
    page_cell(page, STYLE_NUMBER, view_from("\xe2\x80\x93"), NULL);
}

void cell_count(struct page *page, size_t count)
{
    double value = (double)count;
    struct buf text;

    buf_init(&text);
    quantity_append_count(&text, count);
    page_cell(page, STYLE_NUMBER, buf_view(&text), &value);
    buf_release(&text);
}

void cell_ratio(struct page *page, double ratio)
{
    struct buf text;

    buf_init(&text);
    quantity_append_ratio(&text, ratio);
    page_cell(page, STYLE_NUMBER, buf_view(&text), &ratio);
    buf_release(&text);
}

void cell_number(struct page *page, const struct cell *cell, int digits)
{
    struct buf text;

    if (cell == NULL || cell->type != CELL_NUMBER) {
        cell_unknown(page);
        return;
    }
    buf_init(&text);
    quantity_append_number(&text, cell->number, digits);
    page_cell(page, STYLE_NUMBER, buf_view(&text), &cell->number);
    buf_release(&text);
}

/* A cell of a number that is written as TEXT, which is released. */
static void add_number(struct page *page, struct buf *text, double value)
{
    page_cell(page, STYLE_NUMBER, buf_view(text), &value);
    buf_release(text);
}

void cell_value(struct page *page, const struct row *row, enum column column,
                const struct quantity_unit *unit)
{
    double value;
    struct buf text;

    if (!row_number(row, column, &value)) {
        cell_unknown(page);
        return;
    }
    buf_init(&text);
    quantity_append_value(&text, value, unit);
    add_number(page, &text, value);
}

void cell_percent(struct page *page, const struct row *row, enum column column)
{
    double value;
    struct buf text;

    if (!row_number(row, column, &value)) {
        cell_unknown(page);
        return;
    }
    buf_init(&text);
    quantity_append_change(&text, value);
    add_number(page, &text, value);
}
