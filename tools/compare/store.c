#include <config.h>

#include "store.h"

#include "facts.h"

#include <stdlib.h>

void store_init(struct store *store)
{
    memset(store, 0, sizeof *store);
    map_init(&store->objects);
    map_init(&store->names);
    map_init(&store->manifests);
    map_init(&store->roles);
    map_init(&store->settings);
    map_init(&store->cohorts);
    map_init(&store->implementations);
    map_init(&store->unkeyed);
    map_init(&store->groups);
    map_put(&store->groups, "", 0, NULL);
    map_init(&store->sources);
    map_put(&store->sources, "", 0, NULL);
    buf_init(&store->claims);
    map_init(&store->successors);
    arena_init(&store->arena);
    buf_init(&store->scratch);
}

void store_release(struct store *store)
{
    map_release(&store->objects);
    for (size_t i = 0; i < store->manifests.count; i++) {
        struct store_manifests *manifests = store->manifests.entries[i].value.pointer;

        buf_release(&manifests->list);
    }
    map_release(&store->names);
    map_release(&store->manifests);
    map_release(&store->roles);
    map_release(&store->settings);
    map_release(&store->cohorts);
    map_release(&store->implementations);
    map_release(&store->unkeyed);
    map_release(&store->groups);
    map_release(&store->sources);
    buf_release(&store->claims);
    map_release(&store->successors);
    arena_release(&store->arena);
    buf_release(&store->scratch);
    for (size_t i = 0; i * STORE_CHUNK < store->run_count + store->duplicate_count; i++)
        free(store->chunks[i]);
    free(store->chunks);
    free(store->ordered);
    free(store->runs);
    free(store->implementation_order);
    free(store->unkeyed_order);
    free(store->group_order);
}

void store_fetch(const struct store *store, size_t place)
{
    enum { LINE = 64, FETCHED = 64 /* runs: more would drive out each other */ };
    const struct store_cohort *cohort;

    if (place >= store_cohort_count(store))
        return;
    cohort = store->ordered[place];
    for (size_t i = 0; i < cohort->count && i < FETCHED; i++)
        for (size_t at = 0; at < sizeof **cohort->runs; at += LINE)
            __builtin_prefetch((const char *)cohort->runs[i] + at);
}

int store_compare_texts(struct view a, struct view b)
{
    if (a.data == NULL || b.data == NULL)
        return (a.data == NULL) - (b.data == NULL);
    return view_compare(a, b);
}

bool store_same_place(const struct store_cohort *a, const struct store_cohort *b)
{
    return a->workload == b->workload && a->setting->protocol == b->setting->protocol &&
           a->setting->environment == b->setting->environment;
}

const struct store_implementation *store_implementation(const struct store *store,
                                                        const struct ranked_run *run)
{
    return store->implementation_order[run->implementation];
}

struct view store_benchmark(const struct store *store, const struct ranked_run *run)
{
    const struct map_entry *entry = store->unkeyed_order[run->unkeyed];
    struct unkeyed_lengths lengths;

    memcpy(&lengths, entry->key + entry->length - sizeof lengths, sizeof lengths);
    return (struct view){entry->key, lengths.benchmark};
}

static bool is_in(const struct map *map, struct buf *key)
{
    bool found = map_find(map, key->data, key->length) != NULL;

    buf_release(key);
    return found;
}

bool store_has_name(const struct store *store, const struct digest *digest,
                    struct view name)
{
    struct buf key;

    buf_init(&key);
    store_key_begin(&key, digest);
    buf_append_sized(&key, name);
    return is_in(&store->names, &key);
}

bool store_has_role(const struct store *store, const struct digest *digest,
                    struct view name, struct view role)
{
    struct buf key;

    buf_init(&key);
    store_key_begin(&key, digest);
    buf_append_sized(&key, name);
    buf_append_sized(&key, role);
    return is_in(&store->roles, &key);
}

struct view store_group(const struct store *store, uint32_t group)
{
    const struct map_entry *entry = store->group_order[group];

    return (struct view){entry->key, entry->length};
}

void store_case_part(const struct store_cohort *cohort, enum case_part part,
                     struct buf *out)
{
    const struct store_object *const objects[] = {
        cohort->workload, cohort->setting->protocol, cohort->setting->environment};
    char text[DIGEST_TEXT_LENGTH];

    if (part == CASE_METRIC) {
        buf_append(out, cohort->setting->metric_text.data,
                   cohort->setting->metric_text.length);
        return;
    }
    if (objects[part]->name.data != NULL && objects[part]->name.length > 0) {
        buf_append(out, objects[part]->name.data, objects[part]->name.length);
        return;
    }
    digest_text(objects[part]->digest, text);
    buf_append(out, text, STORE_SHORT_DIGEST);
}

void store_case_text(const struct store_cohort *cohort, struct buf *out)
{
    for (int part = 0; part < CASE_PARTS; part++) {
        if (part > 0)
            buf_append_byte(out, '/');
        store_case_part(cohort, (enum case_part)part, out);
    }
}

static struct cohort_parts parts_of(const struct store_cohort *cohort)
{
    return (struct cohort_parts){.operation = cohort->workload->operation,
                                 .workload = *cohort->workload->digest,
                                 .protocol = *cohort->setting->protocol->digest,
                                 .environment = *cohort->setting->environment->digest,
                                 .correctness = cohort->workload->correctness,
                                 .metric = cohort->setting->metric_text,
                                 .metric_length = cohort->setting->metric.length,
                                 .statistic_length = cohort->setting->statistic.length};
}

void store_cohort_id(const struct store_cohort *cohort, struct digester *digester,
                     struct buf *scratch, struct digest *id)
{
    struct cohort_parts parts = parts_of(cohort);

    cohort_id(&parts, digester, scratch, id);
}

bool store_comparison_key(const struct store_cohort *cohort, struct digester *digester,
                          struct buf *scratch, struct digest *key)
{
    struct cohort_parts parts = parts_of(cohort);

    if (!cohort->workload->has_keys)
        return false;
    cohort_comparison_key(&parts, digester, scratch, key);
    return true;
}

size_t store_reasons(const struct ranked_run *run, const char *reasons[STORE_REASONS])
{
    size_t count = 0;

    if (run->status != RUN_PASSED)
        reasons[count++] = run_status_reason((enum run_status)run->status);
    if (!ranking_has(run, RANKING_VALUE))
        reasons[count++] = "MISSING_PRIMARY_METRIC";
    if (ranking_has(run, RANKING_RETRACTED))
        reasons[count++] = "RETRACTED";
    if (ranking_has(run, RANKING_SUPERSEDED))
        reasons[count++] = "SUPERSEDED";
    if (ranking_has(run, RANKING_UNPUBLISHED))
        reasons[count++] = "UNPUBLISHED";
    return count;
}

const char *store_hidden_reason(const struct ranked_run *run)
{
    return ranking_has(run, RANKING_RETRACTED)    ? "RETRACTED"
           : ranking_has(run, RANKING_SUPERSEDED) ? "SUPERSEDED"
                                                  : "UNPUBLISHED";
}
