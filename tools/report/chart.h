/* chart: the frame that all pictures share, and the one kind of picture that several use:
 * rows of dots or bars.
 *
 * - latency: values over a swept axis, a line for each implementation, whiskers p20 to p80
 * - ratio: candidate / base with its interval; 1 and the floors are marked
 * - speedup: bars of how much faster than the base
 * - record: the record history of a case, as steps
 * - heat: the ratio to the best of each case, implementation by implementation
 *
 * Each picture states metric, unit, direction, GPU, protocol, how many cases it shows and
 * how many it does not, both as text and in its description.
 */
#ifndef KIDX_TOOLS_REPORT_CHART_H
#define KIDX_TOOLS_REPORT_CHART_H

#include "labels.h"
#include "svg.h"

enum { CHART_WIDTH = 460 };

/* Begin a picture with its title and the lines of LINES, which are separated by LF and
 * wrapped at blanks; they become its description, too. Returns the height used. */
double chart_begin(struct svg *svg, double width, struct view title, struct view lines);

/* Draw a legend of these implementations below Y; returns where it ends. */
double chart_legend(struct svg *svg, const struct labels *labels, const struct view *names,
                    size_t count, double y, bool bars);

/* Finish a picture of this height: add its background. */
void chart_end(struct svg *svg, double height);

/* Append the lines that all pictures have: metric, unit and direction; GPU and protocol. */
void chart_write_about(const struct labels *labels, const struct row *row, struct view unit,
                       struct buf *out);

/* --- rows of dots or bars --- */

enum chart_style { CHART_RATIOS, CHART_BARS };

/* A picture holds this many rows. */
enum { CHART_ROWS = 48 };

struct chart_row {
    struct view name;
    size_t series;
    double value; /* 0: not known, drawn as a dashed box */
    double low;   /* of its interval, 0: none */
    double high;
    double floor;     /* 0: none */
    struct view note; /* shown instead of a value that is not known */
};

/* Draw COUNT rows, at most CHART_ROWS. TITLE and LINES as of chart_begin. */
void chart_dots(struct svg *svg, enum chart_style style, struct view title,
                struct view lines, const struct chart_row *rows, size_t count);

#endif
