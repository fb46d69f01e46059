#include <config.h>

#include "section-history.h"

#include "chart-record.h"

#include "present/quantity.h"
#include "stats/quantile.h"

#include <stdlib.h>

/* Pictures of a page, those of the longest histories. */
enum { RECORDS_PICTURES = 12 };

/* The unit for those of a metric. */
static struct quantity_unit find_unit(struct slice records, const struct row *sample)
{
    double *values = mem_zeroed(records.count + 1, sizeof *values);
    size_t count = 0;
    struct quantity_unit unit;

    for (size_t i = 0; i < records.count; i++)
        if (groups_same_metric(&records.rows[i], sample) &&
            rows_number(&records.rows[i], COLUMN_VALUE, &values[count]))
            count++;
    unit = quantity_unit_of(rows_text(sample, COLUMN_UNIT),
                            count == 0 ? 1 : quantile_median(values, count));
    free(values);
    return unit;
}

static void write_record(struct page *page, const struct labels *labels,
                         const struct row *row, const struct quantity_unit *unit)
{
    bool is_current = rows_is_true(row, COLUMN_IS_CURRENT);
    double number;
    struct buf text;

    if (!page_row(page, is_current ? WEIGHT_CHANGED : WEIGHT_UNCHANGED))
        return;
    buf_init(&text);
    page_cell(page, STYLE_TEXT, labels_kernel(labels, row), NULL);
    page_cell(page, STYLE_TEXT, row->axes, NULL);
    labels_write_gpu(labels, row, &text);
    page_cell(page, STYLE_TEXT, buf_view(&text), NULL);
    page_cell(page, STYLE_TEXT, labels_protocol(labels, row), NULL);
    page_cell(page, STYLE_TEXT, rows_text(row, COLUMN_AT), NULL);
    page_cell(page, STYLE_TEXT, rows_label(row), NULL);
    buf_clear(&text);
    if (rows_number(row, COLUMN_VALUE, &number))
        quantity_append_value(&text, number, unit);
    page_cell(page, is_current ? STYLE_BEST : STYLE_NUMBER,
              text.length > 0 ? buf_view(&text) : view_from("\xe2\x80\x93"),
              text.length > 0 ? &number : NULL);
    if (rows_number(row, COLUMN_IMPROVEMENT_PCT, &number))
        page_percent(page, row, COLUMN_IMPROVEMENT_PCT);
    else
        page_cell(page, STYLE_NUMBER, view_from("first"), NULL);
    page_cell(page, STYLE_TEXT, view_from(is_current ? "current" : ""), NULL);
    page_row_end(page);
    buf_release(&text);
}

/* The records of one metric. */
static void write_table(struct page *page, const struct labels *labels,
                        struct slice records, const struct row *sample)
{
    static const char *const headings[] = {"Kernel",   "Case", "GPU",
                                           "Protocol", "At",   "Implementation"};
    struct quantity_unit unit = find_unit(records, sample);
    struct buf text;

    buf_init(&text);
    labels_write_metric_in(sample, unit.name, &text);
    buf_append_text(&text, "; all records, the current ones are emphasized");
    page_table(page, buf_view(&text));
    for (size_t i = 0; i < sizeof headings / sizeof *headings; i++)
        page_table_column(page, view_from(headings[i]), false);
    page_table_column(page, view_from("Value"), true);
    page_table_column(page, view_from("Better by"), true);
    page_table_column(page, view_from("Now"), false);
    for (size_t i = 0; i < records.count; i++)
        if (groups_same_metric(&records.rows[i], sample))
            write_record(page, labels, &records.rows[i], &unit);
    page_table_end(page);
    buf_release(&text);
}

/* The longest histories first, of equal ones the first. */
static void write_pictures(struct page *page, const struct labels *labels,
                           struct slice records)
{
    struct slice longest[RECORDS_PICTURES];
    size_t count = 0;
    struct slice slice;
    struct svg svg;

    while (groups_next(&records, GROUPS_CASE, &slice)) {
        size_t at = count < RECORDS_PICTURES ? count++ : RECORDS_PICTURES;

        while (at > 0 && slice.count > longest[at - 1].count) {
            if (at < RECORDS_PICTURES)
                longest[at] = longest[at - 1];
            at--;
        }
        if (at < RECORDS_PICTURES)
            longest[at] = slice;
    }
    svg_init(&svg);
    for (size_t i = 0; i < count; i++) {
        if (longest[i].count < 2 || !page_wants_picture(page))
            continue;
        chart_record_draw(labels, longest[i], &svg);
        page_picture(page, &svg);
    }
    svg_release(&svg);
}

void section_history(struct page *page, const struct labels *labels)
{
    struct slice records = groups_of_kind(labels->rows, ROW_RECORD);
    size_t cases = groups_count(records, GROUPS_CASE);
    const struct row **samples;
    size_t count;
    struct buf text;

    if (records.count == 0)
        return;
    buf_init(&text);
    quantity_append_counted(&text, records.count, "record");
    buf_append_text(&text, " in ");
    quantity_append_counted(&text, cases, "case");
    buf_append_text(&text, "; ");
    quantity_append_count(&text, records.count - cases);
    buf_append_text(&text, " broke an earlier one.");
    page_headline(page, buf_view(&text));
    buf_release(&text);
    page_section(page, 2, view_from("Records"), false);
    write_pictures(page, labels, records);
    samples = groups_metrics(records, &count);
    for (size_t i = 0; i < count; i++)
        write_table(page, labels, records, samples[i]);
    free(samples);
    page_section_end(page);
}
