#include <config.h>

#include "section-cases.h"

#include "chart-heat.h"
#include "chart-latency.h"
#include "leader.h"

#include "present/quantity.h"
#include "stats/quantile.h"

#include <stdlib.h>

enum { TABLE_LABELS = 12 };

struct case_table {
    const struct labels *labels;
    struct axes axes;
    struct quantity_unit unit;
    size_t series[TABLE_LABELS];
    size_t series_count;
    bool is_all; /* the kernel has no more implementations */
};

static void find_table_labels(struct case_table *table, struct slice kernel)
{
    size_t all = labels_count(table->labels);
    bool *present = mem_zeroed(all + 1, sizeof *present);
    size_t count = leader_count_labels(table->labels, kernel, present);

    for (size_t i = 0; i < all && table->series_count < TABLE_LABELS; i++)
        if (present[i])
            table->series[table->series_count++] = i;
    table->is_all = count == table->series_count;
    free(present);
}

/* One unit for all values of a metric: that of the median. */
static void choose_unit(struct case_table *table, struct slice kernel,
                        const struct row *sample)
{
    double *values = mem_zeroed(kernel.count + 1, sizeof *values);
    size_t count = 0;

    for (size_t i = 0; i < kernel.count; i++)
        if (groups_same_metric(&kernel.rows[i], sample) &&
            rows_number(&kernel.rows[i], COLUMN_VALUE, &values[count]))
            count++;
    table->unit = quantity_unit_of(rows_text(sample, COLUMN_UNIT),
                                   count == 0 ? 1 : quantile_median(values, count));
    free(values);
}

static void write_value(struct page *page, const struct case_table *table,
                        struct slice slice, struct view label, const struct leader *leader)
{
    const struct row *row = NULL;
    double value = 0;
    double rank;
    struct buf text;

    for (size_t i = 0; i < slice.count && row == NULL; i++)
        if (view_equal(rows_label(&slice.rows[i]), label) &&
            rows_number(&slice.rows[i], COLUMN_RANK, &rank) &&
            rows_number(&slice.rows[i], COLUMN_VALUE, &value))
            row = &slice.rows[i];
    if (row == NULL) {
        page_unknown(page);
        return;
    }
    buf_init(&text);
    quantity_append_value(&text, value, &table->unit);
    page_cell(page, row == leader->first ? STYLE_BEST : STYLE_NUMBER, buf_view(&text),
              &value);
    buf_release(&text);
}

static void write_lead(struct page *page, const struct leader *leader)
{
    struct buf text;

    buf_init(&text);
    if (leader->first == NULL) {
        buf_append_text(&text, "excluded");
    } else if (leader->next == NULL) {
        buf_append_text(&text, "no competitor");
    } else {
        quantity_append_ratio(&text, leader->ratio);
        buf_append_text(&text, leader->is_unclear      ? " unclear"
                               : leader->has_no_spread ? " no spread"
                                                       : "");
    }
    page_cell(page, STYLE_NUMBER, buf_view(&text),
              leader->next != NULL ? &leader->ratio : NULL);
    buf_release(&text);
}

/* The codes for which runs of the case are excluded, each once. */
static void write_excluded(struct page *page, struct slice slice)
{
    struct buf text;

    buf_init(&text);
    for (size_t i = 0; i < slice.count; i++) {
        struct view label = rows_label(&slice.rows[i]);
        struct view reasons = rows_text(&slice.rows[i], COLUMN_REASONS);

        if (reasons.length == 0 || text.length > 400)
            continue;
        if (text.length > 0)
            buf_append_text(&text, ", ");
        buf_append(&text, label.data, label.length);
        buf_append_text(&text, ": ");
        buf_append(&text, reasons.data, reasons.length);
    }
    page_cell(page, STYLE_TEXT, buf_view(&text), NULL);
    buf_release(&text);
}

static void write_case(struct page *page, const struct case_table *table,
                       struct slice slice, bool has_excluded)
{
    struct leader leader = leader_find(slice);
    struct buf text;

    if (!page_row(page, leader.excluded > 0 ? WEIGHT_FAILED : WEIGHT_UNCHANGED))
        return;
    buf_init(&text);
    groups_write_axes(table->labels, table->axes.varying, table->axes.varying_count,
                      slice.rows, &text);
    page_cell(page, STYLE_TEXT, text.length > 0 ? buf_view(&text) : view_from("all"), NULL);
    buf_clear(&text);
    labels_write_gpu(table->labels, slice.rows, &text);
    page_cell(page, STYLE_TEXT, buf_view(&text), NULL);
    page_cell(page, STYLE_TEXT, labels_protocol(table->labels, slice.rows), NULL);
    for (size_t i = 0; i < table->series_count; i++)
        write_value(page, table, slice, table->labels->implementations[table->series[i]],
                    &leader);
    if (!table->is_all)
        page_cell(page, STYLE_TEXT,
                  leader.first == NULL ? view_from("\xe2\x80\x93")
                                       : rows_label(leader.first),
                  NULL);
    write_lead(page, &leader);
    if (has_excluded)
        write_excluded(page, slice);
    page_row_end(page);
    buf_release(&text);
}

static void begin_case_table(struct page *page, const struct case_table *table,
                             const struct row *row, bool has_excluded)
{
    struct buf text;

    buf_init(&text);
    labels_write_metric_in(row, table->unit.name, &text);
    buf_append_text(&text, "; the first of each case is emphasized");
    if (table->axes.fixed_count > 0) {
        buf_append_text(&text, "; all cases: ");
        groups_write_axes(table->labels, table->axes.fixed, table->axes.fixed_count, row,
                          &text);
    }
    page_table(page, buf_view(&text));
    page_table_column(page, view_from("Case"), false);
    page_table_column(page, view_from("GPU"), false);
    page_table_column(page, view_from("Protocol"), false);
    for (size_t i = 0; i < table->series_count; i++)
        page_table_column(page, table->labels->implementations[table->series[i]], true);
    if (!table->is_all)
        page_table_column(page, view_from("First"), false);
    page_table_column(page, view_from("Lead"), true);
    if (has_excluded)
        page_table_column(page, view_from("Excluded"), false);
    buf_release(&text);
}

/* The table of one metric. */
static void write_case_table(struct page *page, const struct labels *labels,
                             struct slice kernel, const struct row *sample)
{
    struct case_table table = {.labels = labels};
    bool has_excluded = false;
    struct slice slice;

    for (size_t i = 0; i < kernel.count; i++)
        has_excluded =
            has_excluded || rows_text(&kernel.rows[i], COLUMN_REASONS).length > 0;
    groups_find_axes(&table.axes, labels, kernel);
    find_table_labels(&table, kernel);
    choose_unit(&table, kernel, sample);
    begin_case_table(page, &table, sample, has_excluded);
    while (groups_next(&kernel, GROUPS_CASE, &slice))
        if (groups_same_metric(slice.rows, sample))
            write_case(page, &table, slice, has_excluded);
    page_table_end(page);
}

/* The sweeps of each panel. */
static void write_sweeps(struct page *page, const struct labels *labels,
                         struct slice kernel, struct svg *svg)
{
    struct sweeps sweeps;
    struct slice panel;

    chart_latency_init(&sweeps);
    while (groups_next(&kernel, GROUPS_PANEL, &panel)) {
        chart_latency_find(&sweeps, labels, panel);
        for (size_t i = 0; i < sweeps.count; i++) {
            if (sweeps.list[i].count < 2 || !page_wants_picture(page))
                continue;
            chart_latency_draw(&sweeps.list[i], labels, svg);
            page_picture(page, svg);
        }
    }
    chart_latency_release(&sweeps);
}

static void write_pictures(struct page *page, const struct labels *labels,
                           struct slice kernel)
{
    bool is_matrix = groups_count(kernel, GROUPS_CASE) > 1;
    struct slice rest = kernel;
    struct slice panels;
    struct svg svg;

    svg_init(&svg);
    while (is_matrix && chart_heat_next(labels, &rest, &panels)) {
        if (!page_wants_picture(page))
            continue;
        chart_heat_cases(labels, panels, &svg);
        page_picture(page, &svg);
    }
    write_sweeps(page, labels, kernel, &svg);
    svg_release(&svg);
}

void section_cases(struct page *page, const struct labels *labels, struct slice kernel)
{
    size_t count;
    const struct row **samples = groups_metrics(kernel, &count);

    page_section(page, 3, labels_kernel(labels, kernel.rows), true);
    write_pictures(page, labels, kernel);
    for (size_t i = 0; i < count; i++)
        write_case_table(page, labels, kernel, samples[i]);
    free(samples);
    page_section_end(page);
}
