/* leader: who is first in a case, by how much, and how certain that is.
 *
 * A lead is clear where p20 to p80 of the first and of the next implementation do not
 * overlap; the lines state that (spread_tie_with_previous).
 */
#ifndef KIDX_TOOLS_REPORT_LEADER_H
#define KIDX_TOOLS_REPORT_LEADER_H

#include "groups.h"

struct leader {
    const struct row *first; /* NULL: no run is ranked */
    const struct row *next;  /* of another implementation, NULL: none */
    double ratio;            /* next to first, at least 1 */
    bool is_unclear;         /* p20 to p80 of both overlap, or the values are equal */
    bool has_no_spread;      /* one of them has no spread: often a single sample */
    size_t excluded;         /* runs */
};

/* The leader among the rows of a case. */
struct leader leader_find(struct slice slice);

/* How far the best run of an implementation is from the best of the case; false: it has no
 * ratio. */
bool leader_ratio_to_best(struct slice slice, struct view label, double *ratio);

/* How many implementations have a rank in SLICE; those are marked in PRESENT, which has
 * room for all of the report. */
size_t leader_count_labels(const struct labels *labels, struct slice slice, bool *present);

#endif
