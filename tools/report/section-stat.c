#include <config.h>

#include "section-stat.h"

#include "groups.h"
#include "sort.h"

#include "present/quantity.h"

#include <stdlib.h>

/* The statistics that are shown, in this order: the rest is in CSV. */
static const char *const shown[] = {"n",    "count", "missing", "min", "p20",    "median",
                                    "mean", "p80",   "max",     "cv",  "geomean"};

enum { SHOWN = sizeof shown / sizeof *shown };

/* The place of a statistic, with or without what its values are ("median_of_medians");
 * SHOWN: it is not shown. */
static size_t find_place(struct view name)
{
    for (size_t i = 0; i < SHOWN; i++) {
        size_t length = strlen(shown[i]);

        if (name.length >= length && memcmp(name.data, shown[i], length) == 0 &&
            (name.length == length ||
             (name.length > length + 4 && memcmp(name.data + length, "_of_", 4) == 0)))
            return i;
    }
    return SHOWN;
}

static bool is_group_key(struct view name)
{
    return name.length > 3 && memcmp(name.data, "by.", 3) == 0;
}

struct stat_table {
    const struct rows *rows;
    uint32_t columns[PAGE_COLUMNS];
    size_t keys; /* the first ones */
    size_t count;
};

static void add_column(struct stat_table *table, uint32_t column, bool is_key)
{
    if (table->count + 2 >= PAGE_COLUMNS)
        return;
    table->columns[table->count++] = column;
    table->keys += is_key;
}

static void find_columns(struct stat_table *table, struct slice groups)
{
    size_t all = table->rows->columns.count;
    uint32_t *order = mem_zeroed(all, sizeof *order);
    bool *used = mem_zeroed(all, sizeof *used);

    for (size_t i = 0; i < groups.count; i++)
        for (size_t j = 0; j < groups.rows[i].count; j++)
            used[groups.rows[i].cells[j].column] = true;
    sort_columns(table->rows, order);
    for (size_t i = 0; i < all; i++)
        if (used[order[i]] && is_group_key(rows_column_name(table->rows, order[i])))
            add_column(table, order[i], true);
    for (size_t place = 0; place < SHOWN; place++)
        for (size_t i = 0; i < all; i++)
            if (used[order[i]] &&
                find_place(rows_column_name(table->rows, order[i])) == place)
                add_column(table, order[i], false);
    free(order);
    free(used);
}

static void write_group(struct page *page, const struct stat_table *table,
                        const struct row *row)
{
    if (!page_row(page, WEIGHT_UNCHANGED))
        return;
    if (table->keys == 0)
        page_cell(page, STYLE_TEXT, view_from("all"), NULL);
    for (size_t i = 0; i < table->count; i++) {
        const struct cell *cell = rows_cell(row, table->columns[i]);

        if (i >= table->keys)
            page_number(page, cell, 4);
        else
            page_cell(page, STYLE_TEXT,
                      cell == NULL || cell->type == CELL_NULL ? view_from("\xe2\x80\x93")
                                                              : cell->text,
                      NULL);
    }
    page_cell(page, STYLE_TEXT, rows_text(row, COLUMN_UNIT), NULL);
    page_row_end(page);
}

static void stat_headline(struct page *page, const struct labels *labels,
                          struct slice groups)
{
    static const char *const names[] = {"n", "missing"};
    double sums[2] = {0, 0};
    struct buf text;

    for (size_t i = 0; i < groups.count; i++)
        for (size_t j = 0; j < 2; j++) {
            const struct cell *cell = rows_named(labels->rows, &groups.rows[i], names[j]);

            if (cell != NULL && cell->type == CELL_NUMBER)
                sums[j] += cell->number;
        }
    buf_init(&text);
    buf_append_text(&text, "Statistics of ");
    quantity_append_counted(&text, groups.count, "group");
    buf_append_text(&text, ": values ");
    quantity_append_number(&text, sums[0], 15);
    buf_append_text(&text, ", missing ");
    quantity_append_number(&text, sums[1], 15);
    buf_append_byte(&text, '.');
    page_headline(page, buf_view(&text));
    buf_release(&text);
}

void section_stat(struct page *page, const struct labels *labels)
{
    struct slice groups = groups_of_kind(labels->rows, ROW_STAT);
    struct stat_table table = {.rows = labels->rows};

    if (groups.count == 0)
        return;
    stat_headline(page, labels, groups);
    find_columns(&table, groups);
    page_section(page, 2, view_from("Statistics"), false);
    page_table(page, view_from("Statistics of each group, in its unit"));
    if (table.keys == 0)
        page_table_column(page, view_from("Group"), false);
    for (size_t i = 0; i < table.count; i++) {
        struct view name = rows_column_name(labels->rows, table.columns[i]);
        size_t prefix = i < table.keys ? 3 : 0;

        page_table_column(page, (struct view){name.data + prefix, name.length - prefix},
                          i >= table.keys);
    }
    page_table_column(page, view_from("Unit"), false);
    for (size_t i = 0; i < groups.count; i++)
        write_group(page, &table, &groups.rows[i]);
    page_table_end(page);
    page_section_end(page);
}
