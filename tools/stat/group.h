/* group: what kidx-stat knows of each group of values.
 *
 * A group counts how often each value occurs, so that all that is said about it later is
 * exact. Where there are more different values than are to be kept apart, and an alpha was
 * given, a group goes over to buckets (stats/sketch.h) and to exact sums. What a group
 * holds in the end depends on the set of its values only: groups of parts, merged in any
 * order, are the group of the whole.
 *
 * Not so cheap: a group takes some 120 bytes beside its key, and 16 to 43 for each
 * different value.
 */
#ifndef KIDX_TOOLS_STAT_GROUP_H
#define KIDX_TOOLS_STAT_GROUP_H

#include "fact.h"

#include "base/map.h"
#include "stats/moments.h"
#include "stats/geomean.h"
#include "stats/sketch.h"

/* How values are kept. */
struct stat_keeping {
    uint64_t exact_max; /* different values of a group */
    double alpha;       /* beyond them; 0: they are too many */
    struct sketch_scale scale;
};

/* Of a group that has gone over to buckets. */
struct stat_sketched {
    struct moments moments;
    struct geomean geomean; /* of positive values */
    double minimum;
    double maximum;
};

struct stat_group {
    uint32_t measures[2]; /* numbers from 1; the second is set where they are mixed */
    bool is_overfull;     /* too many different values; they are not kept */
    uint64_t records;     /* of a count */
    uint64_t values;
    uint64_t non_finite;
    uint64_t *missing; /* by reason; NULL: none */
    struct counts counts;
    struct stat_sketched *sketched;
};

struct stat_groups {
    const struct stat_keeping *keeping;
    struct map map;      /* the key of a fact → struct stat_group */
    struct map measures; /* text → struct stat_measure */
    struct arena arena;
};

void stat_groups_init(struct stat_groups *groups, const struct stat_keeping *keeping);
void stat_groups_release(struct stat_groups *groups);

/* Add a fact. -1: its group would count beyond 2^52. */
int stat_groups_add(struct stat_groups *groups, const struct stat_fact *fact);

/* A group in the end. */
struct stat_entry {
    struct view by;
    struct view value; /* empty: a count */
    struct stat_group *group;
};

/* All groups in the order of the bytes of their keys; free() releases them. */
struct stat_entry *stat_groups_sort(const struct stat_groups *groups);

/* What the values of a group are; NULL where it has none. NUMBER is 0, or 1 where they are
 * mixed. */
const struct stat_measure *stat_group_measure(const struct stat_groups *groups,
                                              const struct stat_group *group,
                                              unsigned number);

static inline bool stat_group_is_mixed(const struct stat_group *group)
{
    return group->measures[1] != 0;
}

uint64_t stat_group_missing(const struct stat_group *group);

/* Give back what the group holds. */
void stat_group_release(struct stat_group *group);

#endif
