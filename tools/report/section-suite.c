#include <config.h>

#include "section-suite.h"

#include "chart.h"

#include "present/quantity.h"

/* The values of the group, and the implementation. */
static void write_suite_name(const struct rows *rows, const struct row *row,
                             struct buf *out)
{
    struct view label = rows_label(row);

    buf_append(out, label.data, label.length);
    for (size_t i = 0; i < row->count; i++) {
        struct view name = rows_column_name(rows, row->cells[i].column);

        if (name.length <= 3 || memcmp(name.data, "by.", 3) != 0)
            continue;
        buf_append_text(out, out->length > 0 ? ", " : "");
        buf_append(out, row->cells[i].text.data, row->cells[i].text.length);
    }
    if (out->length == 0)
        buf_append_text(out, "all");
}

/* A number of a suite; false: it is not known. */
static bool suite_number(const struct labels *labels, const struct row *row,
                         const char *name, double *number)
{
    const struct cell *cell = rows_named(labels->rows, row, name);

    if (cell == NULL || cell->type != CELL_NUMBER)
        return false;
    *number = cell->number;
    return true;
}

/* " (30 of 714 cases)": those in common. */
static void write_cases(const struct labels *labels, const struct row *row, struct buf *out)
{
    double all;
    double common;

    if (!suite_number(labels, row, "n", &all) ||
        !suite_number(labels, row, "common_n", &common))
        return;
    buf_append_text(out, " (");
    quantity_append_number(out, common, 15);
    buf_append_text(out, " of ");
    quantity_append_number(out, all, 15);
    buf_append_text(out, " cases)");
}

/* The base of all suites; of no length where there are several, or none is known. */
static struct view find_base(const struct labels *labels, struct slice suites)
{
    struct view base = {"", 0};

    for (size_t i = 0; i < suites.count; i++) {
        const struct cell *cell = rows_named(labels->rows, &suites.rows[i], "base");

        if (cell == NULL || (i > 0 && !view_equal(base, cell->text)))
            return (struct view){"", 0};
        base = cell->text;
    }
    return base;
}

void section_suite_draw(const struct labels *labels, struct slice suites, struct svg *svg)
{
    struct chart_row rows[CHART_ROWS];
    struct buf names[CHART_ROWS];
    size_t count = suites.count < CHART_ROWS ? suites.count : CHART_ROWS;
    struct view base = find_base(labels, suites);
    struct buf lines;

    buf_init(&lines);
    buf_append_text(&lines, "Geometric mean of speed-ups over ");
    if (base.length > 0)
        buf_append(&lines, base.data, base.length);
    else
        buf_append_text(&lines, "several bases");
    buf_append_text(&lines, " in the cases in common, above 1 is better\nAll GPUs and "
                            "protocols of the group\n");
    quantity_append_counted(&lines, suites.count, "suite");
    buf_append_text(&lines, ", ");
    quantity_append_count(&lines, suites.count - count);
    buf_append_text(&lines, " not drawn; a dashed box: no case in common");
    for (size_t i = 0; i < count; i++) {
        const struct row *row = &suites.rows[i];
        const struct cell *mean = rows_named(labels->rows, row, "geomean_common");

        buf_init(&names[i]);
        write_suite_name(labels->rows, row, &names[i]);
        write_cases(labels, row, &names[i]);
        rows[i] = (struct chart_row){
            .name = buf_view(&names[i]),
            .series = labels_series(labels, rows_label(row)),
            .value = mean != NULL && mean->type == CELL_NUMBER ? mean->number : 0};
    }
    chart_dots(svg, CHART_BARS, view_from("Speed-ups of suites"), buf_view(&lines), rows,
               count);
    for (size_t i = 0; i < count; i++)
        buf_release(&names[i]);
    buf_release(&lines);
}

static void write_suite(struct page *page, const struct labels *labels,
                        const struct row *row)
{
    const struct cell *base = rows_named(labels->rows, row, "base");
    double all;
    double common;
    struct buf name;

    if (!page_row(page, WEIGHT_CHANGED))
        return;
    buf_init(&name);
    write_suite_name(labels->rows, row, &name);
    page_cell(page, STYLE_TEXT, buf_view(&name), NULL);
    page_cell(page, STYLE_TEXT, base == NULL ? view_from("") : base->text, NULL);
    page_number(page, rows_named(labels->rows, row, "score"), 4);
    page_number(page, rows_named(labels->rows, row, "n"), 15);
    page_number(page, rows_named(labels->rows, row, "geomean_common"), 4);
    page_number(page, rows_named(labels->rows, row, "common_n"), 15);
    if (suite_number(labels, row, "n", &all) &&
        suite_number(labels, row, "common_n", &common) && all >= common)
        page_count(page, all - common);
    else
        page_unknown(page);
    page_row_end(page);
    buf_release(&name);
}

/* How many have a score. */
static void write_headline(struct page *page, const struct labels *labels,
                           struct slice suites)
{
    struct view base = find_base(labels, suites);
    size_t scores = 0;
    double number;
    struct buf text;

    for (size_t i = 0; i < suites.count; i++)
        scores += suite_number(labels, &suites.rows[i], "score", &number);
    buf_init(&text);
    quantity_append_counted(&text, suites.count, "suite");
    if (base.length > 0) {
        buf_append_text(&text, " against ");
        buf_append(&text, base.data, base.length);
    }
    buf_append_text(&text, ": ");
    quantity_append_count(&text, scores);
    buf_append_text(&text, " with a score, ");
    quantity_append_count(&text, suites.count - scores);
    buf_append_text(&text, " without, as cases are missing, failed or incomparable.");
    page_headline(page, buf_view(&text));
    buf_release(&text);
}

void section_suite(struct page *page, const struct labels *labels)
{
    struct slice suites = groups_of_kind(labels->rows, ROW_SUITE);
    struct svg svg;

    if (suites.count == 0)
        return;
    write_headline(page, labels, suites);
    page_section(page, 2, view_from("Suites"), false);
    if (page_wants_picture(page)) {
        svg_init(&svg);
        section_suite_draw(labels, suites, &svg);
        page_picture(page, &svg);
        svg_release(&svg);
    }
    page_table(page,
               view_from("Geometric means of speed-ups, above 1 is better. There is no "
                         "score where a case is missing, failed or incomparable; the "
                         "mean of the cases in common is next to it."));
    page_table_column(page, view_from("Suite"), false);
    page_table_column(page, view_from("Base"), false);
    page_table_column(page, view_from("Score"), true);
    page_table_column(page, view_from("Cases"), true);
    page_table_column(page, view_from("Mean in common"), true);
    page_table_column(page, view_from("Cases in common"), true);
    page_table_column(page, view_from("Not in common"), true);
    for (size_t i = 0; i < suites.count; i++)
        write_suite(page, labels, &suites.rows[i]);
    page_table_end(page);
    page_section_end(page);
}
