#include <config.h>

#include "chart.h"

#include "axis.h"
#include "text.h"

#include "present/quantity.h"

enum { MARGIN = 12, LINE_HEIGHT = 15 };

/* How much of TEXT is a line of WIDTH, up to a blank; a word that is wider stays whole. */
static size_t line_length(struct view text, double width)
{
    size_t length = 0;

    for (size_t i = 0; i <= text.length; i++) {
        if (i < text.length && text.data[i] != ' ')
            continue;
        if (length > 0 && text_width((struct view){text.data, i}, SVG_FONT_SMALL) > width)
            break;
        length = i;
    }
    return length;
}

/* Draw a line, on as many lines as it needs. Returns where the last one is. */
static double draw_line(struct svg *svg, double y, struct view line)
{
    const double width = svg->width - 2 * MARGIN;

    while (line.length > 0) {
        size_t length = line_length(line, width);

        y += LINE_HEIGHT;
        svg_text(svg, "small", SVG_START, MARGIN, y, width,
                 (struct view){line.data, length});
        length += length < line.length; /* the blank */
        line.data += length;
        line.length -= length;
    }
    return y;
}

double chart_begin(struct svg *svg, double width, struct view title, struct view lines)
{
    double y = 20;

    svg_clear(svg);
    svg->width = width;
    buf_append(&svg->title, title.data, title.length);
    svg_text(svg, "heading", SVG_START, MARGIN, y, width - 2 * MARGIN, title);
    while (lines.length > 0) {
        const char *feed = memchr(lines.data, '\n', lines.length);
        size_t length = feed == NULL ? lines.length : (size_t)(feed - lines.data);

        y = draw_line(svg, y, (struct view){lines.data, length});
        if (svg->description.length > 0)
            buf_append_text(&svg->description, " ");
        buf_append(&svg->description, lines.data, length);
        buf_append_byte(&svg->description, '.');
        lines.data += length + (feed != NULL);
        lines.length -= length + (feed != NULL);
    }
    return y + 8;
}

double chart_legend(struct svg *svg, const struct labels *labels, const struct view *names,
                    size_t count, double y, bool bars)
{
    const double widest = 220;
    const double key = 30;
    double x = MARGIN;

    y += LINE_HEIGHT;
    for (size_t i = 0; i < count; i++) {
        size_t series = labels_series(labels, names[i]);
        double width = text_width(names[i], SVG_FONT_SMALL);

        width = (width > widest ? widest : width) + 2;
        if (x > MARGIN && x + key + width > svg->width - MARGIN) {
            x = MARGIN;
            y += LINE_HEIGHT + 3;
        }
        if (bars) {
            svg_bar(svg, series, x, y - 9, key - 8, 10);
        } else {
            svg_curve_begin(svg, series);
            svg_curve_point(svg, x, y - 4);
            svg_curve_point(svg, x + key - 6, y - 4);
            svg_curve_end(svg);
            svg_marker(svg, series, x + (key - 6) / 2, y - 4, (struct view){"", 0});
        }
        svg_text(svg, "small", SVG_START, x + key, y, width, names[i]);
        x += key + width + 14;
    }
    return y + 8;
}

void chart_end(struct svg *svg, double height)
{
    static const char back[] = "<rect class=\"back\" x=\"0\" y=\"0\" width=\"100%\" "
                               "height=\"100%\"/>\n";
    const size_t length = sizeof back - 1;

    svg->height = height;
    buf_reserve(&svg->body, length);
    memmove(svg->body.data + length, svg->body.data, svg->body.length);
    memcpy(svg->body.data, back, length);
    svg->body.length += length;
}

void chart_write_about(const struct labels *labels, const struct row *row, struct view unit,
                       struct buf *out)
{
    struct view protocol = labels_protocol(labels, row);

    labels_write_metric_in(row, unit, out);
    buf_append_byte(out, '\n');
    labels_write_gpu(labels, row, out);
    buf_append_text(out, ", protocol ");
    buf_append(out, protocol.data, protocol.length);
}

/* --- rows of dots or bars --- */

/* A row has its name above its bar, so that the picture fits a narrow screen. */
enum { ROW_HEIGHT = 34, NAME_HEIGHT = 14, BAR_HEIGHT = 12, VALUE_WIDTH = 76 };

struct dots {
    struct svg *svg;
    enum chart_style style;
    struct axis scale;
    double ticks[AXIS_TICKS];
    size_t tick_count;
};

static void widen(double *low, double *high, double value)
{
    if (value > 0 && value < *low)
        *low = value;
    if (value > *high)
        *high = value;
}

static void make_scale(struct dots *dots, const struct chart_row *rows, size_t count)
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
    axis_init(&dots->scale, AXIS_DECIMAL, low / 1.02, high * 1.02, MARGIN + 4,
              CHART_WIDTH - MARGIN - VALUE_WIDTH);
    dots->tick_count = axis_ticks(&dots->scale, 6, dots->ticks);
}

static void draw_axis(const struct dots *dots, double bottom)
{
    struct buf text;

    buf_init(&text);
    for (size_t i = 0; i < dots->tick_count; i++) {
        buf_clear(&text);
        quantity_append_number(&text, dots->ticks[i], 3);
        buf_append_text(&text, "\xc3\x97");
        svg_text(dots->svg, "small", SVG_MIDDLE, axis_place(&dots->scale, dots->ticks[i]),
                 bottom + 15, 60, buf_view(&text));
    }
    buf_release(&text);
    svg_line(dots->svg, "axis", dots->scale.from, bottom, dots->scale.to, bottom);
}

/* Draw the grid under a bar, but not under the name above it. */
static void draw_grid(const struct dots *dots, double top, double bottom)
{
    double one = axis_place(&dots->scale, 1);

    for (size_t i = 0; i < dots->tick_count; i++) {
        double x = axis_place(&dots->scale, dots->ticks[i]);

        svg_line(dots->svg, "grid", x, top, x, bottom);
    }
    svg_line(dots->svg, "one", one, top, one, bottom);
}

/* A cap at each end of the interval, and the floor on both sides of 1. */
static void draw_interval(const struct dots *dots, const struct chart_row *row, double y)
{
    struct svg *svg = dots->svg;
    double low = axis_place(&dots->scale, row->low);
    double high = axis_place(&dots->scale, row->high);

    if (row->floor > 0) {
        double above = axis_place(&dots->scale, 1 + row->floor);
        double below = axis_place(&dots->scale, 1 / (1 + row->floor));

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
static void draw_row(const struct dots *dots, const struct chart_row *row, double top)
{
    struct svg *svg = dots->svg;
    double one = axis_place(&dots->scale, 1);
    double x = axis_place(&dots->scale, row->value);
    double y = top + NAME_HEIGHT + BAR_HEIGHT / 2.0 + 2;
    struct buf text;

    svg_text(svg, "small", SVG_START, MARGIN, top + NAME_HEIGHT - 2,
             CHART_WIDTH - 2 * MARGIN, row->name);
    draw_grid(dots, y - 8, y + 8);
    if (!(row->value > 0)) {
        svg_rectangle(svg, "hole", one - 6, y - 6, 12, 12);
        svg_text(svg, "small", SVG_END, CHART_WIDTH - MARGIN, y + 4, VALUE_WIDTH,
                 row->note);
        return;
    }
    if (dots->style == CHART_BARS)
        svg_bar(svg, row->series, x < one ? x : one, y - BAR_HEIGHT / 2.0,
                x < one ? one - x : x - one, BAR_HEIGHT);
    draw_interval(dots, row, y);
    if (dots->style == CHART_RATIOS)
        svg_marker(svg, row->series, x, y, row->name);
    buf_init(&text);
    quantity_append_ratio(&text, row->value);
    svg_text(svg, "small", SVG_END, CHART_WIDTH - MARGIN, y + 4, VALUE_WIDTH,
             buf_view(&text));
    buf_release(&text);
}

void chart_dots(struct svg *svg, enum chart_style style, struct view title,
                struct view lines, const struct chart_row *rows, size_t count)
{
    struct dots dots = {.svg = svg, .style = style};
    double top = chart_begin(svg, CHART_WIDTH, title, lines) + 6;
    double bottom;

    if (count > CHART_ROWS)
        count = CHART_ROWS;
    bottom = top + ROW_HEIGHT * (double)count;
    make_scale(&dots, rows, count);
    draw_axis(&dots, bottom);
    for (size_t i = 0; i < count; i++)
        draw_row(&dots, &rows[i], top + ROW_HEIGHT * (double)i);
    chart_end(svg, bottom + 26);
}
