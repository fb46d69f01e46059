#include <config.h>

#include "chart-record.h"

#include "axis.h"

#include "present/quantity.h"
#include "record/instant.h"

enum { LEFT = 64, RIGHT = 20, PLOT_HEIGHT = 170, EVENTS_MAX = 512 };

struct history {
    struct slice slice;
    struct quantity_unit unit;
    struct axis x;
    struct axis y;
    bool has_times;
};

/* Seconds of an event; its number where no time is known. */
static double event_place(const struct history *history, size_t i)
{
    struct instant instant;
    double seconds;
    double digit = 0.1;

    if (!history->has_times ||
        !instant_read(rows_text(&history->slice.rows[i], COLUMN_AT), &instant))
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
        if (!rows_number(&history->slice.rows[i], COLUMN_VALUE, &value))
            continue;
        low = i == 0 || value < low ? value : low;
        high = i == 0 || value > high ? value : high;
    }
    history->has_times = true;
    history->has_times = event_place(history, 0) < event_place(history, last);
    axis_init(&history->x, AXIS_LINEAR, event_place(history, 0), event_place(history, last),
              LEFT + 12, CHART_WIDTH - RIGHT - 40);
    axis_init(&history->y, AXIS_LINEAR, low > 0 ? 0 : low, high, bottom, top);
    axis_round(&history->y);
}

static void draw_axes(const struct history *history, struct svg *svg, double top,
                      double bottom)
{
    double ticks[AXIS_TICKS];
    size_t count = axis_ticks(&history->y, 6, ticks);
    struct view first = rows_text(history->slice.rows, COLUMN_AT);
    struct view last = rows_text(&history->slice.rows[history->slice.count - 1], COLUMN_AT);
    struct buf text;

    buf_init(&text);
    for (size_t i = 0; i < count; i++) {
        double y = axis_place(&history->y, ticks[i]);

        svg_line(svg, "grid", LEFT, y, CHART_WIDTH - RIGHT, y);
        buf_clear(&text);
        quantity_append_value(&text, ticks[i], &history->unit);
        svg_text(svg, "small", SVG_END, LEFT - 6, y + 4, LEFT - 8, buf_view(&text));
    }
    buf_release(&text);
    svg_line(svg, "axis", LEFT, top, LEFT, bottom);
    svg_line(svg, "axis", LEFT, bottom, CHART_WIDTH - RIGHT, bottom);
    svg_text(svg, "small", SVG_START, LEFT, bottom + 16, 180, first);
    if (history->slice.count > 1)
        svg_text(svg, "small", SVG_END, CHART_WIDTH - RIGHT, bottom + 16, 180, last);
}

static void draw_steps(const struct history *history, const struct labels *labels,
                       struct svg *svg)
{
    size_t count = history->slice.count;
    double value = 0;
    double x = 0;
    double y = 0;

    for (size_t i = 0; i < count; i++) {
        double from = x;
        double last = y;

        x = axis_place(&history->x, event_place(history, i));
        rows_number(&history->slice.rows[i], COLUMN_VALUE, &value);
        y = axis_place(&history->y, value);
        if (i == 0)
            continue;
        svg_line(svg, "one", from, last, x, last);
        svg_line(svg, "one", x, last, x, y);
    }
    svg_line(svg, "one", x, y, CHART_WIDTH - RIGHT, y);
    for (size_t i = 0; i < count; i++) {
        struct view label = rows_label(&history->slice.rows[i]);

        rows_number(&history->slice.rows[i], COLUMN_VALUE, &value);
        svg_marker(svg, labels_series(labels, label),
                   axis_place(&history->x, event_place(history, i)),
                   axis_place(&history->y, value), label);
    }
}

/* The implementations that hold the record in turn, each once. */
static size_t find_labels(struct slice slice, struct view names[SVG_COLOURS])
{
    size_t count = 0;

    for (size_t i = 0; i < slice.count && count < SVG_COLOURS; i++) {
        bool is_new = true;

        for (size_t j = 0; j < count; j++)
            is_new = is_new && !view_equal(names[j], rows_label(&slice.rows[i]));
        if (is_new)
            names[count++] = rows_label(&slice.rows[i]);
    }
    return count;
}

void chart_record_draw(const struct labels *labels, struct slice slice, struct svg *svg)
{
    size_t all = slice.count;
    struct history history = {.slice = slice};
    struct view names[SVG_COLOURS];
    size_t name_count = find_labels(slice, names);
    struct buf text;
    double value = 1;
    double top;

    if (history.slice.count > EVENTS_MAX) {
        /* The newest ones. */
        history.slice.rows += all - EVENTS_MAX;
        history.slice.count = EVENTS_MAX;
    }
    buf_init(&text);
    rows_number(slice.rows, COLUMN_VALUE, &value);
    history.unit = quantity_unit_of(rows_text(slice.rows, COLUMN_UNIT), value);
    chart_write_about(labels, slice.rows, history.unit.name, &text);
    buf_append_byte(&text, '\n');
    buf_append(&text, slice.rows->axes.data, slice.rows->axes.length);
    buf_append_text(&text, slice.rows->axes.length > 0 ? "\n1 case, " : "1 case, ");
    quantity_append_counted(&text, all, "record");
    buf_append_text(&text, ", ");
    quantity_append_count(&text, all - history.slice.count);
    buf_append_text(&text, " not drawn");
    top = chart_begin(svg, CHART_WIDTH, labels_kernel(labels, slice.rows), buf_view(&text));
    buf_release(&text);
    top = chart_legend(svg, labels, names, name_count, top, false) + 8;
    make_scales(&history, top, top + PLOT_HEIGHT);
    draw_axes(&history, svg, top, top + PLOT_HEIGHT);
    draw_steps(&history, labels, svg);
    chart_end(svg, top + PLOT_HEIGHT + 26);
}
