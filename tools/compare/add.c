#include <config.h>

#include "add.h"

#include "base/mem.h"
#include "facts.h"

static uint32_t number_of(struct map *map, struct view text)
{
    return (uint32_t)(map_put(map, text.data, text.length, NULL) - map->entries);
}

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

/* Add a name of a digest to the list at NAMES, unless it is there. */
static void add_name(struct store *store, const struct digest *digest, struct view name,
                     const struct store_name **names, size_t *count)
{
    struct buf *key = &store->scratch;
    struct store_name *added;
    struct map_entry *entry;
    bool is_new;

    store_key_begin(key, digest);
    buf_append_sized(key, name);
    entry = map_put(&store->names, key->data, key->length, &is_new);
    if (!is_new)
        return;
    added = arena_alloc(&store->arena, sizeof *added);
    *added = (struct store_name){*names,
                                 {entry->key + entry->length - name.length, name.length}};
    *names = added;
    ++*count;
}

static struct store_manifests *manifests_of(struct store *store,
                                            const struct digest *digest)
{
    bool is_new;
    struct map_entry *entry =
        map_put(&store->manifests, digest->bytes, DIGEST_SIZE, &is_new);

    if (is_new) {
        entry->value.pointer = arena_alloc(&store->arena, sizeof(struct store_manifests));
        memset(entry->value.pointer, 0, sizeof(struct store_manifests));
    }
    return entry->value.pointer;
}

static void add_manifest(struct store *store, const struct object_fact *fact,
                         const struct view *texts)
{
    struct store_manifests *manifests = manifests_of(store, &fact->digest);
    struct buf *key = &store->scratch;
    struct store_manifest *manifest;
    struct map_entry *entry;
    bool is_new;

    manifests->is_named_by_base = manifests->is_named_by_base ||
                                  (fact->is_of_base && texts[OBJECT_TEXT_NAME].length > 0);
    manifests->has_source = manifests->has_source || fact->has_source;
    store_key_begin(key, &fact->digest);
    buf_append_sized(key, texts[OBJECT_TEXT_NAME]);
    buf_append_sized(key, texts[OBJECT_TEXT_ROLE]);
    entry = map_put(&store->roles, key->data, key->length, &is_new);
    if (!is_new)
        return;
    manifest = arena_alloc(&store->arena, sizeof *manifest);
    *manifest = (struct store_manifest){.name = keep(store, texts[OBJECT_TEXT_NAME]),
                                        .role = keep(store, texts[OBJECT_TEXT_ROLE])};
    entry->value.pointer = manifest;
    buf_append(&manifests->list, (const char *)&manifest, sizeof manifest);
    if (manifest->name.length > 0)
        add_name(store, &fact->digest, manifest->name, &manifests->names,
                 &manifests->name_count);
}

/* Any name is better than none, and of two the first in the order of bytes. */
static bool is_better_name(struct view name, struct view than)
{
    if (than.data == NULL || name.length == 0 || than.length == 0)
        return than.data == NULL || (than.length == 0 && name.length > 0);
    return store_compare_texts(name, than) < 0;
}

static void add_object(struct store *store, const struct object_fact *fact,
                       const struct view *texts)
{
    struct store_object *object;

    if (fact->kind == KIND_IMPLEMENTATION_REVISION) {
        add_manifest(store, fact, texts);
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
    object->is_named_by_base = object->is_named_by_base ||
                               (fact->is_of_base && texts[OBJECT_TEXT_NAME].length > 0);
    if (texts[OBJECT_TEXT_NAME].length > 0 &&
        !view_equal(texts[OBJECT_TEXT_NAME], object->name))
        add_name(store, &fact->digest, texts[OBJECT_TEXT_NAME], &object->names,
                 &object->name_count);
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
    struct primary_metric primary = {ranking_has(&fact->ranked, RANKING_VALUE), metric,
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

    store_key_begin(key, &fact->implementation);
    buf_append_sized(key, provider);
    buf_append_sized(key, kernel);
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

static struct ranked_run *new_run(struct store *store)
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

static void add_run(struct store *store, const struct run_fact *fact,
                    const struct view *texts)
{
    static const struct digest_half none;
    struct ranked_run *run = new_run(store);

    *run = fact->ranked;
    run->cohort = cohort_of(store, fact, texts);
    run->implementation = implementation_of(store, fact, texts);
    run->unkeyed = number_of(&store->unkeyed, texts[RUN_TEXT_UNKEYED]);
    /* Number 0 is that of no --by. */
    run->group = texts[RUN_TEXT_GROUP].length == 0
                     ? 0
                     : number_of(&store->groups, texts[RUN_TEXT_GROUP]);
    ranking_set_observed(run, texts[RUN_TEXT_OBSERVED_AT].length > RANKING_INSTANT
                                  ? keep(store, texts[RUN_TEXT_OBSERVED_AT])
                                  : texts[RUN_TEXT_OBSERVED_AT]);
    if (fact->has_raw_samples) {
        run->raw_samples = arena_alloc(&store->arena, sizeof *run->raw_samples);
        *run->raw_samples = fact->raw_samples;
    }
    run->source = texts[RUN_TEXT_SOURCE].length == 0
                      ? 0
                      : number_of(&store->sources, texts[RUN_TEXT_SOURCE]);
    if (memcmp(&fact->superseded, &none, sizeof none) != 0) {
        struct store_claim claim = {store->run_count - 1, fact->superseded};

        buf_append(&store->claims, (const char *)&claim, sizeof claim);
    }
}

void add_facts(struct store *store, const struct fact *facts)
{
    for (; facts != NULL; facts = facts->next) {
        if (facts->about == FACT_RUN)
            add_run(store, &facts->of.run, facts->texts);
        else
            add_object(store, &facts->of.object, facts->texts);
    }
}
