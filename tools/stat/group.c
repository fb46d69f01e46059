#include <config.h>

#include "group.h"

#include "base/mem.h"

#include <stdlib.h>

void group_map_init(struct group_map *groups, const struct group_limits *limits)
{
    groups->limits = limits;
    map_init(&groups->map);
    map_init(&groups->measures);
    arena_init(&groups->arena);
}

static void release_values(struct group *group)
{
    counts_release(&group->counts);
    if (group->buckets != NULL)
        moments_release(&group->buckets->moments);
    free(group->buckets);
    group->buckets = NULL;
}

void group_release(struct group *group)
{
    release_values(group);
    free(group->missing);
    group->missing = NULL;
}

void group_map_release(struct group_map *groups)
{
    for (size_t i = 0; i < groups->map.count; i++)
        group_release(groups->map.entries[i].value.pointer);
    map_release(&groups->map);
    map_release(&groups->measures);
    arena_release(&groups->arena);
}

/* --- measures --- */

static struct sample_measure *measure_of(const struct group_map *groups, uint32_t number)
{
    return groups->measures.entries[number - 1].value.pointer;
}

static uint32_t number_measure(struct group_map *groups,
                               const struct sample_measure *measure)
{
    bool added;
    struct map_entry *entry =
        map_put(&groups->measures, measure->text.data, measure->text.length, &added);

    if (added) {
        struct sample_measure *copy = arena_alloc(&groups->arena, sizeof *copy);

        *copy = *measure;
        copy->text.data =
            arena_copy_text(&groups->arena, measure->text.data, measure->text.length);
        entry->value.pointer = copy;
    }
    return (uint32_t)(entry - groups->measures.entries) + 1;
}

/* Add a measure to a group, which stores the two smallest different ones in order. */
static void add_measure(struct group_map *groups, struct group *group, uint32_t number)
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

const struct sample_measure *group_measure(const struct group_map *groups,
                                           const struct group *group, unsigned number)
{
    return group->measures[number] == 0 ? NULL
                                        : measure_of(groups, group->measures[number]);
}

/* --- values --- */

static void widen(struct group_buckets *buckets, double value)
{
    if (value < buckets->minimum)
        buckets->minimum = value;
    if (value > buckets->maximum)
        buckets->maximum = value;
}

/* Add a value to a group that has buckets. */
static void add_to_bucket(const struct group_limits *limits, struct group *group,
                          double value, uint64_t times)
{
    struct group_buckets *buckets = group->buckets;

    counts_add(&group->counts, sketch_key(&limits->scale, value), times);
    moments_add(&buckets->moments, value, times);
    if (value > 0)
        geomean_add(&buckets->geomean, value, times);
    widen(buckets, value);
}

/* Replace the values of a group by buckets and sums. */
static void make_buckets(const struct group_limits *limits, struct group *group)
{
    struct counts counts = group->counts;
    const struct counts_entry *entries = counts_sort(&counts);

    counts_init(&group->counts);
    group->buckets = mem_zeroed(1, sizeof *group->buckets);
    moments_init(&group->buckets->moments);
    group->buckets->minimum = 1.0 / 0.0;
    group->buckets->maximum = -1.0 / 0.0;
    for (uint32_t i = 0; i < counts.used; i++)
        add_to_bucket(limits, group, counts_value(entries[i].key), entries[i].count);
    counts_release(&counts);
}

static void add_value(const struct group_limits *limits, struct group *group,
                      struct counts_entry entry)
{
    if (group->buckets != NULL) {
        add_to_bucket(limits, group, counts_value(entry.key), entry.count);
        return;
    }
    counts_add(&group->counts, entry.key, entry.count);
    if (group->counts.used <= limits->exact_max)
        return;
    if (limits->alpha > 0) {
        make_buckets(limits, group);
    } else {
        group->is_overfull = true;
        release_values(group);
    }
}

/* Add a sample that consists of buckets and sums. */
static void add_buckets(const struct group_limits *limits, struct group *group,
                        const struct sample *sample)
{
    const struct sample_sums *sums = &sample->sums;
    struct geomean geomean = {0, sums->logarithms};
    struct moments moments;

    if (group->buckets == NULL)
        make_buckets(limits, group);
    moments_init(&moments);
    for (uint64_t i = 0; i < sample_entry_count(sample); i++) {
        struct counts_entry entry = sample_entry(sample, i);

        counts_add(&group->counts, entry.key, entry.count);
        moments.count += entry.count;
    }
    geomean.count = moments.count - sums->non_positive;
    sum_parse(&moments.total, sums->total, SUM_OF_VALUES);
    sum_parse(&moments.squares, sums->squares, SUM_OF_SQUARES);
    moments_merge(&group->buckets->moments, &moments);
    geomean_merge(&group->buckets->geomean, &geomean);
    widen(group->buckets, sums->minimum);
    widen(group->buckets, sums->maximum);
    moments_release(&moments);
}

static void add_values(const struct group_limits *limits, struct group *group,
                       const struct sample *sample)
{
    if (group->is_overfull || group_is_mixed(group))
        return;
    if (sample->is_sketched) {
        add_buckets(limits, group, sample);
        return;
    }
    for (uint64_t i = 0; i < sample_entry_count(sample) && !group->is_overfull; i++)
        add_value(limits, group, sample_entry(sample, i));
}

/* --- groups --- */

static struct group *find_group(struct group_map *groups, struct view key)
{
    struct map_entry *entry;
    bool added;

    entry = map_put(&groups->map, key.data, key.length, &added);
    if (added) {
        entry->value.pointer = arena_alloc(&groups->arena, sizeof(struct group));
        memset(entry->value.pointer, 0, sizeof(struct group));
    }
    return entry->value.pointer;
}

static void add_missing(struct group *group, const uint64_t missing[MISSING_REASONS])
{
    for (unsigned i = 0; i < MISSING_REASONS; i++) {
        if (missing[i] == 0)
            continue;
        if (group->missing == NULL)
            group->missing = mem_zeroed(MISSING_REASONS, sizeof *group->missing);
        group->missing[i] += missing[i];
    }
}

uint64_t group_missing(const struct group *group)
{
    uint64_t sum = 0;

    for (unsigned i = 0; group->missing != NULL && i < MISSING_REASONS; i++)
        sum += group->missing[i];
    return sum;
}

/* Whether no count of the group exceeds the limit with SAMPLE, which has VALUES values. */
static bool has_room(const struct group *group, const struct sample *sample,
                     uint64_t values)
{
    uint64_t missing = group_missing(group);

    for (unsigned i = 0; i < MISSING_REASONS; i++) {
        missing += sample->missing[i];
        if (missing > SAMPLE_COUNT_MAX)
            return false;
    }
    return group->records + sample->records <= SAMPLE_COUNT_MAX &&
           group->non_finite + sample->non_finite <= SAMPLE_COUNT_MAX &&
           group->values + values <= SAMPLE_COUNT_MAX;
}

int group_map_add(struct group_map *groups, const struct sample *sample)
{
    struct group *group = find_group(groups, sample->key);
    uint64_t values = 0;

    for (uint64_t i = 0; i < sample_entry_count(sample); i++) {
        values += sample_entry(sample, i).count;
        if (values > SAMPLE_COUNT_MAX)
            return -1;
    }
    if (!has_room(group, sample, values))
        return -1;
    group->records += sample->records;
    group->values += values;
    group->non_finite += sample->non_finite;
    add_missing(group, sample->missing);
    for (unsigned i = 0; i < sample->measure_count; i++)
        add_measure(groups, group, number_measure(groups, &sample->measures[i]));
    if (group_is_mixed(group))
        release_values(group);
    add_values(groups->limits, group, sample);
    return 0;
}

/* --- the end of input --- */

static int compare_entries(const void *a, const void *b)
{
    const struct group_entry *x = a;
    const struct group_entry *y = b;
    int order = view_compare(x->by, y->by);

    return order != 0 ? order : view_compare(x->value, y->value);
}

struct group_entry *group_map_sort(const struct group_map *groups)
{
    struct group_entry *entries = mem_zeroed(groups->map.count, sizeof *entries);

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
