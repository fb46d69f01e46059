#include <config.h>

#include "dots.h"

#include "axis.h"
#include "text.h"

#include "present/quantity.h"

/* A row has its name above its bar, so that the picture fits a narrow screen. */
enum { MARGIN = 12, ROW_HEIGHT = 34, NAME_HEIGHT = 14, BAR_HEIGHT = 12, VALUE_WIDTH = 76 };

struct strip {
    struct svg *svg;
    enum strip_style style;
    struct scale scale;
    double ticks[SCALE_TICKS];
    size_t tick_count;
};

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
    scale_init(&strip->scale, SCALE_DECIMAL, low / 1.02, high * 1.02, MARGIN + 4,
               PICTURE_WIDTH - MARGIN - VALUE_WIDTH);
    strip->tick_count = scale_ticks(&strip->scale, 6, strip->ticks);
}

static void draw_axis(const struct strip *strip, double bottom)
{
    struct buf text;

    buf_init(&text);
    for (size_t i = 0; i < strip->tick_count; i++) {
        buf_clear(&text);
        quantity_append_number(&text, strip->ticks[i], 3);
        buf_append_text(&text, "\xc3\x97");
        svg_text(strip->svg, "small", SVG_MIDDLE,
                 scale_place(&strip->scale, strip->ticks[i]), bottom + 15, 60,
                 buf_view(&text));
    }
    buf_release(&text);
    svg_line(strip->svg, "axis", strip->scale.from, bottom, strip->scale.to, bottom);
}

/* The grid behind a bar, and not behind the name above it. */
static void draw_grid(const struct strip *strip, double top, double bottom)
{
    double one = scale_place(&strip->scale, 1);

    for (size_t i = 0; i < strip->tick_count; i++) {
        double x = scale_place(&strip->scale, strip->ticks[i]);

        svg_line(strip->svg, "grid", x, top, x, bottom);
    }
    svg_line(strip->svg, "one", one, top, one, bottom);
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

        svg_line(svg, "floor", above, y - 8, above, y + 8);
        svg_line(svg, "floor", below, y - 8, below, y + 8);
    }
    if (!(row->low > 0) || !(row->high > 0))
        return;
    svg_whisker(svg, row->series, low, y, high, y);
    svg_whisker(svg, row->series, low, y - 3, low, y + 3);
    svg_whisker(svg, row->series, high, y - 3, high, y + 3);
}

/* TOP: the upper edge of the row. */
static void draw_row(const struct strip *strip, const struct strip_row *row, double top)
{
    struct svg *svg = strip->svg;
    double one = scale_place(&strip->scale, 1);
    double x = scale_place(&strip->scale, row->value);
    double y = top + NAME_HEIGHT + BAR_HEIGHT / 2.0 + 2;
    struct buf text;

    svg_text(svg, "small", SVG_START, MARGIN, top + NAME_HEIGHT - 2,
             PICTURE_WIDTH - 2 * MARGIN, row->name);
    draw_grid(strip, y - 8, y + 8);
    if (!(row->value > 0)) {
        svg_rectangle(svg, "hole", one - 6, y - 6, 12, 12);
        svg_text(svg, "small", SVG_END, PICTURE_WIDTH - MARGIN, y + 4, VALUE_WIDTH,
                 row->note);
        return;
    }
    if (strip->style == STRIP_BARS)
        svg_bar(svg, row->series, x < one ? x : one, y - BAR_HEIGHT / 2.0,
                x < one ? one - x : x - one, BAR_HEIGHT);
    draw_interval(strip, row, y);
    if (strip->style == STRIP_RATIOS)
        svg_marker(svg, row->series, x, y, row->name);
    buf_init(&text);
    quantity_append_ratio(&text, row->value);
    svg_text(svg, "small", SVG_END, PICTURE_WIDTH - MARGIN, y + 4, VALUE_WIDTH,
             buf_view(&text));
    buf_release(&text);
}

void strip_draw(struct svg *svg, enum strip_style style, struct view title,
                struct view lines, const struct strip_row *rows, size_t count)
{
    struct strip strip = {.svg = svg, .style = style};
    double top = picture_begin(svg, PICTURE_WIDTH, title, lines) + 6;
    double bottom;

    if (count > STRIP_ROWS)
        count = STRIP_ROWS;
    bottom = top + ROW_HEIGHT * (double)count;
    make_scale(&strip, rows, count);
    draw_axis(&strip, bottom);
    for (size_t i = 0; i < count; i++)
        draw_row(&strip, &rows[i], top + ROW_HEIGHT * (double)i);
    picture_end(svg, bottom + 26);
}
