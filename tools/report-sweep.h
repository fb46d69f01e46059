/* report-sweep: latency over a swept axis.
 *
 * The cases of a panel that differ in one axis only, which is a number, are a sweep; of
 * several ways to see them so the one with most cases is taken first, until each case that
 * can be is in a sweep. Where no axis is swept alone, cases stand side by side, in their
 * order.
 *
 * A line for each implementation joins its best run of each case; whiskers are p20 to p80.
 * Lines that coincide are told apart by dashes and markers, and whiskers stand beside each
 * other. The x axis is logarithmic to base 2 where all values are powers of two, the y axis
 * logarithmic where the values span more than a factor of 5.
 */
#ifndef KIDX_TOOLS_REPORT_SWEEP_H
#define KIDX_TOOLS_REPORT_SWEEP_H

#include "report-picture.h"

/* Panels of more cases are not searched for sweeps. */
enum { SWEEP_CASES = 256 };

struct sweep {
    uint32_t axis; /* the column, or SWEEP_NONE */
    struct slice *cases;
    size_t count;
};

#define SWEEP_NONE UINT32_MAX

struct sweeps {
    struct sweep *list;
    size_t count;
    struct arena memory;
};

void sweeps_init(struct sweeps *sweeps);
void sweeps_release(struct sweeps *sweeps);

/* Find the sweeps of a panel; those found before are forgotten. */
void sweeps_find(struct sweeps *sweeps, const struct subjects *subjects,
                 struct slice panel);

void sweep_draw(const struct sweep *sweep, const struct subjects *subjects,
                struct svg *svg);

#endif
