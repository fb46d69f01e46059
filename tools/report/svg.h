/* svg: a picture as text: SVG 1.1 with the few elements that the pictures need.
 *
 * A picture is drawn into a struct svg and then written into a file of pictures or into a
 * page of HTML. Positions are pixels, written with one decimal. A picture refers to nothing
 * outside: no font, no script, no image. Equal calls give equal bytes.
 *
 * Nothing is expressed by colour alone. A series, numbered from 0, has a colour, a shape of
 * marker, a pattern of dashes and one of fill; combinations repeat only where more series
 * are drawn than there are combinations. The colours follow prefers-color-scheme.
 */
#ifndef KIDX_TOOLS_REPORT_SVG_H
#define KIDX_TOOLS_REPORT_SVG_H

#include "base/buf.h"

#include <stddef.h>

enum { SVG_COLOURS = 8, SVG_FONT = 12, SVG_FONT_SMALL = 11 };

struct svg {
    struct buf body;
    struct buf title; /* plain text */
    struct buf description;
    double width;
    double height;
};

enum svg_anchor { SVG_START, SVG_MIDDLE, SVG_END };

void svg_init(struct svg *svg);
void svg_clear(struct svg *svg);
void svg_release(struct svg *svg);

/* CLASS is one of the style's: "grid", "axis", "one", "floor", "back", "faint", "strong".
 */
void svg_line(struct svg *svg, const char *class, double x1, double y1, double x2,
              double y2);
void svg_rectangle(struct svg *svg, const char *class, double x, double y, double width,
                   double height);

/* A filled rectangle of a series, with its pattern. */
void svg_bar(struct svg *svg, size_t series, double x, double y, double width,
             double height);

/* A curve of a series, from point to point: begin, points, end. */
void svg_curve_begin(struct svg *svg, size_t series);
void svg_curve_point(struct svg *svg, double x, double y);
void svg_curve_end(struct svg *svg);

/* A thin line in the colour of a series. */
void svg_whisker(struct svg *svg, size_t series, double x1, double y1, double x2,
                 double y2);

/* The marker of a series. TIP, which may be empty, is shown where a pointer is over it. */
void svg_marker(struct svg *svg, size_t series, double x, double y, struct view tip);

/* Text within WIDTH pixels: longer text is shortened, and a title has it in full. CLASS is
 * "label", "small" or "heading". Vertical text reads upwards. */
void svg_text(struct svg *svg, const char *class, enum svg_anchor anchor, double x,
              double y, double width, struct view text);
void svg_text_vertical(struct svg *svg, double x, double y, double width, struct view text);

/* The style and the patterns that all pictures of a page share. */
void svg_write_style(struct buf *out);
void svg_write_patterns(struct buf *out);

/* Write the picture as an svg element with title and description. NUMBER is different
 * for each picture of a page: it is part of their ids. */
void svg_write(const struct svg *svg, size_t number, struct buf *out);

#endif
