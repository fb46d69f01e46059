#include <config.h>

#include "section-other.h"

#include "cell.h"
#include "sort.h"
#include "groups.h"

#include "present/quantity.h"

#include <stdlib.h>

/* --- statistics --- */

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
        if (used[order[i]] && is_group_key(column_name(table->rows, order[i])))
            add_column(table, order[i], true);
    for (size_t place = 0; place < SHOWN; place++)
        for (size_t i = 0; i < all; i++)
            if (used[order[i]] && find_place(column_name(table->rows, order[i])) == place)
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
        const struct cell *cell = row_cell(row, table->columns[i]);

        if (i >= table->keys)
            cell_number(page, cell, 4);
        else
            page_cell(page, STYLE_TEXT,
                      cell == NULL || cell->type == CELL_NULL ? view_from("\xe2\x80\x93")
                                                              : cell->text,
                      NULL);
    }
    page_cell(page, STYLE_TEXT, row_text(row, COLUMN_UNIT), NULL);
    page_row_end(page);
}

static void stat_headline(struct page *page, const struct subjects *subjects,
                          struct slice groups)
{
    static const char *const names[] = {"n", "missing"};
    double sums[2] = {0, 0};
    struct buf text;

    for (size_t i = 0; i < groups.count; i++)
        for (size_t j = 0; j < 2; j++) {
            const struct cell *cell = row_named(subjects->rows, &groups.rows[i], names[j]);

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

void stat_report(struct page *page, const struct subjects *subjects)
{
    struct slice groups = slice_of_kind(subjects->rows, ROW_STAT);
    struct stat_table table = {.rows = subjects->rows};

    if (groups.count == 0)
        return;
    stat_headline(page, subjects, groups);
    find_columns(&table, groups);
    page_part(page, 2, view_from("Statistics"), false);
    page_table(page, view_from("Statistics of each group, in its unit"));
    if (table.keys == 0)
        page_table_column(page, view_from("Group"), false);
    for (size_t i = 0; i < table.count; i++) {
        struct view name = column_name(subjects->rows, table.columns[i]);
        size_t prefix = i < table.keys ? 3 : 0;

        page_table_column(page, (struct view){name.data + prefix, name.length - prefix},
                          i >= table.keys);
    }
    page_table_column(page, view_from("Unit"), false);
    for (size_t i = 0; i < groups.count; i++)
        write_group(page, &table, &groups.rows[i]);
    page_table_end(page);
    page_part_end(page);
}

/* --- summaries --- */

/* Rows for the counts whose names begin with PREFIX, all, or those that are not 0. */
static void write_counts(struct page *page, const struct rows *rows, const struct row *row,
                         const char *prefix, bool all)
{
    size_t length = strlen(prefix);
    struct buf name;

    buf_init(&name);
    for (size_t i = 0; i < row->count; i++) {
        const struct cell *cell = &row->cells[i];
        struct view own = column_name(rows, cell->column);

        if (own.length <= length || memcmp(own.data, prefix, length) != 0 ||
            cell->type != CELL_NUMBER || (!all && !(cell->number > 0)) ||
            !page_row(page, WEIGHT_UNCHANGED))
            continue;
        buf_clear(&name);
        buf_append(&name, prefix, length - 1);
        buf_append_text(&name, ": ");
        buf_append(&name, own.data + length, own.length - length);
        page_cell(page, STYLE_TEXT, buf_view(&name), NULL);
        cell_number(page, cell, 15);
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
        const struct cell *cell = row_named(rows, row, names[i]);

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

void summary_report(struct page *page, const struct subjects *subjects)
{
    struct slice summaries = slice_of_kind(subjects->rows, ROW_SUMMARY);

    page_part(page, 2, view_from("What became of the records"), false);
    for (size_t i = 0; i < summaries.count && i < 100; i++)
        write_summary(page, subjects->rows, &summaries.rows[i]);
    page_part_end(page);
}

/* Results have been called "pass" and "fail", too. */
static const char *gate_words(struct view result)
{
    if (view_is(result, "passed") || view_is(result, "pass"))
        return "The gate passed";
    return view_is(result, "undecided") ? "The gate is undecided" : "The gate failed";
}

void gate_headline(struct page *page, const struct subjects *subjects)
{
    struct slice summaries = slice_of_kind(subjects->rows, ROW_SUMMARY);

    for (size_t i = 0; i < summaries.count; i++) {
        const struct cell *result =
            row_named(subjects->rows, &summaries.rows[i], "gate.result");
        const struct cell *failed =
            row_named(subjects->rows, &summaries.rows[i], "gate.failed");
        const struct cell *accepted =
            row_named(subjects->rows, &summaries.rows[i], "gate.acknowledged");
        struct buf text;

        if (result == NULL || result->type != CELL_TEXT)
            continue;
        buf_init(&text);
        buf_append_text(&text, gate_words(result->text));
        if (failed != NULL && failed->type == CELL_NUMBER) {
            buf_append_text(&text, ": ");
            quantity_append_number(&text, failed->number, 15);
            buf_append_text(&text, " failed");
        }
        if (accepted != NULL && accepted->type == CELL_NUMBER && accepted->number > 0) {
            buf_append_text(&text, ", ");
            quantity_append_number(&text, accepted->number, 15);
            buf_append_text(&text, " accepted");
        }
        buf_append_byte(&text, '.');
        page_headline(page, buf_view(&text));
        buf_release(&text);
    }
}

/* --- names --- */

/* A table of the different texts of COLUMN beside their short forms. */
static void write_names(struct page *page, const struct subjects *subjects,
                        enum column column, size_t prefix, const char *heading)
{
    struct map seen;

    map_init(&seen);
    page_table(page, view_from(heading));
    page_table_column(page, view_from("Name here"), false);
    page_table_column(page, view_from("Name in the records"), false);
    for (size_t i = 0; i < subjects->rows->count; i++) {
        struct view name = row_text(&subjects->rows->list[i], column);
        bool added = false;

        if (name.length > prefix)
            map_put(&seen, name.data, name.length, &added);
        if (!added || !page_row(page, WEIGHT_UNCHANGED))
            continue;
        page_cell(page, STYLE_TEXT, (struct view){name.data + prefix, name.length - prefix},
                  NULL);
        page_cell(page, STYLE_TEXT, name, NULL);
        page_row_end(page);
    }
    page_table_end(page);
    map_release(&seen);
}

void names_report(struct page *page, const struct subjects *subjects)
{
    page_part(page, 2, view_from("Names"), false);
    if (subjects->protocol_names.shared > 0)
        write_names(page, subjects, COLUMN_PROTOCOL, subjects->protocol_names.shared,
                    "Protocols");
    if (subjects->environment_names.shared > 0)
        write_names(page, subjects, COLUMN_ENVIRONMENT, subjects->environment_names.shared,
                    "Environments");
    page_part_end(page);
}
