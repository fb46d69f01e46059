/* sweep: which cases of a panel are a sweep of one axis.
 *
 * The cases of a panel that differ in one axis only, which is a number, are a sweep; of
 * several ways to see them so the one with most cases is taken first, until each case that
 * can be is in a sweep. Where no axis is swept alone, cases stand side by side, in their
 * order.
 */
#ifndef KIDX_TOOLS_REPORT_SWEEP_H
#define KIDX_TOOLS_REPORT_SWEEP_H

#include "groups.h"

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

/* The number of the cases of SLICE on an axis; false: it is none. */
bool sweep_number(struct slice slice, uint32_t column, double *number);

#endif
