#include <config.h>

#include "group.h"

#include "base/mem.h"

#include <stdlib.h>

/* What any count may come to, and what a sum of logarithms holds. */
#define MOST (UINT64_C(1) << 52)

void stat_groups_init(struct stat_groups *groups, const struct stat_keeping *keeping)
{
    groups->keeping = keeping;
    map_init(&groups->map);
    map_init(&groups->measures);
    arena_init(&groups->arena);
}

static void release_values(struct stat_group *group)
{
    counts_release(&group->counts);
    if (group->sketched != NULL)
        moments_release(&group->sketched->moments);
    free(group->sketched);
    group->sketched = NULL;
}

void stat_group_release(struct stat_group *group)
{
    release_values(group);
    free(group->missing);
    group->missing = NULL;
}

void stat_groups_release(struct stat_groups *groups)
{
    for (size_t i = 0; i < groups->map.count; i++)
        stat_group_release(groups->map.entries[i].value.pointer);
    map_release(&groups->map);
    map_release(&groups->measures);
    arena_release(&groups->arena);
}

/* --- what values are --- */

static struct stat_measure *measure_of(const struct stat_groups *groups, uint32_t number)
{
    return groups->measures.entries[number - 1].value.pointer;
}

static uint32_t number_measure(struct stat_groups *groups,
                               const struct stat_measure *measure)
{
    bool added;
    struct map_entry *entry =
        map_put(&groups->measures, measure->text.data, measure->text.length, &added);

    if (added) {
        struct stat_measure *kept = arena_alloc(&groups->arena, sizeof *kept);

        *kept = *measure;
        kept->text.data =
            arena_copy_text(&groups->arena, measure->text.data, measure->text.length);
        entry->value.pointer = kept;
    }
    return (uint32_t)(entry - groups->measures.entries) + 1;
}

/* Of all measures of a group the two that come first are kept, in order. */
static void add_measure(struct stat_groups *groups, struct stat_group *group,
                        uint32_t number)
{
    for (int i = 0; i < 2; i++) {
        uint32_t other = group->measures[i];

        if (number == other)
            return;
        if (other == 0 || view_compare(measure_of(groups, number)->text,
                                       measure_of(groups, other)->text) < 0) {
            group->measures[i] = number;
            number = other;
        }
        if (number == 0)
            return;
    }
}

const struct stat_measure *stat_group_measure(const struct stat_groups *groups,
                                              const struct stat_group *group,
                                              unsigned number)
{
    return group->measures[number] == 0 ? NULL
                                        : measure_of(groups, group->measures[number]);
}

/* --- values --- */

static void widen(struct stat_sketched *sketched, double value)
{
    if (value < sketched->minimum)
        sketched->minimum = value;
    if (value > sketched->maximum)
        sketched->maximum = value;
}

/* Add to a group that has buckets. */
static void sketch_value_times(const struct stat_keeping *keeping, struct stat_group *group,
                               double value, uint64_t times)
{
    struct stat_sketched *sketched = group->sketched;

    counts_add(&group->counts, sketch_key(&keeping->scale, value), times);
    moments_add(&sketched->moments, value, times);
    if (value > 0)
        geomean_add(&sketched->geomean, value, times);
    widen(sketched, value);
}

/* Go over to buckets. */
static void start_sketch(const struct stat_keeping *keeping, struct stat_group *group)
{
    struct counts counts = group->counts;
    const struct counts_entry *entries = counts_sort(&counts);

    counts_init(&group->counts);
    group->sketched = mem_zeroed(1, sizeof *group->sketched);
    moments_init(&group->sketched->moments);
    group->sketched->minimum = 1.0 / 0.0;
    group->sketched->maximum = -1.0 / 0.0;
    for (uint32_t i = 0; i < counts.used; i++)
        sketch_value_times(keeping, group, counts_value(entries[i].key), entries[i].count);
    counts_release(&counts);
}

static void add_value(const struct stat_keeping *keeping, struct stat_group *group,
                      struct counts_entry entry)
{
    if (group->sketched != NULL) {
        sketch_value_times(keeping, group, counts_value(entry.key), entry.count);
        return;
    }
    counts_add(&group->counts, entry.key, entry.count);
    if (group->counts.used <= keeping->exact_max)
        return;
    if (keeping->alpha > 0) {
        start_sketch(keeping, group);
    } else {
        group->is_overfull = true;
        release_values(group);
    }
}

/* Add what a group elsewhere has in buckets, but not the buckets. */
static void add_sketched(const struct stat_keeping *keeping, struct stat_group *group,
                         const struct stat_sketched *other)
{
    if (group->sketched == NULL)
        start_sketch(keeping, group);
    moments_merge(&group->sketched->moments, &other->moments);
    geomean_merge(&group->sketched->geomean, &other->geomean);
    widen(group->sketched, other->minimum);
    widen(group->sketched, other->maximum);
}

/* The same of a fact, with the buckets. */
static void add_known(const struct stat_keeping *keeping, struct stat_group *group,
                      const struct stat_fact *fact)
{
    const struct stat_known *known = &fact->known;
    struct stat_sketched other = {.geomean = {0, known->logarithms},
                                  .minimum = known->minimum,
                                  .maximum = known->maximum};

    moments_init(&other.moments);
    for (uint64_t i = 0; i < stat_fact_entry_count(fact); i++)
        other.moments.count += stat_fact_entry(fact, i).count;
    other.geomean.count = other.moments.count - known->non_positive;
    sum_parse(&other.moments.total, known->total, SUM_OF_VALUES);
    sum_parse(&other.moments.squares, known->squares, SUM_OF_SQUARES);
    add_sketched(keeping, group, &other);
    for (uint64_t i = 0; i < stat_fact_entry_count(fact); i++)
        counts_add(&group->counts, stat_fact_entry(fact, i).key,
                   stat_fact_entry(fact, i).count);
    moments_release(&other.moments);
}

static void add_values(const struct stat_keeping *keeping, struct stat_group *group,
                       const struct stat_fact *fact)
{
    if (group->is_overfull || stat_group_is_mixed(group))
        return;
    if (fact->is_sketched) {
        add_known(keeping, group, fact);
        return;
    }
    for (uint64_t i = 0; i < stat_fact_entry_count(fact) && !group->is_overfull; i++)
        add_value(keeping, group, stat_fact_entry(fact, i));
}

/* --- groups --- */

static struct stat_group *find_group(struct stat_groups *groups, struct view key)
{
    struct map_entry *entry;
    bool added;

    entry = map_put(&groups->map, key.data, key.length, &added);
    if (added) {
        entry->value.pointer = arena_alloc(&groups->arena, sizeof(struct stat_group));
        memset(entry->value.pointer, 0, sizeof(struct stat_group));
    }
    return entry->value.pointer;
}

static void add_missing(struct stat_group *group, const uint64_t missing[MISSING_REASONS])
{
    for (unsigned i = 0; i < MISSING_REASONS; i++) {
        if (missing[i] == 0)
            continue;
        if (group->missing == NULL)
            group->missing = mem_zeroed(MISSING_REASONS, sizeof *group->missing);
        group->missing[i] += missing[i];
    }
}

uint64_t stat_group_missing(const struct stat_group *group)
{
    uint64_t sum = 0;

    for (unsigned i = 0; group->missing != NULL && i < MISSING_REASONS; i++)
        sum += group->missing[i];
    return sum;
}

/* Whether all numbers of the group stay ones that a double holds. */
static bool has_room(const struct stat_group *group, const struct stat_fact *fact,
                     uint64_t values)
{
    uint64_t missing = stat_group_missing(group);

    for (unsigned i = 0; i < MISSING_REASONS; i++) {
        missing += fact->missing[i];
        if (missing > MOST)
            return false;
    }
    return group->records + fact->records <= MOST &&
           group->non_finite + fact->non_finite <= MOST && group->values + values <= MOST;
}

int stat_groups_add(struct stat_groups *groups, const struct stat_fact *fact)
{
    struct stat_group *group = find_group(groups, fact->key);
    uint64_t values = 0;

    for (uint64_t i = 0; i < stat_fact_entry_count(fact); i++) {
        values += stat_fact_entry(fact, i).count;
        if (values > MOST)
            return -1;
    }
    if (!has_room(group, fact, values))
        return -1;
    group->records += fact->records;
    group->values += values;
    group->non_finite += fact->non_finite;
    add_missing(group, fact->missing);
    for (unsigned i = 0; i < fact->measure_count; i++)
        add_measure(groups, group, number_measure(groups, &fact->measures[i]));
    if (stat_group_is_mixed(group))
        release_values(group);
    add_values(groups->keeping, group, fact);
    return 0;
}

/* --- in the end --- */

static int compare_entries(const void *a, const void *b)
{
    const struct stat_entry *x = a;
    const struct stat_entry *y = b;
    int order = view_compare(x->by, y->by);

    return order != 0 ? order : view_compare(x->value, y->value);
}

struct stat_entry *stat_groups_sort(const struct stat_groups *groups)
{
    struct stat_entry *entries = mem_zeroed(groups->map.count, sizeof *entries);

    for (size_t i = 0; i < groups->map.count; i++) {
        const struct map_entry *entry = &groups->map.entries[i];
        const char *end = memchr(entry->key, '\0', entry->length);
        size_t length = (size_t)(end - entry->key);

        entries[i].by = (struct view){entry->key, length};
        entries[i].value = (struct view){end + 1, entry->length - length - 1};
        entries[i].group = entry->value.pointer;
    }
    if (groups->map.count > 0)
        qsort(entries, groups->map.count, sizeof *entries, compare_entries);
    return entries;
}
