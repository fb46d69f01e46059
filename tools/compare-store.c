#include <config.h>

#include "compare-store.h"

#include "base/mem.h"
#include "compare-facts.h"

#include <stdlib.h>

enum { CHUNK_RUNS = 4096, KEBAB_LENGTH = 100 };

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
    for (size_t i = 0; i * CHUNK_RUNS < store->run_count + store->duplicate_count; i++)
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

/* The order of bytes; a text without data comes last. */
static int compare_texts(struct view a, struct view b)
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
    return compare_texts(name, than) < 0;
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
    size_t chunk = store->run_count / CHUNK_RUNS;

    if (store->run_count % CHUNK_RUNS == 0) {
        /* The row of chunks grows by doubling. */
        if ((chunk & (chunk - 1)) == 0)
            store->chunks = mem_resize(store->chunks, chunk == 0 ? 1 : 2 * chunk,
                                       sizeof *store->chunks);
        store->chunks[chunk] = mem_alloc(CHUNK_RUNS * sizeof **store->chunks);
    }
    return &store->chunks[chunk][store->run_count++ % CHUNK_RUNS];
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
    run->observed_at = keep(store, texts[RUN_TEXT_OBSERVED_AT]).data;
    run->observed_length = (uint32_t)texts[RUN_TEXT_OBSERVED_AT].length;
    if (fact->has_raw_samples) {
        run->raw_samples = arena_alloc(&store->arena, sizeof *run->raw_samples);
        *run->raw_samples = fact->raw_samples;
    }
    if (memcmp(fact->superseded, none, sizeof none) != 0)
        map_put(&store->superseded, fact->superseded, sizeof fact->superseded, NULL);
}

void store_take(struct store *store, struct view facts)
{
    while (facts.length > 0) {
        struct fact fact;
        struct view texts[FACT_TEXTS];
        const char *text = facts.data + sizeof fact;

        memcpy(&fact, facts.data, sizeof fact);
        for (size_t i = 0; i < FACT_TEXTS; i++) {
            texts[i] = (struct view){text, fact.lengths[i]};
            text += fact.lengths[i];
        }
        if (fact.about == FACT_RUN)
            take_run(store, &fact.of.run, texts);
        else
            take_object(store, &fact.of.object, texts);
        facts.data += fact.size;
        facts.length -= fact.size;
    }
}

/* --- implementations --- */

/* Append TEXT in kebab case: small letters, digits, and single dashes for all else. */
static void append_kebab(struct buf *out, struct view text)
{
    for (size_t i = 0; i < text.length; i++) {
        char byte = text.data[i];

        if (byte >= 'A' && byte <= 'Z')
            byte = (char)(byte + ('a' - 'A'));
        if ((byte >= 'a' && byte <= 'z') || (byte >= '0' && byte <= '9'))
            buf_append_byte(out, byte);
        else if (out->length > 0 && out->data[out->length - 1] != '-')
            buf_append_byte(out, '-');
    }
}

/* The name that the manifest of a kernel's implementation has, which tells it from another
 * one with the same digest. */
static struct view manifest_name(struct store *store,
                                 const struct store_implementation *implementation)
{
    struct buf *name = &store->scratch;

    buf_clear(name);
    buf_append_text(name, "liger-bench-");
    append_kebab(name, implementation->kernel);
    append_kebab(name, (struct view){"-", 1});
    append_kebab(name, implementation->label);
    while (name->length > 0 && name->data[name->length - 1] == '-')
        name->length--;
    if (name->length > KEBAB_LENGTH)
        name->length = KEBAB_LENGTH;
    return buf_view(name);
}

static void resolve_role(struct store *store, struct store_implementation *implementation,
                         const struct store_manifest *manifests)
{
    struct view name;

    if (manifests == NULL)
        return;
    if (manifests->next == NULL) {
        implementation->role = manifests->role;
        implementation->role_known = true;
        return;
    }
    name = manifest_name(store, implementation);
    for (; manifests != NULL; manifests = manifests->next) {
        if (!view_equal(manifests->name, name))
            continue;
        if (!implementation->role_known ||
            compare_texts(manifests->role, implementation->role) < 0)
            implementation->role = manifests->role;
        implementation->role_known = true;
    }
}

static void resolve_implementation(struct store *store,
                                   struct store_implementation *implementation)
{
    const struct map_entry *entry =
        map_find(&store->manifests, implementation->digest.bytes, DIGEST_SIZE);
    const struct store_manifest *manifests = entry == NULL ? NULL : entry->value.pointer;
    struct view name = {NULL, 0};

    for (const struct store_manifest *at = manifests; at != NULL; at = at->next) {
        if (at->name.length > 0 && compare_texts(at->name, name) < 0)
            name = at->name;
        implementation->has_source = implementation->has_source || at->has_source;
    }
    if (implementation->provider.length > 0)
        implementation->label = implementation->provider;
    else if (name.data != NULL)
        implementation->label = name;
    else
        implementation->label =
            (struct view){implementation->text, sizeof implementation->text};
    resolve_role(store, implementation, manifests);
}

static int compare_implementations(const struct store_implementation *a,
                                   const struct store_implementation *b)
{
    int order = compare_texts(a->label, b->label);

    return order != 0 ? order : memcmp(a->digest.bytes, b->digest.bytes, DIGEST_SIZE);
}

static int by_identity(const void *left, const void *right)
{
    const struct store_implementation *a = *(struct store_implementation *const *)left;
    const struct store_implementation *b = *(struct store_implementation *const *)right;
    int order = compare_implementations(a, b);

    return order != 0 ? order : compare_texts(a->kernel, b->kernel);
}

static void resolve_implementations(struct store *store)
{
    size_t count = store->implementations.count;
    struct store_implementation **ordered = mem_zeroed(count, sizeof *ordered);

    for (size_t i = 0; i < count; i++) {
        ordered[i] = store->implementations.entries[i].value.pointer;
        resolve_implementation(store, ordered[i]);
    }
    if (count > 1)
        qsort(ordered, count, sizeof *ordered, by_identity);
    for (size_t i = 0; i < count; i++)
        ordered[i]->place = (uint32_t)i;
    for (size_t i = 1; i < count; i++)
        ordered[i]->identity = ordered[i - 1]->identity +
                               (compare_implementations(ordered[i - 1], ordered[i]) != 0);
    store->implementation_order = ordered;
}

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
        order = compare_texts(objects[i][0]->name, objects[i][1]->name);
    for (size_t i = 0; i < 3 && order == 0; i++)
        order = compare_objects(objects[i][0], objects[i][1]);
    if (order == 0)
        order = compare_texts(a->setting->metric_text, b->setting->metric_text);
    if (order == 0)
        order = compare_texts(a->setting->metric, b->setting->metric);
    return order != 0 ? order : compare_texts(a->setting->statistic, b->setting->statistic);
}

bool store_same_place(const struct store_cohort *a, const struct store_cohort *b)
{
    return a->workload == b->workload && a->setting->protocol == b->setting->protocol &&
           a->setting->environment == b->setting->environment;
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

static void set_directions(struct store *store, const struct opt_list *higher_is_better)
{
    for (size_t i = 0; i < store->settings.count; i++) {
        struct store_setting *setting = store->settings.entries[i].value.pointer;

        setting->higher_is_better = cohort_unit_is_rate(setting->unit);
        for (size_t j = 0; j < higher_is_better->count; j++)
            if (view_is(setting->metric, higher_is_better->texts[j]))
                setting->higher_is_better = true;
    }
}

/* --- runs --- */

/* Digest and side; what is equal in these is one run. */
static int compare_identity(const struct entrant *a, const struct entrant *b)
{
    int order = memcmp(a->digest.bytes, b->digest.bytes, DIGEST_SIZE);

    return order != 0 ? order : (a->flags & RANKING_BASE) - (b->flags & RANKING_BASE);
}

/* Which of several records stands for its run, is first. */
static int by_digest(const void *left, const void *right)
{
    const struct entrant *a = *(struct entrant *const *)left;
    const struct entrant *b = *(struct entrant *const *)right;
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
        order = memcmp(a->row, b->row, sizeof a->row);
    if (order == 0 && a->residue != b->residue)
        order = a->residue < b->residue ? -1 : 1;
    if (order == 0 && a->group != b->group)
        order = a->group < b->group ? -1 : 1;
    return order;
}

/* Number texts by their order, so that numbers can be compared in place of them. */
static int by_text(const void *left, const void *right)
{
    const struct map_entry *a = *(const struct map_entry *const *)left;
    const struct map_entry *b = *(const struct map_entry *const *)right;

    return compare_texts((struct view){a->key, a->length},
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
static void complete_run(struct store *store, struct entrant *run, const uint32_t *places)
{
    const struct store_implementation *implementation =
        store->implementations.entries[run->implementation].value.pointer;

    run->implementation = implementation->place;
    run->cohort = places[run->cohort];
    if (entrant_has(run, RANKING_ROW) &&
        map_find(&store->superseded, run->row, sizeof run->row) != NULL)
        run->flags |= RANKING_SUPERSEDED;
    if (run->evidence == EVIDENCE_REPORTED && entrant_has(run, RANKING_EVIDENCE) &&
        implementation->has_source)
        run->evidence = EVIDENCE_REPRODUCIBLE;
}

/* Groups and residues as numbers in the order of their texts. */
static void renumber(struct store *store)
{
    free(rank_texts(&store->residues));
    store->group_order = rank_texts(&store->groups);
    for (size_t i = 0; i < store->run_count; i++) {
        struct entrant *run = &store->chunks[i / CHUNK_RUNS][i % CHUNK_RUNS];

        run->residue = (uint32_t)store->residues.entries[run->residue].value.word;
        run->group = (uint32_t)store->groups.entries[run->group].value.word;
    }
}

/* Put the runs of each cohort together, in the order of the cohorts. */
static void gather_runs(struct store *store, const uint32_t *places)
{
    size_t start = 0;

    for (size_t i = 0; i < store->run_count; i++) {
        struct entrant *run = &store->chunks[i / CHUNK_RUNS][i % CHUNK_RUNS];

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
        struct entrant *run = &store->chunks[i / CHUNK_RUNS][i % CHUNK_RUNS];
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

static void order_runs(struct store *store, const uint32_t *places)
{
    size_t kept = 0;

    renumber(store);
    gather_runs(store, places);
    for (size_t i = 0; i < store->cohorts.count; i++) {
        order_cohort(store->ordered[i]);
        kept += store->ordered[i]->count;
    }
    store->duplicate_count = store->run_count - kept;
    store->run_count = kept;
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

static void note_cohorts(struct store *store)
{
    for (size_t i = 0; i < store->cohorts.count; i++) {
        struct store_cohort *cohort = store->ordered[i];

        for (size_t j = 0; j < cohort->count; j++) {
            if (cohort->runs[j]->residue != cohort->runs[0]->residue)
                cohort->notes |= COHORT_RESIDUE;
            if (entrant_has(cohort->runs[j], RANKING_SOURCE_NATIVE))
                cohort->profile = PROFILE_SOURCE_NATIVE;
        }
        if (has_collision(store, cohort))
            cohort->notes |= COHORT_COLLISION;
    }
}

void store_finish(struct store *store, const struct compare_settings *settings)
{
    uint32_t *places = order_cohorts(store);

    resolve_implementations(store);
    set_directions(store, &settings->higher_is_better);
    order_runs(store, places);
    note_cohorts(store);
    free(places);
}

/* --- asking --- */

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
