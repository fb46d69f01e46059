#include <config.h>

#include "implementation.h"

#include "base/mem.h"
#include "record/slug.h"

#include <stdlib.h>

/* The name that the manifest of a kernel's implementation has, which tells it from another
 * one with the same digest. */
static struct view manifest_name(struct store *store,
                                 const struct store_implementation *implementation)
{
    struct buf *name = &store->scratch;
    struct buf text;

    buf_init(&text);
    buf_append_text(&text, "liger-bench-");
    buf_append(&text, implementation->kernel.data, implementation->kernel.length);
    buf_append_byte(&text, '-');
    buf_append(&text, implementation->label.data, implementation->label.length);
    buf_clear(name);
    slug_append(name, buf_view(&text));
    slug_cut(name, 0);
    buf_release(&text);
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
            store_compare_texts(manifests->role, implementation->role) < 0)
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
        if (at->name.length > 0 && store_compare_texts(at->name, name) < 0)
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

void implementations_resolve(struct store *store)
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
