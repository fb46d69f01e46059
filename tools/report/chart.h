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

enum { PICTURE_WIDTH = 460 };

/* A picture begins with its title and the lines of LINES (parted by LF; those that are too
 * wide are broken at blanks), which become its description, too. Returns the height they
 * take. */
double picture_begin(struct svg *svg, double width, struct view title, struct view lines);

/* The height that a legend of these labels takes, drawn from Y on. */
double picture_legend(struct svg *svg, const struct subjects *subjects,
                      const struct view *labels, size_t count, double y, bool bars);

/* Finish, the background included, at this height. */
void picture_end(struct svg *svg, double height);

/* What is said of all pictures: metric and unit, direction, GPU and protocol. */
void picture_write_about(const struct subjects *subjects, const struct row *row,
                         struct view unit, struct buf *out);

#endif
