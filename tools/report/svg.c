#include <config.h>

#include "svg.h"

#include "escape.h"
#include "text.h"

void svg_init(struct svg *svg)
{
    buf_init(&svg->body);
    buf_init(&svg->title);
    buf_init(&svg->description);
    svg->width = svg->height = 0;
}

void svg_clear(struct svg *svg)
{
    buf_clear(&svg->body);
    buf_clear(&svg->title);
    buf_clear(&svg->description);
}

void svg_release(struct svg *svg)
{
    buf_release(&svg->body);
    buf_release(&svg->title);
    buf_release(&svg->description);
}

/* --- elements --- */

/* A name and a number in pixels, as an attribute. */
static void attribute(struct buf *out, const char *name, double value)
{
    /* Write "-0.0" as "0.0": it is the same place. */
    if (value > -0.05 && value < 0.05)
        value = 0;
    buf_append_format(out, " %s=\"%.1f\"", name, value);
}

static void begin(struct svg *svg, const char *element, const char *class)
{
    buf_append_format(&svg->body, "<%s class=\"%s\"", element, class);
}

static void begin_series(struct svg *svg, const char *element, const char *class,
                         size_t series)
{
    buf_append_format(&svg->body, "<%s class=\"%s s%zu\"", element, class,
                      series % SVG_COLOURS);
}

static void ends_of_line(struct svg *svg, double x1, double y1, double x2, double y2)
{
    attribute(&svg->body, "x1", x1);
    attribute(&svg->body, "y1", y1);
    attribute(&svg->body, "x2", x2);
    attribute(&svg->body, "y2", y2);
    buf_append_text(&svg->body, "/>\n");
}

void svg_line(struct svg *svg, const char *class, double x1, double y1, double x2,
              double y2)
{
    begin(svg, "line", class);
    ends_of_line(svg, x1, y1, x2, y2);
}

void svg_whisker(struct svg *svg, size_t series, double x1, double y1, double x2, double y2)
{
    begin_series(svg, "line", "whisker", series);
    ends_of_line(svg, x1, y1, x2, y2);
}

static void box(struct svg *svg, double x, double y, double width, double height)
{
    attribute(&svg->body, "x", x);
    attribute(&svg->body, "y", y);
    attribute(&svg->body, "width", width);
    attribute(&svg->body, "height", height);
}

void svg_rectangle(struct svg *svg, const char *class, double x, double y, double width,
                   double height)
{
    begin(svg, "rect", class);
    box(svg, x, y, width, height);
    buf_append_text(&svg->body, "/>\n");
}

void svg_bar(struct svg *svg, size_t series, double x, double y, double width,
             double height)
{
    begin_series(svg, "rect", "bar", series);
    box(svg, x, y, width, height);
    buf_append_format(&svg->body, " fill=\"url(#kidx-fill-%zu)\"/>\n",
                      series % SVG_COLOURS);
}

static const char *dashes(size_t series)
{
    static const char *const patterns[] = {"none", "7 3",  "2 3", "9 3 2 3",
                                           "4 2",  "12 4", "1 2", "6 2 1 2 1 2"};

    return patterns[(series + series / SVG_COLOURS) % SVG_COLOURS];
}

void svg_curve_begin(struct svg *svg, size_t series)
{
    begin_series(svg, "polyline", "curve", series);
    buf_append_format(&svg->body, " stroke-dasharray=\"%s\" points=\"", dashes(series));
}

void svg_curve_point(struct svg *svg, double x, double y)
{
    buf_append_format(&svg->body, "%.1f,%.1f ", x, y);
}

void svg_curve_end(struct svg *svg)
{
    if (svg->body.data[svg->body.length - 1] == ' ')
        svg->body.length--;
    buf_append_text(&svg->body, "\"/>\n");
}

void svg_marker(struct svg *svg, size_t series, double x, double y, struct view tip)
{
    /* Outlines around the origin, about 9 pixels wide. */
    static const char *const shapes[] = {"M-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z",
                                         "M-3.7 -3.7h7.4v7.4h-7.4z",
                                         "M0 -4.6L4.4 3.4H-4.4z",
                                         "M0 -5L5 0L0 5L-5 0z",
                                         "M0 4.6L4.4 -3.4H-4.4z",
                                         "M-4 -4L4 4M-4 4L4 -4",
                                         "M0 -5V5M-5 0H5",
                                         "M-5 -2H5L-3 4.6L0 -5L3 4.6z"};

    begin_series(svg, "path", "marker", series);
    buf_append_format(&svg->body, " transform=\"translate(%.1f %.1f)\" d=\"%s\"", x, y,
                      shapes[(series + series / SVG_COLOURS) % SVG_COLOURS]);
    if (tip.length == 0) {
        buf_append_text(&svg->body, "/>\n");
        return;
    }
    buf_append_text(&svg->body, "><title>");
    escape_xml(&svg->body, tip);
    buf_append_text(&svg->body, "</title></path>\n");
}

/* The end of a text element, of which the attributes are written. */
static void write_text(struct svg *svg, double size, double width, struct view text)
{
    size_t fits = text_fit(text, size, width);

    buf_append_byte(&svg->body, '>');
    if (fits < text.length) {
        buf_append_text(&svg->body, "<title>");
        escape_xml(&svg->body, text);
        buf_append_text(&svg->body, "</title>");
    }
    escape_xml(&svg->body, (struct view){text.data, fits});
    if (fits < text.length)
        buf_append_text(&svg->body, "\xe2\x80\xa6");
    buf_append_text(&svg->body, "</text>\n");
}

void svg_text(struct svg *svg, const char *class, enum svg_anchor anchor, double x,
              double y, double width, struct view text)
{
    static const char *const anchors[] = {"start", "middle", "end"};
    double size = strncmp(class, "small", 5) == 0 ? SVG_FONT_SMALL : SVG_FONT;

    begin(svg, "text", class);
    attribute(&svg->body, "x", x);
    attribute(&svg->body, "y", y);
    if (anchor != SVG_START)
        buf_append_format(&svg->body, " text-anchor=\"%s\"", anchors[anchor]);
    write_text(svg, strcmp(class, "heading") == 0 ? SVG_FONT * 1.15 : size, width, text);
}

void svg_text_vertical(struct svg *svg, double x, double y, double width, struct view text)
{
    begin(svg, "text", "small");
    buf_append_format(&svg->body, " transform=\"translate(%.1f %.1f) rotate(-90)\"", x, y);
    write_text(svg, SVG_FONT_SMALL, width, text);
}

/* --- the whole --- */

static const char style[] =
    ".kidx text{font:12px system-ui,-apple-system,'Segoe UI',Roboto,'DejaVu Sans',"
    "sans-serif;fill:#1c1f23}\n"
    ".kidx text.small{font-size:11px}\n"
    ".kidx text.heading{font-size:13px;font-weight:600}\n"
    ".kidx .back{fill:#fff}\n"
    ".kidx .grid{stroke:#d9dde2;stroke-width:1}\n"
    ".kidx .axis{stroke:#5b636d;stroke-width:1}\n"
    ".kidx .one{stroke:#1c1f23;stroke-width:1.5}\n"
    ".kidx .floor{stroke:#5b636d;stroke-width:1;stroke-dasharray:3 3}\n"
    ".kidx .hole{fill:none;stroke:#8a929c;stroke-width:1;stroke-dasharray:2 2}\n"
    ".kidx .curve{fill:none;stroke:currentColor;stroke-width:2}\n"
    ".kidx .whisker{stroke:currentColor;stroke-width:1.3}\n"
    ".kidx .marker{fill:#fff;stroke:currentColor;stroke-width:1.8}\n"
    ".kidx .bar{stroke:currentColor;stroke-width:1}\n"
    ".kidx .h0{fill:#f4f6f8}.kidx .h1{fill:#dbe7f3}.kidx .h2{fill:#b3cde6}"
    ".kidx .h3{fill:#7fabd6}.kidx .h4{fill:#3872ab}.kidx .h5{fill:#1f5f9e}\n"
    ".kidx text.on4{fill:#fff}\n"
    ".kidx .s0{color:#0b62a4}.kidx .s1{color:#b3480a}.kidx .s2{color:#1a7a4a}"
    ".kidx .s3{color:#8b358b}.kidx .s4{color:#756300}.kidx .s5{color:#c0283f}"
    ".kidx .s6{color:#00727c}.kidx .s7{color:#4f5560}\n"
    "@media (prefers-color-scheme:dark){\n"
    ".kidx text{fill:#e6e9ed}.kidx .back{fill:#14171b}.kidx .grid{stroke:#343a42}"
    ".kidx .axis,.kidx .floor{stroke:#9aa3ae}.kidx .one{stroke:#e6e9ed}"
    ".kidx .hole{stroke:#7c858f}.kidx .marker{fill:#14171b}\n"
    ".kidx .h0{fill:#1d2228}.kidx .h1{fill:#1d3247}.kidx .h2{fill:#1f4669}"
    ".kidx .h3{fill:#2c6499}.kidx .h4{fill:#5d9bd3}.kidx .h5{fill:#a8cdf0}\n"
    ".kidx text.on4{fill:#0d1014}\n"
    ".kidx .s0{color:#6cb4ff}.kidx .s1{color:#ffa45c}.kidx .s2{color:#5fd68f}"
    ".kidx .s3{color:#e29bf0}.kidx .s4{color:#e0cf5a}.kidx .s5{color:#ff8795}"
    ".kidx .s6{color:#57d3de}.kidx .s7{color:#b9c1cb}\n}\n";

void svg_write_style(struct buf *out)
{
    buf_append_text(out, style);
}

void svg_write_patterns(struct buf *out)
{
    static const char *const marks[SVG_COLOURS] = {
        "",         "M0 8L8 0", "M4 0V8",           "M2 2h1v1h-1zM6 6h1v1h-1z",
        "M0 0L8 8", "M0 4H8",   "M0 0L8 8M0 8L8 0", "M0 4H8M4 0V8"};

    buf_append_text(out, "<defs>\n");
    for (size_t i = 0; i < SVG_COLOURS; i++)
        buf_append_format(
            out,
            "<pattern id=\"kidx-fill-%zu\" width=\"8\" height=\"8\" "
            "patternUnits=\"userSpaceOnUse\"><g class=\"s%zu\">"
            "<rect width=\"8\" height=\"8\" fill=\"currentColor\" fill-opacity=\"%s\"/>"
            "<path d=\"%s\" stroke=\"currentColor\" fill=\"none\"/></g></pattern>\n",
            i, i, i == 0 ? "0.5" : "0.25", *marks[i] == '\0' ? "M0 0" : marks[i]);
    buf_append_text(out, "</defs>\n");
}

void svg_write(const struct svg *svg, size_t number, struct buf *out)
{
    buf_append_format(out,
                      "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"kidx\" "
                      "viewBox=\"0 0 %.0f %.0f\" width=\"%.0f\" height=\"%.0f\" "
                      "role=\"img\" aria-labelledby=\"t%zu d%zu\">\n<title id=\"t%zu\">",
                      svg->width, svg->height, svg->width, svg->height, number, number,
                      number);
    escape_xml(out, buf_view(&svg->title));
    buf_append_format(out, "</title>\n<desc id=\"d%zu\">", number);
    escape_xml(out, buf_view(&svg->description));
    buf_append_text(out, "</desc>\n");
    buf_append(out, svg->body.data, svg->body.length);
    buf_append_text(out, "</svg>\n");
}
