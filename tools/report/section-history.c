#include <config.h>

#include "section-history.h"

#include "cell.h"
#include "axis.h"

#include "present/quantity.h"
#include "record/instant.h"

#include "stats/quantile.h"

#include <stdlib.h>

enum { LEFT = 64, RIGHT = 20, PLOT_HEIGHT = 170, EVENTS_MAX = 512 };

/* --- the picture --- */

struct history {
    struct slice slice;
    struct quantity_unit unit;
    struct scale x;
    struct scale y;
    bool has_times;
};

/* Seconds of an event; its number where no time is known. */
static double event_place(const struct history *history, size_t i)
{
    struct instant instant;
    double seconds;
    double digit = 0.1;

    if (!history->has_times ||
        !instant_read(row_text(&history->slice.rows[i], COLUMN_AT), &instant))
        return (double)i;
    seconds = (double)instant.seconds;
    for (size_t j = 0; j < instant.fraction.length; j++, digit /= 10)
        seconds += digit * (instant.fraction.data[j] - '0');
    return seconds;
}

static void make_scales(struct history *history, double top, double bottom)
{
    size_t last = history->slice.count - 1;
    double low = 0;
    double high = 0;
    double value;

    for (size_t i = 0; i <= last; i++) {
        if (!row_number(&history->slice.rows[i], COLUMN_VALUE, &value))
            continue;
        low = i == 0 || value < low ? value : low;
        high = i == 0 || value > high ? value : high;
    }
    history->has_times = true;
    history->has_times = event_place(history, 0) < event_place(history, last);
    scale_init(&history->x, SCALE_LINEAR, event_place(history, 0),
               event_place(history, last), LEFT + 12, PICTURE_WIDTH - RIGHT - 40);
    scale_init(&history->y, SCALE_LINEAR, low > 0 ? 0 : low, high, bottom, top);
    scale_round(&history->y);
}

static void draw_axes(const struct history *history, struct svg *svg, double top,
                      double bottom)
{
    double ticks[SCALE_TICKS];
    size_t count = scale_ticks(&history->y, 6, ticks);
    struct view first = row_text(history->slice.rows, COLUMN_AT);
    struct view last = row_text(&history->slice.rows[history->slice.count - 1], COLUMN_AT);
    struct buf text;

    buf_init(&text);
    for (size_t i = 0; i < count; i++) {
        double y = scale_place(&history->y, ticks[i]);

        svg_line(svg, "grid", LEFT, y, PICTURE_WIDTH - RIGHT, y);
        buf_clear(&text);
        quantity_append_value(&text, ticks[i], &history->unit);
        svg_text(svg, "small", SVG_END, LEFT - 6, y + 4, LEFT - 8, buf_view(&text));
    }
    buf_release(&text);
    svg_line(svg, "axis", LEFT, top, LEFT, bottom);
    svg_line(svg, "axis", LEFT, bottom, PICTURE_WIDTH - RIGHT, bottom);
    svg_text(svg, "small", SVG_START, LEFT, bottom + 16, 180, first);
    if (history->slice.count > 1)
        svg_text(svg, "small", SVG_END, PICTURE_WIDTH - RIGHT, bottom + 16, 180, last);
}

static void draw_steps(const struct history *history, const struct subjects *subjects,
                       struct svg *svg)
{
    size_t count = history->slice.count;
    double value = 0;
    double x = 0;
    double y = 0;

    for (size_t i = 0; i < count; i++) {
        double from = x;
        double last = y;

        x = scale_place(&history->x, event_place(history, i));
        row_number(&history->slice.rows[i], COLUMN_VALUE, &value);
        y = scale_place(&history->y, value);
        if (i == 0)
            continue;
        svg_line(svg, "one", from, last, x, last);
        svg_line(svg, "one", x, last, x, y);
    }
    svg_line(svg, "one", x, y, PICTURE_WIDTH - RIGHT, y);
    for (size_t i = 0; i < count; i++) {
        struct view label = row_label(&history->slice.rows[i]);

        row_number(&history->slice.rows[i], COLUMN_VALUE, &value);
        svg_marker(svg, subject_series(subjects, label),
                   scale_place(&history->x, event_place(history, i)),
                   scale_place(&history->y, value), label);
    }
}

/* The implementations that hold the record in turn, each once. */
static size_t find_labels(struct slice slice, struct view labels[SVG_COLOURS])
{
    size_t count = 0;

    for (size_t i = 0; i < slice.count && count < SVG_COLOURS; i++) {
        bool is_new = true;

        for (size_t j = 0; j < count; j++)
            is_new = is_new && !view_equal(labels[j], row_label(&slice.rows[i]));
        if (is_new)
            labels[count++] = row_label(&slice.rows[i]);
    }
    return count;
}

void records_draw(const struct subjects *subjects, struct slice slice, struct svg *svg)
{
    size_t all = slice.count;
    struct history history = {.slice = slice};
    struct view labels[SVG_COLOURS];
    size_t label_count = find_labels(slice, labels);
    struct buf text;
    double value = 1;
    double top;

    if (history.slice.count > EVENTS_MAX) {
        /* The newest ones. */
        history.slice.rows += all - EVENTS_MAX;
        history.slice.count = EVENTS_MAX;
    }
    buf_init(&text);
    row_number(slice.rows, COLUMN_VALUE, &value);
    history.unit = quantity_unit_of(row_text(slice.rows, COLUMN_UNIT), value);
    picture_write_about(subjects, slice.rows, history.unit.name, &text);
    buf_append_byte(&text, '\n');
    buf_append(&text, slice.rows->axes.data, slice.rows->axes.length);
    buf_append_text(&text, slice.rows->axes.length > 0 ? "\n1 case, " : "1 case, ");
    quantity_append_counted(&text, all, "record");
    buf_append_text(&text, ", ");
    quantity_append_count(&text, all - history.slice.count);
    buf_append_text(&text, " not drawn");
    top = picture_begin(svg, PICTURE_WIDTH, subject_kernel(subjects, slice.rows),
                        buf_view(&text));
    buf_release(&text);
    top = picture_legend(svg, subjects, labels, label_count, top, false) + 8;
    make_scales(&history, top, top + PLOT_HEIGHT);
    draw_axes(&history, svg, top, top + PLOT_HEIGHT);
    draw_steps(&history, subjects, svg);
    picture_end(svg, top + PLOT_HEIGHT + 26);
}

/* --- the table --- */

/* The unit for those of a metric. */
static struct quantity_unit find_unit(struct slice records, const struct row *sample)
{
    double *values = mem_zeroed(records.count + 1, sizeof *values);
    size_t count = 0;
    struct quantity_unit unit;

    for (size_t i = 0; i < records.count; i++)
        if (row_same_metric(&records.rows[i], sample) &&
            row_number(&records.rows[i], COLUMN_VALUE, &values[count]))
            count++;
    unit = quantity_unit_of(row_text(sample, COLUMN_UNIT),
                            count == 0 ? 1 : quantile_median(values, count));
    free(values);
    return unit;
}

static void write_record(struct page *page, const struct subjects *subjects,
                         const struct row *row, const struct quantity_unit *unit)
{
    bool is_current = row_is_true(row, COLUMN_IS_CURRENT);
    double number;
    struct buf text;

    if (!page_row(page, is_current ? WEIGHT_CHANGED : WEIGHT_UNCHANGED))
        return;
    buf_init(&text);
    page_cell(page, STYLE_TEXT, subject_kernel(subjects, row), NULL);
    page_cell(page, STYLE_TEXT, row->axes, NULL);
    subject_write_gpu(subjects, row, &text);
    page_cell(page, STYLE_TEXT, buf_view(&text), NULL);
    page_cell(page, STYLE_TEXT, subject_protocol(subjects, row), NULL);
    page_cell(page, STYLE_TEXT, row_text(row, COLUMN_AT), NULL);
    page_cell(page, STYLE_TEXT, row_label(row), NULL);
    buf_clear(&text);
    if (row_number(row, COLUMN_VALUE, &number))
        quantity_append_value(&text, number, unit);
    page_cell(page, is_current ? STYLE_BEST : STYLE_NUMBER,
              text.length > 0 ? buf_view(&text) : view_from("\xe2\x80\x93"),
              text.length > 0 ? &number : NULL);
    if (row_number(row, COLUMN_IMPROVEMENT_PCT, &number))
        cell_percent(page, row, COLUMN_IMPROVEMENT_PCT);
    else
        page_cell(page, STYLE_NUMBER, view_from("first"), NULL);
    page_cell(page, STYLE_TEXT, view_from(is_current ? "current" : ""), NULL);
    page_row_end(page);
    buf_release(&text);
}

/* The records of one metric. */
static void write_table(struct page *page, const struct subjects *subjects,
                        struct slice records, const struct row *sample)
{
    static const char *const headings[] = {"Kernel",   "Case", "GPU",
                                           "Protocol", "At",   "Implementation"};
    struct quantity_unit unit = find_unit(records, sample);
    struct buf text;

    buf_init(&text);
    subject_write_metric_in(sample, unit.name, &text);
    buf_append_text(&text, "; each record, the current ones stand out");
    page_table(page, buf_view(&text));
    for (size_t i = 0; i < sizeof headings / sizeof *headings; i++)
        page_table_column(page, view_from(headings[i]), false);
    page_table_column(page, view_from("Value"), true);
    page_table_column(page, view_from("Better by"), true);
    page_table_column(page, view_from("Now"), false);
    for (size_t i = 0; i < records.count; i++)
        if (row_same_metric(&records.rows[i], sample))
            write_record(page, subjects, &records.rows[i], &unit);
    page_table_end(page);
    buf_release(&text);
}

/* The longest histories first, of equal ones the first. */
static void write_pictures(struct page *page, const struct subjects *subjects,
                           struct slice records)
{
    struct slice longest[RECORDS_PICTURES];
    size_t count = 0;
    struct slice slice;
    struct svg svg;

    while (slice_next(&records, SLICE_CASE, &slice)) {
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
        records_draw(subjects, longest[i], &svg);
        page_picture(page, &svg);
    }
    svg_release(&svg);
}

void records_report(struct page *page, const struct subjects *subjects)
{
    struct slice records = slice_of_kind(subjects->rows, ROW_RECORD);
    size_t cases = slice_count(records, SLICE_CASE);
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
    page_part(page, 2, view_from("Records"), false);
    write_pictures(page, subjects, records);
    samples = metrics_find(records, &count);
    for (size_t i = 0; i < count; i++)
        write_table(page, subjects, records, samples[i]);
    free(samples);
    page_part_end(page);
}
