#include <config.h>

#include "report-strip.h"

#include "report-number.h"
#include "report-scale.h"
#include "report-text.h"

enum {
    ROW_HEIGHT = 20,
    VALUE_WIDTH = 84,
    PLOT_WIDTH = 300,
    NAME_WIDTH_LEAST = 120,
    NAME_WIDTH_MOST = 420
};

struct strip {
    struct svg *svg;
    enum strip_style style;
    struct scale scale;
    double name_width;
    double width;
};

static double find_name_width(const struct strip_row *rows, size_t count)
{
    double width = NAME_WIDTH_LEAST;

    for (size_t i = 0; i < count; i++) {
        double own = text_width(rows[i].name, SVG_FONT_SMALL) + 12;

        if (own > width)
            width = own < NAME_WIDTH_MOST ? own : NAME_WIDTH_MOST;
    }
    return width;
}

static void widen(double *low, double *high, double value)
{
    if (value > 0 && value < *low)
        *low = value;
    if (value > *high)
        *high = value;
}

static void make_scale(struct strip *strip, const struct strip_row *rows, size_t count)
{
    double low = 0.95;
    double high = 1.05;

    for (size_t i = 0; i < count; i++) {
        widen(&low, &high, rows[i].value);
        widen(&low, &high, rows[i].low);
        widen(&low, &high, rows[i].high);
        widen(&low, &high, 1 + rows[i].floor);
        widen(&low, &high, 1 / (1 + rows[i].floor));
    }
    scale_init(&strip->scale, SCALE_DECIMAL, low / 1.02, high * 1.02,
               strip->name_width + 12, strip->name_width + 12 + PLOT_WIDTH);
}

static void draw_axis(const struct strip *strip, double top, double bottom)
{
    const struct scale *scale = &strip->scale;
    double ticks[SCALE_TICKS];
    size_t count = scale_ticks(scale, 6, ticks);
    double one = scale_place(scale, 1);
    struct buf text;

    buf_init(&text);
    for (size_t i = 0; i < count; i++) {
        double x = scale_place(scale, ticks[i]);

        svg_line(strip->svg, "grid", x, top, x, bottom);
        buf_clear(&text);
        number_write(&text, ticks[i], 3);
        buf_append_text(&text, "\xc3\x97");
        svg_text(strip->svg, "small", SVG_MIDDLE, x, bottom + 15, 60, buf_view(&text));
    }
    buf_release(&text);
    svg_line(strip->svg, "one", one, top, one, bottom);
    svg_line(strip->svg, "axis", scale->from, bottom, scale->to, bottom);
}

/* A cap at each end of the interval, and the floor on both sides of 1. */
static void draw_interval(const struct strip *strip, const struct strip_row *row, double y)
{
    struct svg *svg = strip->svg;
    double low = scale_place(&strip->scale, row->low);
    double high = scale_place(&strip->scale, row->high);

    if (row->floor > 0) {
        double above = scale_place(&strip->scale, 1 + row->floor);
        double below = scale_place(&strip->scale, 1 / (1 + row->floor));

        svg_line(svg, "floor", above, y - 9, above, y + 9);
        svg_line(svg, "floor", below, y - 9, below, y + 9);
    }
    if (!(row->low > 0) || !(row->high > 0))
        return;
    svg_whisker(svg, row->series, low, y, high, y);
    svg_whisker(svg, row->series, low, y - 3, low, y + 3);
    svg_whisker(svg, row->series, high, y - 3, high, y + 3);
}

static void draw_row(const struct strip *strip, const struct strip_row *row, double y)
{
    struct svg *svg = strip->svg;
    double one = scale_place(&strip->scale, 1);
    double x = scale_place(&strip->scale, row->value);
    struct buf text;

    svg_text(svg, "small", SVG_END, strip->name_width, y + 4, strip->name_width - 10,
             row->name);
    if (!(row->value > 0)) {
        svg_rectangle(svg, "hole", one - 6, y - 6, 12, 12);
        svg_text(svg, "small", SVG_END, strip->width - 10, y + 4, VALUE_WIDTH, row->note);
        return;
    }
    if (strip->style == STRIP_BARS)
        svg_bar(svg, row->series, x < one ? x : one, y - 7, x < one ? one - x : x - one,
                14);
    draw_interval(strip, row, y);
    if (strip->style == STRIP_RATIOS)
        svg_marker(svg, row->series, x, y, row->name);
    buf_init(&text);
    number_write_ratio(&text, row->value);
    svg_text(svg, "small", SVG_END, strip->width - 10, y + 4, VALUE_WIDTH, buf_view(&text));
    buf_release(&text);
}

void strip_draw(struct svg *svg, enum strip_style style, struct view title,
                struct view lines, const struct strip_row *rows, size_t count)
{
    struct strip strip = {.svg = svg, .style = style};
    double top;
    double bottom;

    if (count > STRIP_ROWS)
        count = STRIP_ROWS;
    strip.name_width = find_name_width(rows, count);
    strip.width = strip.name_width + 12 + PLOT_WIDTH + 12 + VALUE_WIDTH;
    top = picture_begin(svg, strip.width, title, lines) + 6;
    bottom = top + ROW_HEIGHT * (double)count;
    make_scale(&strip, rows, count);
    draw_axis(&strip, top, bottom);
    for (size_t i = 0; i < count; i++)
        draw_row(&strip, &rows[i], top + ROW_HEIGHT * ((double)i + 0.5));
    picture_end(svg, bottom + 26);
}
