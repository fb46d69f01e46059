#include <config.h>

#include "implementation.h"

#include "base/mem.h"
#include "record/slug.h"

#include <stdlib.h>

/* --- the manifests of a digest --- */

/* The order of two texts read from their ends. */
static int compare_reversed(struct view a, struct view b)
{
    while (a.length > 0 && b.length > 0) {
        unsigned char x = (unsigned char)a.data[--a.length];
        unsigned char y = (unsigned char)b.data[--b.length];

        if (x != y)
            return x < y ? -1 : 1;
    }
    return (a.length > 0) - (b.length > 0);
}

/* By name read from its end, so that those with one ending are together. */
static int by_ending(const void *left, const void *right)
{
    const struct store_manifest *a = *(struct store_manifest *const *)left;
    const struct store_manifest *b = *(struct store_manifest *const *)right;
    int order = compare_reversed(a->name, b->name);

    return order != 0 ? order : view_compare(a->role, b->role);
}

static struct store_manifest **list_of(const struct store_manifests *manifests,
                                       size_t *count)
{
    *count = manifests->list.length / sizeof(struct store_manifest *);
    return (void *)manifests->list.data;
}

static void sort_manifests(const struct store *store)
{
    for (size_t i = 0; i < store->manifests.count; i++) {
        size_t count;
        struct store_manifest **list =
            list_of(store->manifests.entries[i].value.pointer, &count);

        if (count > 1)
            qsort(list, count, sizeof *list, by_ending);
    }
}

static bool ends_with(struct view name, struct view ending)
{
    return name.length >= ending.length &&
           memcmp(name.data + name.length - ending.length, ending.data, ending.length) == 0;
}

/* Whether NAME is ENDING or has it after a dash. */
static bool is_named(struct view name, struct view ending)
{
    return ends_with(name, ending) && (name.length == ending.length ||
                                       name.data[name.length - ending.length - 1] == '-');
}

/* The first of COUNT manifests in the order of by_ending whose name is not before ENDING;
 * COUNT where there is none. */
static size_t find_ending(struct store_manifest *const *list, size_t count,
                          struct view ending)
{
    size_t low = 0;

    while (low < count) {
        size_t middle = low + (count - low) / 2;

        if (compare_reversed(list[middle]->name, ending) < 0)
            low = middle + 1;
        else
            count = middle;
    }
    return low;
}

/* The name that belongs to a kernel and a label: the shortest that is ENDING or has it
 * after a dash, of two the first in the order of bytes. Returns the place of its first
 * manifest, COUNT where there is none. */
static size_t find_name(struct store_manifest *const *list, size_t count,
                        struct view ending)
{
    size_t best = count;

    for (size_t i = find_ending(list, count, ending);
         i < count && ends_with(list[i]->name, ending); i++) {
        struct view name = list[i]->name;

        if (is_named(name, ending) &&
            (best == count || name.length < list[best]->name.length ||
             (name.length == list[best]->name.length &&
              view_compare(name, list[best]->name) < 0)))
            best = i;
    }
    return best;
}

/* --- roles --- */

struct resolver {
    struct store *store;
    const struct compare_settings *settings;
    struct map found; /* digest and ending → place of the name's first manifest */
    struct buf key;
};

/* Find the name that belongs to an implementation. Each ending is looked for once, since
 * many kernels and labels can have the same one. */
static size_t find_first(struct resolver *resolver,
                         const struct store_implementation *implementation,
                         struct store_manifest *const *list, size_t count)
{
    struct buf *key = &resolver->key;
    struct map_entry *entry;
    struct buf text;
    bool is_new;

    buf_init(&text);
    buf_append(&text, implementation->kernel.data, implementation->kernel.length);
    buf_append_byte(&text, '-');
    buf_append(&text, implementation->label.data, implementation->label.length);
    buf_clear(key);
    buf_append(key, (const char *)implementation->digest.bytes, DIGEST_SIZE);
    slug_append(key, buf_view(&text));
    buf_release(&text);
    entry = map_put(&resolver->found, key->data, key->length, &is_new);
    if (is_new)
        entry->value.word = find_name(
            list, count, (struct view){key->data + DIGEST_SIZE, key->length - DIGEST_SIZE});
    return entry->value.word;
}

/* Mark COUNT manifests as used; returns whether they have several roles. */
static bool use_manifests(struct store_manifest *const *list, size_t count)
{
    const struct store_manifest *last = NULL;
    bool differ = false;

    for (size_t i = 0; i < count; i++) {
        list[i]->is_used = true;
        if (list[i]->role.length == 0)
            continue;
        differ = differ || (last != NULL && !view_equal(last->role, list[i]->role));
        last = list[i];
    }
    return differ;
}

/* Use the manifests that have the name of the first. They may be those of many
 * implementations, and are walked for the first of these only. */
static bool use_name(struct store_manifest *const *list, size_t count)
{
    struct store_manifest *first = list[0];
    size_t end = 1;

    if (first->is_walked)
        return first->has_conflict;
    while (end < count && view_equal(list[end]->name, first->name))
        end++;
    first->is_walked = true;
    first->has_conflict = use_manifests(list, end);
    return first->has_conflict;
}

static bool has_role(const struct resolver *resolver,
                     const struct store_implementation *implementation,
                     struct store_manifest *const *list, size_t count)
{
    struct view role = resolver->settings->base_name;

    if (implementation->provider.length > 0)
        return store_has_role(resolver->store, &implementation->digest, list[0]->name,
                              role);
    for (size_t i = 0; i < count; i++)
        if (view_equal(list[i]->role, role))
            return true;
    return false;
}

/* Without a provider nothing tells the names of a digest apart: all of them count. */
static void resolve_roles(struct resolver *resolver,
                          struct store_implementation *implementation)
{
    size_t count;
    struct store_manifest **list = list_of(implementation->manifests, &count);
    bool has_provider = implementation->provider.length > 0;
    size_t first = has_provider && implementation->manifests->name_count > 1
                       ? find_first(resolver, implementation, list, count)
                       : 0;

    if (first == count)
        return;
    implementation->role_known = true;
    implementation->has_role_conflict =
        has_provider ? use_name(list + first, count - first) : use_manifests(list, count);
    if (resolver->settings->base_form == BASE_ROLE)
        implementation->is_base = has_role(resolver, implementation, list + first, count);
}

/* --- labels --- */

/* Whether LABEL is that of the implementation or, without a provider, any of its names. */
static bool is_called(const struct store *store,
                      const struct store_implementation *implementation, struct view label)
{
    return view_equal(implementation->label, label) ||
           (implementation->provider.length == 0 &&
            store_has_name(store, &implementation->digest, label));
}

static void resolve_label(struct store_implementation *implementation)
{
    struct view name = {NULL, 0};

    if (implementation->provider.length > 0) {
        implementation->label = implementation->provider;
        return;
    }
    if (implementation->manifests != NULL)
        for (const struct store_name *at = implementation->manifests->names; at != NULL;
             at = at->next)
            if (at->text.length > 0 && store_compare_texts(at->text, name) < 0)
                name = at->text;
    implementation->label = name.data != NULL ? name
                                              : (struct view){implementation->text,
                                                              sizeof implementation->text};
}

static void resolve(struct resolver *resolver, struct store_implementation *implementation)
{
    const struct map_entry *entry =
        map_find(&resolver->store->manifests, implementation->digest.bytes, DIGEST_SIZE);

    if (entry != NULL)
        implementation->manifests = entry->value.pointer;
    resolve_label(implementation);
    if (resolver->settings->base_form == BASE_IMPLEMENTATION)
        implementation->is_base =
            is_called(resolver->store, implementation, resolver->settings->base_name);
    if (entry != NULL)
        resolve_roles(resolver, implementation);
}

/* --- identities --- */

static int compare_implementations(const struct store_implementation *a,
                                   const struct store_implementation *b)
{
    int order = store_compare_texts(a->label, b->label);

    return order != 0 ? order : memcmp(a->digest.bytes, b->digest.bytes, DIGEST_SIZE);
}

static int by_identity(const void *left, const void *right)
{
    const struct store_implementation *a = *(struct store_implementation *const *)left;
    const struct store_implementation *b = *(struct store_implementation *const *)right;
    int order = compare_implementations(a, b);

    return order != 0 ? order : store_compare_texts(a->kernel, b->kernel);
}

void implementation_resolve_all(struct store *store,
                                const struct compare_settings *settings)
{
    size_t count = store->implementations.count;
    struct store_implementation **ordered = mem_zeroed(count, sizeof *ordered);
    struct resolver resolver = {.store = store, .settings = settings};

    map_init(&resolver.found);
    buf_init(&resolver.key);
    sort_manifests(store);
    for (size_t i = 0; i < count; i++) {
        ordered[i] = store->implementations.entries[i].value.pointer;
        resolve(&resolver, ordered[i]);
    }
    map_release(&resolver.found);
    buf_release(&resolver.key);
    if (count > 1)
        qsort(ordered, count, sizeof *ordered, by_identity);
    for (size_t i = 0; i < count; i++)
        ordered[i]->place = (uint32_t)i;
    for (size_t i = 1; i < count; i++)
        ordered[i]->identity = ordered[i - 1]->identity +
                               (compare_implementations(ordered[i - 1], ordered[i]) != 0);
    store->implementation_order = ordered;
}
