/* chart: what all pictures of a report have in common; each is drawn into a struct
 * svg.
 *
 * - latency: values over a swept axis, a line for each implementation, whiskers p20 to p80
 * - ratio: those of a comparison with their intervals, 1 and the floors marked
 * - speedup: bars of how much faster than the base
 * - record: the record history of a case, as steps
 * - heat: the ratio to the best of each case, implementation by implementation
 *
 * Each states metric, unit, direction, GPU, protocol, how many cases it shows and how many
 * not, within itself and in its description.
 */
#ifndef KIDX_TOOLS_REPORT_CHART_H
#define KIDX_TOOLS_REPORT_CHART_H

#include "labels.h"
#include "svg.h"

enum { CHART_WIDTH = 460 };

/* A picture begins with its title and the lines of LINES (parted by LF; those that are too
 * wide are broken at blanks), which become its description, too. Returns the height they
 * take. */
double chart_begin(struct svg *svg, double width, struct view title, struct view lines);

/* The height that a legend of these implementations takes, drawn from Y on. */
double chart_legend(struct svg *svg, const struct labels *labels, const struct view *names,
                    size_t count, double y, bool bars);

/* Finish, the background included, at this height. */
void chart_end(struct svg *svg, double height);

/* What is said of all pictures: metric and unit, direction, GPU and protocol. */
void chart_write_about(const struct labels *labels, const struct row *row, struct view unit,
                       struct buf *out);

/* --- rows of dots or bars --- */

enum chart_style { CHART_RATIOS, CHART_BARS };

/* A picture holds this many rows. */
enum { CHART_ROWS = 48 };

struct chart_row {
    struct view name;
    size_t series;
    double value; /* 0: not known, a hole */
    double low;   /* of its interval, 0: none */
    double high;
    double floor;     /* 0: none */
    struct view note; /* stands for a value that is not known */
};

/* Draw COUNT rows, at most CHART_ROWS. TITLE and LINES as of chart_begin. */
void chart_dots(struct svg *svg, enum chart_style style, struct view title,
                struct view lines, const struct chart_row *rows, size_t count);

#endif
