#include <config.h>

#include "aliases.h"

#include <stdlib.h>

void aliases_init(struct aliases *aliases)
{
    memset(aliases, 0, sizeof *aliases);
    arena_init(&aliases->arena);
}

void aliases_release(struct aliases *aliases)
{
    arena_release(&aliases->arena);
}

/* The names of a part of the case, or of an implementation; and, if DIGEST has text, that.
 */
struct part {
    const struct store_name *names;
    size_t name_count;
    struct view digest;
};

static size_t count_of(const struct part *part)
{
    return part->name_count + (part->digest.length > 0);
}

static struct view name_of(const struct part *part, size_t number)
{
    const struct store_name *name = part->names;

    if (number == part->name_count)
        return part->digest;
    while (number-- > 0)
        name = name->next;
    return name->text;
}

static int by_bytes(const void *left, const void *right)
{
    return view_compare(*(const struct view *)left, *(const struct view *)right);
}

static void sort_views(struct view *views, size_t count)
{
    if (count > 1)
        qsort(views, count, sizeof *views, by_bytes);
}

static struct view copy(struct aliases *aliases, const struct buf *text)
{
    return (struct view){arena_copy_text(&aliases->arena, text->data, text->length),
                         text->length};
}

static void make_cases(struct aliases *aliases, const struct part parts[CASE_METRIC],
                       struct view metric)
{
    size_t count = 1;
    struct buf text;

    for (int i = 0; i < CASE_METRIC; i++)
        count *= count_of(&parts[i]);
    aliases->cases = arena_array(&aliases->arena, count, sizeof *aliases->cases);
    aliases->case_count = count;
    buf_init(&text);
    for (size_t i = 0; i < count; i++) {
        size_t rest = i;

        buf_clear(&text);
        for (int j = 0; j < CASE_METRIC; j++) {
            struct view name = name_of(&parts[j], rest % count_of(&parts[j]));

            rest /= count_of(&parts[j]);
            buf_append(&text, name.data, name.length);
            buf_append_byte(&text, '/');
        }
        buf_append(&text, metric.data, metric.length);
        aliases->cases[i] = copy(aliases, &text);
    }
    buf_release(&text);
    sort_views(aliases->cases, count);
}

static void make_labels(struct aliases *aliases, const struct part *part)
{
    aliases->label_count = count_of(part);
    aliases->labels =
        arena_array(&aliases->arena, aliases->label_count, sizeof *aliases->labels);
    for (size_t i = 0; i < aliases->label_count; i++)
        aliases->labels[i] = name_of(part, i);
    sort_views(aliases->labels, aliases->label_count);
}

/* Only what is shown. */
static void make_shown(struct aliases *aliases, const struct pair *pair, struct view label)
{
    struct buf text;

    buf_init(&text);
    store_case_text(pair->cohort, &text);
    aliases->cases = arena_alloc(&aliases->arena, sizeof *aliases->cases);
    aliases->cases[0] = copy(aliases, &text);
    aliases->case_count = 1;
    buf_release(&text);
    aliases->labels = arena_alloc(&aliases->arena, sizeof *aliases->labels);
    aliases->labels[0] = label;
    aliases->label_count = 1;
}

/* The names of the implementation of a pair: ONLY its provider, which a digest covers, or
 * those of its manifests. */
static struct part part_of(const struct store *store, const struct pair *pair,
                           const struct store_name *only)
{
    const struct store_implementation *implementation = pair_implementation(store, pair);
    const struct store_manifests *manifests = implementation->manifests;
    struct part part = {.names = only, .name_count = 1};

    if (implementation->provider.length > 0 || manifests == NULL ||
        manifests->name_count == 0)
        return part;
    part.names = manifests->names;
    part.name_count = manifests->name_count;
    if (!manifests->is_named_by_base && pair->base != NULL &&
        store_implementation(store, pair->base)->manifests == manifests)
        part.digest = (struct view){implementation->text, sizeof implementation->text};
    return part;
}

static const struct store_object *object_of(const struct store_cohort *cohort, int part)
{
    const struct store_object *const objects[CASE_METRIC] = {
        cohort->workload, cohort->setting->protocol, cohort->setting->environment};

    return objects[part];
}

void aliases_make(struct aliases *aliases, const struct store *store,
                  const struct pair *pair)
{
    const struct store_cohort *cohort = pair->cohort;
    const struct store_cohort *base_cohort =
        pair->base == NULL ? NULL : store->ordered[pair->base->cohort];
    char texts[CASE_METRIC][DIGEST_TEXT_LENGTH];
    struct part parts[CASE_METRIC];
    struct store_name only = {NULL, pair_implementation(store, pair)->label};
    struct part labels = part_of(store, pair, &only);
    size_t count = count_of(&labels);

    for (int i = 0; i < CASE_METRIC; i++) {
        const struct store_object *object = object_of(cohort, i);

        parts[i] = (struct part){object->names, object->name_count, {NULL, 0}};
        digest_text(object->digest, texts[i]);
        if (object->name_count == 0 || (!object->is_named_by_base && base_cohort != NULL &&
                                        object == object_of(base_cohort, i)))
            parts[i].digest = (struct view){texts[i], STORE_SHORT_DIGEST};
        count = count > ALIASES_MAX ? count : count * count_of(&parts[i]);
    }
    arena_reset(&aliases->arena);
    aliases->are_too_many = count > ALIASES_MAX;
    if (aliases->are_too_many) {
        make_shown(aliases, pair, pair_implementation(store, pair)->label);
        return;
    }
    make_cases(aliases, parts, cohort->setting->metric_text);
    make_labels(aliases, &labels);
}
