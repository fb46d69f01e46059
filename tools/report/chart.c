#include <config.h>

#include "chart.h"

#include "text.h"

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

double picture_begin(struct svg *svg, double width, struct view title, struct view lines)
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

double picture_legend(struct svg *svg, const struct subjects *subjects,
                      const struct view *labels, size_t count, double y, bool bars)
{
    const double widest = 220;
    const double key = 30;
    double x = MARGIN;

    y += LINE_HEIGHT;
    for (size_t i = 0; i < count; i++) {
        size_t series = subject_series(subjects, labels[i]);
        double width = text_width(labels[i], SVG_FONT_SMALL);

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
        svg_text(svg, "small", SVG_START, x + key, y, width, labels[i]);
        x += key + width + 14;
    }
    return y + 8;
}

void picture_end(struct svg *svg, double height)
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

void picture_write_about(const struct subjects *subjects, const struct row *row,
                         struct view unit, struct buf *out)
{
    struct view protocol = subject_protocol(subjects, row);

    subject_write_metric_in(row, unit, out);
    buf_append_byte(out, '\n');
    subject_write_gpu(subjects, row, out);
    buf_append_text(out, ", protocol ");
    buf_append(out, protocol.data, protocol.length);
}
