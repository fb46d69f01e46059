/* group: the values of each group.
 *
 * A group counts how often each different value occurs, so all statistics are exact. A
 * group with more different values than exact_max changes over to buckets (stats/sketch.h)
 * and exact sums if an alpha is given, and is overfull otherwise. The final content of a
 * group depends on the set of its samples only, not on their order.
 *
 * Memory: a group has about 240 bytes with its key, and 16 to 43 for each different value.
 * One thread uses a map.
 */
#ifndef KIDX_TOOLS_STAT_GROUP_H
#define KIDX_TOOLS_STAT_GROUP_H

#include "sample.h"

#include "base/map.h"
#include "stats/moments.h"
#include "stats/geomean.h"
#include "stats/sketch.h"

/* How many values are stored, and what replaces them. */
struct group_limits {
    uint64_t exact_max; /* different values in a group */
    double alpha;       /* of the buckets; 0: there are none */
    struct sketch_scale scale;
};

/* Beside the buckets. */
struct group_buckets {
    struct moments moments;
    struct geomean geomean; /* of positive values */
    double minimum;
    double maximum;
};

struct group {
    uint32_t measures[2]; /* numbers from 1; the second is set if values are mixed */
    bool is_overfull;     /* too many different values: they were discarded */
    uint64_t records;     /* only for counts of records */
    uint64_t values;
    uint64_t non_finite;
    uint64_t *missing;             /* by reason; NULL: none */
    struct counts counts;          /* of values, or of buckets */
    struct group_buckets *buckets; /* NULL: counts are of values */
};

struct group_map {
    const struct group_limits *limits;
    struct map map;      /* the key of a sample → struct group */
    struct map measures; /* text → struct sample_measure */
    struct arena arena;
};

void group_map_init(struct group_map *groups, const struct group_limits *limits);
void group_map_release(struct group_map *groups);

/* Add a sample. -1: its group would count beyond 2^52; then nothing was added. */
int group_map_add(struct group_map *groups, const struct sample *sample);

/* A group at the end of input. The views are valid until group_map_release. */
struct group_entry {
    struct view by;
    struct view value; /* empty: a count of records */
    struct group *group;
};

/* Return all groups in the order of the bytes of their keys; free() releases them. */
struct group_entry *group_map_sort(const struct group_map *groups);

/* The measure of a group's values, NULL where nothing is known of it. NUMBER is 0, or 1 if
 * they are mixed. */
const struct sample_measure *group_measure(const struct group_map *groups,
                                           const struct group *group, unsigned number);

/* Whether the values have different metrics, statistics or units. */
static inline bool group_is_mixed(const struct group *group)
{
    return group->measures[1] != 0;
}

/* How many records had no value. */
uint64_t group_missing(const struct group *group);

/* Free the values of a group before the map is released. */
void group_release(struct group *group);

#endif
