/* name: names without the beginning that they share.
 *
 * Names of workloads, protocols and environments are long and begin alike
 * ("nightly-do-bench-forward", "nightly-do-bench-backward"). First all names are added;
 * after name_set_end, name_set_shorten omits what they share, up to a hyphen. Nothing is
 * omitted if all names are equal or the shared beginning is short.
 */
#ifndef KIDX_PRESENT_NAME_H
#define KIDX_PRESENT_NAME_H

#include "base/buf.h"

#include <stdbool.h>

struct name_set {
    struct buf first; /* the name that was added first */
    size_t shared;    /* bytes of it with which all names begin */
    bool is_empty;
    bool is_same; /* all names are equal */
};

void name_set_init(struct name_set *set);
void name_set_release(struct name_set *set);

void name_set_add(struct name_set *set, struct view name);

/* All names were added: from now on, SHARED is the number of bytes omitted. */
void name_set_end(struct name_set *set);

/* NAME, which was added before, without the shared beginning: a view into it. A name that
 * is not longer than that is returned whole. */
struct view name_set_shorten(const struct name_set *set, struct view name);

/* The beginning that is omitted, perhaps empty. Valid until the set is released. */
struct view name_set_left_out(const struct name_set *set);

#endif
