#include <config.h>

#include "store.h"

#include "base/mem.h"
#include "direction.h"
#include "implementation.h"
#include "supersession.h"

#include <stdlib.h>

/* --- cohorts --- */

static int compare_objects(const struct store_object *a, const struct store_object *b)
{
    return memcmp(a->digest->bytes, b->digest->bytes, DIGEST_SIZE);
}

/* Names first, for people; then digests, so that places stay together. */
static int by_place(const void *left, const void *right)
{
    const struct store_cohort *a = *(struct store_cohort *const *)left;
    const struct store_cohort *b = *(struct store_cohort *const *)right;
    const struct store_object *const objects[][2] = {
        {a->workload, b->workload},
        {a->setting->protocol, b->setting->protocol},
        {a->setting->environment, b->setting->environment}};
    int order = 0;

    for (size_t i = 0; i < 3 && order == 0; i++)
        order = store_compare_texts(objects[i][0]->name, objects[i][1]->name);
    for (size_t i = 0; i < 3 && order == 0; i++)
        order = compare_objects(objects[i][0], objects[i][1]);
    if (order == 0)
        order = store_compare_texts(a->setting->metric_text, b->setting->metric_text);
    if (order == 0)
        order = store_compare_texts(a->setting->metric, b->setting->metric);
    return order != 0 ? order
                      : store_compare_texts(a->setting->statistic, b->setting->statistic);
}

/* Sort the cohorts; returns the place of each by its number. */
static uint32_t *order_cohorts(struct store *store)
{
    size_t count = store->cohorts.count;
    uint32_t *places = mem_zeroed(count, sizeof *places);

    store->ordered = mem_zeroed(count, sizeof *store->ordered);
    for (size_t i = 0; i < count; i++) {
        store->ordered[i] = store->cohorts.entries[i].value.pointer;
        store->ordered[i]->place = (uint32_t)i; /* its number, for now */
    }
    if (count > 1)
        qsort(store->ordered, count, sizeof *store->ordered, by_place);
    for (size_t i = 0; i < count; i++) {
        places[store->ordered[i]->place] = (uint32_t)i;
        store->ordered[i]->place = (uint32_t)i;
    }
    return places;
}

static bool names_metric(const struct opt_list *list, struct view metric)
{
    for (size_t i = 0; i < list->count; i++)
        if (view_is(metric, list->texts[i]))
            return true;
    return false;
}

static void set_directions(struct store *store, const struct compare_settings *settings)
{
    for (size_t i = 0; i < store->settings.count; i++) {
        struct store_setting *setting = store->settings.entries[i].value.pointer;

        setting->higher_is_better = cohort_unit_is_rate(setting->unit);
        setting->verdicts_go_higher = direction_is_higher_better(setting->unit);
        if (names_metric(&settings->higher_is_better, setting->metric))
            setting->higher_is_better = setting->verdicts_go_higher = true;
        else if (names_metric(&settings->lower_is_better, setting->metric))
            setting->higher_is_better = setting->verdicts_go_higher = false;
    }
}

/* --- runs --- */

/* Digest and side; what is equal in these is one run. */
static int compare_identity(const struct ranked_run *a, const struct ranked_run *b)
{
    int order = memcmp(a->digest.bytes, b->digest.bytes, DIGEST_SIZE);

    return order != 0 ? order : (a->flags & RANKING_BASE) - (b->flags & RANKING_BASE);
}

/* Which of several records stands for its run, is first. */
static int by_digest(const void *left, const void *right)
{
    const struct ranked_run *a = *(struct ranked_run *const *)left;
    const struct ranked_run *b = *(struct ranked_run *const *)right;
    int order = compare_identity(a, b);

    if (order == 0)
        order = (b->flags & RANKING_ROW) - (a->flags & RANKING_ROW);
    if (order == 0)
        order = (int)store_is_eligible(b) - (int)store_is_eligible(a);
    if (order == 0)
        order = (int)b->evidence - (int)a->evidence;
    if (order == 0)
        order = (int)a->flags - (int)b->flags;
    if (order == 0)
        order = memcmp(&a->row, &b->row, sizeof a->row);
    if (order == 0 && a->unkeyed != b->unkeyed)
        order = a->unkeyed < b->unkeyed ? -1 : 1;
    if (order == 0 && a->group != b->group)
        order = a->group < b->group ? -1 : 1;
    return order;
}

/* Number texts by their order, so that numbers can be compared in place of them. */
static int by_text(const void *left, const void *right)
{
    const struct map_entry *a = *(const struct map_entry *const *)left;
    const struct map_entry *b = *(const struct map_entry *const *)right;

    return store_compare_texts((struct view){a->key, a->length},
                               (struct view){b->key, b->length});
}

/* Sort the texts of a map; entries keep their number, and their word is their place.
 * Returns them in order. */
static const struct map_entry **rank_texts(struct map *map)
{
    const struct map_entry **ordered = mem_zeroed(map->count, sizeof *ordered);

    for (size_t i = 0; i < map->count; i++)
        ordered[i] = &map->entries[i];
    if (map->count > 1)
        qsort(ordered, map->count, sizeof *ordered, by_text);
    for (size_t i = 0; i < map->count; i++)
        map->entries[ordered[i] - map->entries].value.word = i;
    return ordered;
}

/* What only the whole stream tells of a run. */
static void complete_run(struct store *store, struct ranked_run *run,
                         const uint32_t *places)
{
    const struct store_implementation *implementation =
        store->implementations.entries[run->implementation].value.pointer;

    run->implementation = implementation->place;
    run->cohort = places[run->cohort];
    if (run->evidence == EVIDENCE_REPORTED && ranking_has(run, RANKING_EVIDENCE) &&
        implementation->manifests != NULL && implementation->manifests->has_source)
        run->evidence = EVIDENCE_REPRODUCIBLE;
}

/* Groups and unkeyed fields as numbers in the order of their texts. */
static void renumber(struct store *store)
{
    store->unkeyed_order = rank_texts(&store->unkeyed);
    store->group_order = rank_texts(&store->groups);
    for (size_t i = 0; i < store->run_count; i++) {
        struct ranked_run *run = store_run(store, i);

        run->unkeyed = (uint32_t)store->unkeyed.entries[run->unkeyed].value.word;
        run->group = (uint32_t)store->groups.entries[run->group].value.word;
    }
}

/* Put the runs of each cohort together, in the order of the cohorts. */
static void gather_runs(struct store *store, const uint32_t *places)
{
    size_t start = 0;

    for (size_t i = 0; i < store->run_count; i++) {
        struct ranked_run *run = store_run(store, i);

        complete_run(store, run, places);
        store->ordered[run->cohort]->count++;
    }
    store->runs = mem_zeroed(store->run_count, sizeof *store->runs);
    for (size_t i = 0; i < store->cohorts.count; i++) {
        store->ordered[i]->runs = store->runs + start;
        start += store->ordered[i]->count;
        store->ordered[i]->count = 0;
    }
    for (size_t i = 0; i < store->run_count; i++) {
        struct ranked_run *run = store_run(store, i);
        struct store_cohort *cohort = store->ordered[run->cohort];

        cohort->runs[cohort->count++] = run;
    }
}

/* Sort the runs of a cohort and drop those that came twice. */
static void order_cohort(struct store_cohort *cohort)
{
    size_t kept = 1;

    if (cohort->count < 2)
        return;
    qsort(cohort->runs, cohort->count, sizeof *cohort->runs, by_digest);
    for (size_t i = 1; i < cohort->count; i++)
        if (compare_identity(cohort->runs[kept - 1], cohort->runs[i]) != 0)
            cohort->runs[kept++] = cohort->runs[i];
    cohort->count = kept;
}

/* --- notes --- */

static int by_implementation(const void *left, const void *right)
{
    const struct store_implementation *a = *(struct store_implementation *const *)left;
    const struct store_implementation *b = *(struct store_implementation *const *)right;
    int order = memcmp(a->digest.bytes, b->digest.bytes, DIGEST_SIZE);

    return order != 0 ? order : (a->identity > b->identity) - (a->identity < b->identity);
}

/* Whether one digest stands for several implementations of a cohort. */
static bool has_collision(struct store *store, const struct store_cohort *cohort)
{
    const struct store_implementation **list;
    bool collides = false;

    buf_clear(&store->scratch);
    list = (void *)buf_reserve(&store->scratch, cohort->count * sizeof *list);
    for (size_t i = 0; i < cohort->count; i++)
        list[i] = store_implementation(store, cohort->runs[i]);
    qsort(list, cohort->count, sizeof *list, by_implementation);
    for (size_t i = 1; i < cohort->count && !collides; i++)
        collides = list[i - 1]->identity != list[i]->identity &&
                   digest_equal(&list[i - 1]->digest, &list[i]->digest);
    return collides;
}

static void note_cohort(struct store *store, struct store_cohort *cohort)
{
    for (size_t i = 0; i < cohort->count; i++) {
        if (cohort->runs[i]->unkeyed != cohort->runs[0]->unkeyed)
            cohort->notes |= COHORT_UNKEYED;
        if (ranking_has(cohort->runs[i], RANKING_SOURCE_NATIVE))
            cohort->profile = PROFILE_SOURCE_NATIVE;
    }
    if (has_collision(store, cohort))
        cohort->notes |= COHORT_COLLISION;
}

static void finish_cohorts(struct store *store, const struct compare_settings *settings,
                           const uint32_t *places)
{
    size_t kept = 0;

    renumber(store);
    gather_runs(store, places);
    supersession_resolve(store, settings);
    for (size_t i = 0; i < store->cohorts.count; i++) {
        store_fetch(store, i + 1);
        order_cohort(store->ordered[i]);
        note_cohort(store, store->ordered[i]);
        kept += store->ordered[i]->count;
    }
    store->duplicate_count = store->run_count - kept;
    store->run_count = kept;
}

void sort_store(struct store *store, const struct compare_settings *settings)
{
    uint32_t *places = order_cohorts(store);

    implementation_resolve_all(store, settings);
    set_directions(store, settings);
    finish_cohorts(store, settings, places);
    free(places);
}
