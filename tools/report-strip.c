#include <config.h>

#include "report-strip.h"

#include "report-number.h"
#include "report-scale.h"

enum { ROW_HEIGHT = 20, NAME_WIDTH = 340, VALUE_WIDTH = 56, WIDTH = 760 };

static void widen(double *low, double *high, double value)
{
    if (value > 0 && value < *low)
        *low = value;
    if (value > *high)
        *high = value;
}

static void make_scale(struct scale *scale, const struct strip_row *rows, size_t count)
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
    scale_init(scale, SCALE_DECIMAL, low / 1.02, high * 1.02, NAME_WIDTH + 12,
               WIDTH - VALUE_WIDTH - 12);
}

static void draw_axis(struct svg *svg, const struct scale *scale, double top, double bottom)
{
    double ticks[SCALE_TICKS];
    size_t count = scale_ticks(scale, 6, ticks);
    double one = scale_place(scale, 1);
    struct buf text;

    buf_init(&text);
    for (size_t i = 0; i < count; i++) {
        double x = scale_place(scale, ticks[i]);

        svg_line(svg, "grid", x, top, x, bottom);
        buf_clear(&text);
        number_write(&text, ticks[i], 3);
        buf_append_text(&text, "\xc3\x97");
        svg_text(svg, "small", SVG_MIDDLE, x, bottom + 15, 60, buf_view(&text));
    }
    buf_release(&text);
    svg_line(svg, "one", one, top, one, bottom);
    svg_line(svg, "axis", scale->from, bottom, scale->to, bottom);
}

/* A cap at each end of the interval, and the floor on both sides of 1. */
static void draw_interval(struct svg *svg, const struct scale *scale,
                          const struct strip_row *row, double y)
{
    double low = scale_place(scale, row->low);
    double high = scale_place(scale, row->high);

    if (row->floor > 0) {
        double above = scale_place(scale, 1 + row->floor);
        double below = scale_place(scale, 1 / (1 + row->floor));

        svg_line(svg, "floor", above, y - 9, above, y + 9);
        svg_line(svg, "floor", below, y - 9, below, y + 9);
    }
    if (!(row->low > 0) || !(row->high > 0))
        return;
    svg_whisker(svg, row->series, low, y, high, y);
    svg_whisker(svg, row->series, low, y - 3, low, y + 3);
    svg_whisker(svg, row->series, high, y - 3, high, y + 3);
}

static void draw_row(struct svg *svg, enum strip_style style, const struct scale *scale,
                     const struct strip_row *row, double y)
{
    double one = scale_place(scale, 1);
    double x = scale_place(scale, row->value);
    struct buf text;

    svg_text(svg, "small", SVG_END, NAME_WIDTH, y + 4, NAME_WIDTH - 10, row->name);
    if (!(row->value > 0)) {
        svg_rectangle(svg, "hole", one - 6, y - 6, 12, 12);
        return;
    }
    if (style == STRIP_BARS)
        svg_bar(svg, row->series, x < one ? x : one, y - 7, x < one ? one - x : x - one,
                14);
    else
        draw_interval(svg, scale, row, y);
    if (style == STRIP_RATIOS)
        svg_marker(svg, row->series, x, y, row->name);
    buf_init(&text);
    number_write_ratio(&text, row->value);
    svg_text(svg, "small", SVG_END, WIDTH - 10, y + 4, VALUE_WIDTH, buf_view(&text));
    buf_release(&text);
}

void strip_draw(struct svg *svg, enum strip_style style, struct view title,
                struct view lines, const struct strip_row *rows, size_t count)
{
    double top = picture_begin(svg, WIDTH, title, lines) + 6;
    struct scale scale;
    double bottom;

    if (count > STRIP_ROWS)
        count = STRIP_ROWS;
    bottom = top + ROW_HEIGHT * (double)count;
    make_scale(&scale, rows, count);
    draw_axis(svg, &scale, top, bottom);
    for (size_t i = 0; i < count; i++)
        draw_row(svg, style, &scale, &rows[i], top + ROW_HEIGHT * ((double)i + 0.5));
    picture_end(svg, bottom + 26);
}
