#include <config.h>

#include "section-cases.h"

#include "cell.h"
#include "heat-distance.h"
#include "chart-latency.h"
#include "leader.h"

#include "present/quantity.h"
#include "stats/quantile.h"

#include <stdlib.h>

enum { TABLE_LABELS = 12 };

struct case_table {
    const struct subjects *subjects;
    struct axes axes;
    struct quantity_unit unit;
    size_t labels[TABLE_LABELS];
    size_t label_count;
    bool is_all; /* the kernel has no more implementations */
};

static void find_table_labels(struct case_table *table, struct slice kernel)
{
    size_t all = subject_label_count(table->subjects);
    bool *present = mem_zeroed(all + 1, sizeof *present);
    size_t count = lead_labels(table->subjects, kernel, present);

    for (size_t i = 0; i < all && table->label_count < TABLE_LABELS; i++)
        if (present[i])
            table->labels[table->label_count++] = i;
    table->is_all = count == table->label_count;
    free(present);
}

/* One unit for all values of a metric: that of the median. */
static void choose_unit(struct case_table *table, struct slice kernel,
                        const struct row *sample)
{
    double *values = mem_zeroed(kernel.count + 1, sizeof *values);
    size_t count = 0;

    for (size_t i = 0; i < kernel.count; i++)
        if (row_same_metric(&kernel.rows[i], sample) &&
            row_number(&kernel.rows[i], COLUMN_VALUE, &values[count]))
            count++;
    table->unit = quantity_unit_of(row_text(sample, COLUMN_UNIT),
                                   count == 0 ? 1 : quantile_median(values, count));
    free(values);
}

static void write_value(struct page *page, const struct case_table *table,
                        struct slice slice, struct view label, const struct lead *lead)
{
    const struct row *row = NULL;
    double value = 0;
    double rank;
    struct buf text;

    for (size_t i = 0; i < slice.count && row == NULL; i++)
        if (view_equal(row_label(&slice.rows[i]), label) &&
            row_number(&slice.rows[i], COLUMN_RANK, &rank) &&
            row_number(&slice.rows[i], COLUMN_VALUE, &value))
            row = &slice.rows[i];
    if (row == NULL) {
        cell_unknown(page);
        return;
    }
    buf_init(&text);
    quantity_append_value(&text, value, &table->unit);
    page_cell(page, row == lead->first ? STYLE_BEST : STYLE_NUMBER, buf_view(&text),
              &value);
    buf_release(&text);
}

static void cell_lead(struct page *page, const struct lead *lead)
{
    struct buf text;

    buf_init(&text);
    if (lead->first == NULL) {
        buf_append_text(&text, "excluded");
    } else if (lead->next == NULL) {
        buf_append_text(&text, "no competitor");
    } else {
        quantity_append_ratio(&text, lead->ratio);
        buf_append_text(&text, lead->is_unclear ? " unclear"
                               : lead->is_bare  ? " no spread"
                                                : "");
    }
    page_cell(page, STYLE_NUMBER, buf_view(&text),
              lead->next != NULL ? &lead->ratio : NULL);
    buf_release(&text);
}

/* The codes for which runs of the case are excluded, each once. */
static void cell_excluded(struct page *page, struct slice slice)
{
    struct buf text;

    buf_init(&text);
    for (size_t i = 0; i < slice.count; i++) {
        struct view label = row_label(&slice.rows[i]);
        struct view reasons = row_text(&slice.rows[i], COLUMN_REASONS);

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
    struct lead lead = lead_find(slice);
    struct buf text;

    if (!page_row(page, lead.excluded > 0 ? WEIGHT_FAILED : WEIGHT_UNCHANGED))
        return;
    buf_init(&text);
    axes_write(table->subjects, table->axes.varying, table->axes.varying_count, slice.rows,
               &text);
    page_cell(page, STYLE_TEXT, text.length > 0 ? buf_view(&text) : view_from("all"), NULL);
    buf_clear(&text);
    subject_write_gpu(table->subjects, slice.rows, &text);
    page_cell(page, STYLE_TEXT, buf_view(&text), NULL);
    page_cell(page, STYLE_TEXT, subject_protocol(table->subjects, slice.rows), NULL);
    for (size_t i = 0; i < table->label_count; i++)
        write_value(page, table, slice, table->subjects->sorted_labels[table->labels[i]],
                    &lead);
    if (!table->is_all)
        page_cell(page, STYLE_TEXT,
                  lead.first == NULL ? view_from("\xe2\x80\x93") : row_label(lead.first),
                  NULL);
    cell_lead(page, &lead);
    if (has_excluded)
        cell_excluded(page, slice);
    page_row_end(page);
    buf_release(&text);
}

static void begin_case_table(struct page *page, const struct case_table *table,
                             const struct row *row, bool has_excluded)
{
    struct buf text;

    buf_init(&text);
    subject_write_metric_in(row, table->unit.name, &text);
    buf_append_text(&text, "; the first of each case stands out");
    if (table->axes.fixed_count > 0) {
        buf_append_text(&text, "; all cases: ");
        axes_write(table->subjects, table->axes.fixed, table->axes.fixed_count, row, &text);
    }
    page_table(page, buf_view(&text));
    page_table_column(page, view_from("Case"), false);
    page_table_column(page, view_from("GPU"), false);
    page_table_column(page, view_from("Protocol"), false);
    for (size_t i = 0; i < table->label_count; i++)
        page_table_column(page, table->subjects->sorted_labels[table->labels[i]], true);
    if (!table->is_all)
        page_table_column(page, view_from("First"), false);
    page_table_column(page, view_from("Lead"), true);
    if (has_excluded)
        page_table_column(page, view_from("Excluded"), false);
    buf_release(&text);
}

/* The table of one metric. */
static void write_case_table(struct page *page, const struct subjects *subjects,
                             struct slice kernel, const struct row *sample)
{
    struct case_table table = {.subjects = subjects};
    bool has_excluded = false;
    struct slice slice;

    for (size_t i = 0; i < kernel.count; i++)
        has_excluded = has_excluded || row_text(&kernel.rows[i], COLUMN_REASONS).length > 0;
    axes_find(&table.axes, subjects, kernel);
    find_table_labels(&table, kernel);
    choose_unit(&table, kernel, sample);
    begin_case_table(page, &table, sample, has_excluded);
    while (slice_next(&kernel, SLICE_CASE, &slice))
        if (row_same_metric(slice.rows, sample))
            write_case(page, &table, slice, has_excluded);
    page_table_end(page);
}

/* The sweeps of each panel. */
static void write_sweeps(struct page *page, const struct subjects *subjects,
                         struct slice kernel, struct svg *svg)
{
    struct sweeps sweeps;
    struct slice panel;

    sweeps_init(&sweeps);
    while (slice_next(&kernel, SLICE_PANEL, &panel)) {
        sweeps_find(&sweeps, subjects, panel);
        for (size_t i = 0; i < sweeps.count; i++) {
            if (sweeps.list[i].count < 2 || !page_wants_picture(page))
                continue;
            latency_draw(&sweeps.list[i], subjects, svg);
            page_picture(page, svg);
        }
    }
    sweeps_release(&sweeps);
}

static void write_pictures(struct page *page, const struct subjects *subjects,
                           struct slice kernel)
{
    bool is_matrix = slice_count(kernel, SLICE_CASE) > 1;
    struct slice rest = kernel;
    struct slice panels;
    struct svg svg;

    svg_init(&svg);
    while (is_matrix && distance_next(subjects, &rest, &panels)) {
        if (!page_wants_picture(page))
            continue;
        distance_draw_cases(subjects, panels, &svg);
        page_picture(page, &svg);
    }
    write_sweeps(page, subjects, kernel, &svg);
    svg_release(&svg);
}

void cases_report(struct page *page, const struct subjects *subjects, struct slice kernel)
{
    size_t count;
    const struct row **samples = metrics_find(kernel, &count);

    page_part(page, 3, subject_kernel(subjects, kernel.rows), true);
    write_pictures(page, subjects, kernel);
    for (size_t i = 0; i < count; i++)
        write_case_table(page, subjects, kernel, samples[i]);
    free(samples);
    page_part_end(page);
}
