#include <config.h>

#include "compare-store.h"

#include "base/mem.h"
#include "compare-facts.h"

#include <stdlib.h>

static uint32_t number_of(struct map *map, struct view text)
{
    return (uint32_t)(map_put(map, text.data, text.length, NULL) - map->entries);
}

void store_init(struct store *store)
{
    memset(store, 0, sizeof *store);
    map_init(&store->objects);
    map_init(&store->manifests);
    map_init(&store->settings);
    map_init(&store->cohorts);
    map_init(&store->implementations);
    map_init(&store->residues);
    map_init(&store->groups);
    number_of(&store->groups, (struct view){"", 0});
    map_init(&store->superseded);
    arena_init(&store->arena);
    buf_init(&store->scratch);
    store->digester = digester_new();
}

void store_release(struct store *store)
{
    map_release(&store->objects);
    map_release(&store->manifests);
    map_release(&store->settings);
    map_release(&store->cohorts);
    map_release(&store->implementations);
    map_release(&store->residues);
    map_release(&store->groups);
    map_release(&store->superseded);
    arena_release(&store->arena);
    buf_release(&store->scratch);
    digester_free(store->digester);
    for (size_t i = 0; i * STORE_CHUNK < store->run_count + store->duplicate_count; i++)
        free(store->chunks[i]);
    free(store->chunks);
    free(store->ordered);
    free(store->runs);
    free(store->implementation_order);
    free(store->group_order);
}

/* --- taking facts --- */

static struct view keep(struct store *store, struct view text)
{
    return (struct view){arena_copy_text(&store->arena, text.data, text.length),
                         text.length};
}

static struct store_object *object_of(struct store *store, const struct digest *digest)
{
    bool added;
    struct map_entry *entry = map_put(&store->objects, digest->bytes, DIGEST_SIZE, &added);
    struct store_object *object;

    if (!added)
        return entry->value.pointer;
    object = arena_alloc(&store->arena, sizeof *object);
    memset(object, 0, sizeof *object);
    object->digest = (const void *)entry->key;
    entry->value.pointer = object;
    return object;
}

static void take_manifest(struct store *store, const struct object_fact *fact,
                          const struct view *texts)
{
    struct map_entry *entry =
        map_put(&store->manifests, fact->digest.bytes, DIGEST_SIZE, NULL);
    struct store_manifest *manifest = entry->value.pointer;

    for (; manifest != NULL; manifest = manifest->next)
        if (view_equal(manifest->name, texts[OBJECT_TEXT_NAME]) &&
            view_equal(manifest->role, texts[OBJECT_TEXT_ROLE]))
            return;
    manifest = arena_alloc(&store->arena, sizeof *manifest);
    *manifest = (struct store_manifest){.next = entry->value.pointer,
                                        .name = keep(store, texts[OBJECT_TEXT_NAME]),
                                        .role = keep(store, texts[OBJECT_TEXT_ROLE]),
                                        .has_source = fact->has_source};
    entry->value.pointer = manifest;
}

/* Any name is better than none, and of two the first in the order of bytes. */
static bool is_better_name(struct view name, struct view than)
{
    if (than.data == NULL || name.length == 0 || than.length == 0)
        return than.data == NULL || (than.length == 0 && name.length > 0);
    return store_compare_texts(name, than) < 0;
}

static void take_object(struct store *store, const struct object_fact *fact,
                        const struct view *texts)
{
    struct store_object *object;

    if (fact->kind == KIND_IMPLEMENTATION_REVISION) {
        take_manifest(store, fact, texts);
        return;
    }
    object = object_of(store, &fact->digest);
    if (object->name.data == NULL) {
        object->axes = keep(store, texts[OBJECT_TEXT_AXES]);
        object->product = keep(store, texts[OBJECT_TEXT_PRODUCT]);
        object->operation = fact->operation;
        object->correctness = fact->correctness;
        object->shape = fact->shape;
        object->has_keys = fact->has_keys;
    }
    if (is_better_name(texts[OBJECT_TEXT_NAME], object->name))
        object->name = keep(store, texts[OBJECT_TEXT_NAME]);
}

static struct store_setting *setting_of(struct store *store, const struct run_fact *fact,
                                        const struct view *texts)
{
    struct view metric = texts[RUN_TEXT_METRIC];
    struct view statistic = texts[RUN_TEXT_STATISTIC];
    struct view unit = texts[RUN_TEXT_UNIT];
    struct buf *key = &store->scratch;
    struct primary_metric primary = {entrant_has(&fact->entrant, RANKING_VALUE), metric,
                                     statistic, unit, 0};
    struct map_entry *entry;
    struct store_setting *setting;
    size_t text_start;
    bool added;

    buf_clear(key);
    buf_append(key, (const char *)fact->protocol.bytes, DIGEST_SIZE);
    buf_append(key, (const char *)fact->environment.bytes, DIGEST_SIZE);
    buf_append(key, (const char *)&metric.length, sizeof metric.length);
    buf_append(key, (const char *)&statistic.length, sizeof statistic.length);
    text_start = key->length;
    cohort_metric_text(&primary, key);
    entry = map_put(&store->settings, key->data, key->length, &added);
    if (!added)
        return entry->value.pointer;
    setting = arena_alloc(&store->arena, sizeof *setting);
    memset(setting, 0, sizeof *setting);
    entry->value.pointer = setting;
    setting->metric_text =
        (struct view){entry->key + text_start, entry->length - text_start};
    if (primary.exists) {
        const char *text = setting->metric_text.data;

        setting->metric = (struct view){text, metric.length};
        setting->statistic = (struct view){text + metric.length + 1, statistic.length};
        setting->unit =
            (struct view){text + metric.length + 1 + statistic.length + 1, unit.length};
    }
    setting->protocol = object_of(store, &fact->protocol);
    setting->environment = object_of(store, &fact->environment);
    return setting;
}

/* The number of a run's cohort. */
static uint32_t cohort_of(struct store *store, const struct run_fact *fact,
                          const struct view *texts)
{
    struct store_setting *setting = setting_of(store, fact, texts);
    struct {
        struct digest workload;
        struct store_setting *setting;
    } key = {fact->workload, setting};
    bool added;
    struct map_entry *entry = map_put(&store->cohorts, &key, sizeof key, &added);
    struct store_cohort *cohort;

    if (added) {
        cohort = arena_alloc(&store->arena, sizeof *cohort);
        memset(cohort, 0, sizeof *cohort);
        cohort->workload = object_of(store, &fact->workload);
        cohort->setting = setting;
        entry->value.pointer = cohort;
    }
    return (uint32_t)(entry - store->cohorts.entries);
}

static uint32_t implementation_of(struct store *store, const struct run_fact *fact,
                                  const struct view *texts)
{
    struct view provider = texts[RUN_TEXT_PROVIDER];
    struct view kernel = texts[RUN_TEXT_KERNEL];
    struct buf *key = &store->scratch;
    struct store_implementation *implementation;
    struct map_entry *entry;
    bool added;

    buf_clear(key);
    buf_append(key, (const char *)fact->implementation.bytes, DIGEST_SIZE);
    buf_append(key, provider.data, provider.length);
    buf_append_byte(key, '\0');
    buf_append(key, kernel.data, kernel.length);
    entry = map_put(&store->implementations, key->data, key->length, &added);
    if (added) {
        implementation = arena_alloc(&store->arena, sizeof *implementation);
        memset(implementation, 0, sizeof *implementation);
        implementation->digest = fact->implementation;
        digest_text(&implementation->digest, implementation->text);
        implementation->provider = keep(store, provider);
        implementation->kernel = keep(store, kernel);
        entry->value.pointer = implementation;
    }
    return (uint32_t)(entry - store->implementations.entries);
}

static struct entrant *add_run(struct store *store)
{
    size_t chunk = store->run_count / STORE_CHUNK;

    if (store->run_count % STORE_CHUNK == 0) {
        /* The row of chunks grows by doubling. */
        if ((chunk & (chunk - 1)) == 0)
            store->chunks = mem_resize(store->chunks, chunk == 0 ? 1 : 2 * chunk,
                                       sizeof *store->chunks);
        store->chunks[chunk] = mem_alloc(STORE_CHUNK * sizeof **store->chunks);
    }
    return &store->chunks[chunk][store->run_count++ % STORE_CHUNK];
}

static void take_run(struct store *store, const struct run_fact *fact,
                     const struct view *texts)
{
    static const unsigned char none[16];
    struct entrant *run = add_run(store);

    *run = fact->entrant;
    run->cohort = cohort_of(store, fact, texts);
    run->implementation = implementation_of(store, fact, texts);
    run->residue = number_of(&store->residues, texts[RUN_TEXT_RESIDUE]);
    /* Number 0 is that of no --by. */
    run->group = texts[RUN_TEXT_GROUP].length == 0
                     ? 0
                     : number_of(&store->groups, texts[RUN_TEXT_GROUP]);
    entrant_observe(run, texts[RUN_TEXT_OBSERVED_AT].length > ENTRANT_INSTANT
                             ? keep(store, texts[RUN_TEXT_OBSERVED_AT])
                             : texts[RUN_TEXT_OBSERVED_AT]);
    if (fact->has_raw_samples) {
        run->raw_samples = arena_alloc(&store->arena, sizeof *run->raw_samples);
        *run->raw_samples = fact->raw_samples;
    }
    if (memcmp(fact->superseded, none, sizeof none) != 0)
        map_put(&store->superseded, fact->superseded, sizeof fact->superseded, NULL);
}

void store_take(struct store *store, struct view facts)
{
    struct fact fact;
    struct view texts[FACT_TEXTS];

    while (facts_next(&facts, &fact, texts)) {
        if (fact.about == FACT_RUN)
            take_run(store, &fact.of.run, texts);
        else
            take_object(store, &fact.of.object, texts);
    }
}

/* --- asking --- */

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
    size_t shorter = a.length < b.length ? a.length : b.length;
    int order;

    if (a.data == NULL || b.data == NULL)
        return (a.data == NULL) - (b.data == NULL);
    order = shorter == 0 ? 0 : memcmp(a.data, b.data, shorter);
    if (order != 0 || a.length == b.length)
        return order;
    return a.length < b.length ? -1 : 1;
}

bool store_same_place(const struct store_cohort *a, const struct store_cohort *b)
{
    return a->workload == b->workload && a->setting->protocol == b->setting->protocol &&
           a->setting->environment == b->setting->environment;
}

const struct store_implementation *store_implementation(const struct store *store,
                                                        const struct entrant *run)
{
    return store->implementation_order[run->implementation];
}

struct view store_group(const struct store *store, const struct entrant *run)
{
    const struct map_entry *entry = store->group_order[run->group];

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
    buf_append(out, text, 7 + 12);
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
                                 .metric = cohort->setting->metric_text};
}

void store_cohort_id(struct store *store, const struct store_cohort *cohort,
                     struct digest *id)
{
    struct cohort_parts parts = parts_of(cohort);

    cohort_id(&parts, store->digester, &store->scratch, id);
}

bool store_comparison_key(struct store *store, const struct store_cohort *cohort,
                          struct digest *key)
{
    struct cohort_parts parts = parts_of(cohort);

    if (!cohort->workload->has_keys)
        return false;
    cohort_comparison_key(&parts, store->digester, &store->scratch, key);
    return true;
}

size_t store_reasons(const struct entrant *run, const char *reasons[STORE_REASONS])
{
    size_t count = 0;

    if (run->status != RUN_PASSED)
        reasons[count++] = run_status_reason((enum run_status)run->status);
    if (!entrant_has(run, RANKING_VALUE))
        reasons[count++] = "MISSING_PRIMARY_METRIC";
    if (entrant_has(run, RANKING_RETRACTED))
        reasons[count++] = "RETRACTED";
    if (entrant_has(run, RANKING_SUPERSEDED))
        reasons[count++] = "SUPERSEDED";
    if (entrant_has(run, RANKING_UNPUBLISHED))
        reasons[count++] = "UNPUBLISHED";
    return count;
}
