/* name: short names: what all names of one kind begin with is left out.
 *
 * Names of workloads, protocols and environments are long and begin alike
 * ("nightly-do-bench-forward", "nightly-do-bench-backward"). First all names are added;
 * after name_set_end, name_set_shorten leaves out what they share, up to a hyphen. Names
 * that are all equal are not shortened, and neither is a short beginning left out.
 */
#ifndef KIDX_PRESENT_NAME_H
#define KIDX_PRESENT_NAME_H

#include "base/buf.h"

#include <stdbool.h>

struct name_set {
    struct buf first; /* the name that was added first */
    size_t shared;    /* how many of its bytes the others begin with, too */
    bool is_empty;
    bool is_same; /* all names are equal */
};

void name_set_init(struct name_set *set);
void name_set_release(struct name_set *set);

void name_set_add(struct name_set *set, struct view name);

/* All names were added: from now on, SHARED is what is left out. */
void name_set_end(struct name_set *set);

/* The rest of NAME, which must have been added; a view of it. */
struct view name_set_shorten(const struct name_set *set, struct view name);

/* What is left out; empty: nothing. Valid until the set is released. */
struct view name_set_left_out(const struct name_set *set);

#endif
