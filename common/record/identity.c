#include <config.h>

#include "record/identity.h"

#include "json/number.h"
#include "json/order.h"
#include "json/writer.h"
#include "record/quantity.h"

#include <stdlib.h>

enum normalisation { DURATION, SET };

/* The members that are normalised, each in an object in the spec. */
static const struct {
    enum manifest_kind kind;
    const char *object;      /* member of spec */
    const char *inner;       /* member of that; NULL: the object itself */
    const char *const *only; /* members of the object; NULL: all */
    enum normalisation normalisation;
} places[] = {
    {KIND_BENCHMARK_RUN, "timing", "latencyNs", NULL, DURATION},
    {KIND_BENCHMARK_PROTOCOL, "measurement", NULL,
     (const char *const[]){"warmupDuration", NULL}, DURATION},
    {KIND_IMPLEMENTATION_REVISION, "support", NULL,
     (const char *const[]){"hardwareArchitectures", "dtypes", "productsTested", "axes",
                           "layouts", NULL},
     SET},
};

/* Replace the duration text NODE, or those in the list NODE, by integers. */
static int normalise_duration(struct document *document, uint32_t node,
                              struct canonical *canonical, struct manifest_error *error)
{
    uint32_t end = document->nodes[node].next;

    if (document_is(document, node, NODE_ARRAY))
        node++;
    for (; node < end; node = document->nodes[node].next) {
        char text[NUMBER_TEXT_SIZE];
        double nanoseconds;

        if (!document_is(document, node, NODE_STRING))
            continue;
        if (!quantity_read_duration(document, node, &nanoseconds)) {
            *error = (struct manifest_error){
                "bad_duration",
                "expected a duration such as \"1.5 ms\" that is whole nanoseconds", node};
            return -1;
        }
        canonical_replace(canonical, document, node,
                          (struct view){text, number_format(nanoseconds, text)});
    }
    return 0;
}

static int compare_views(const void *a, const void *b)
{
    return order_compare(*(const struct view *)a, *(const struct view *)b);
}

/* Whether a list is a sorted set already, or not a list of strings: then it is unchanged.
 */
static bool is_sorted_or_mixed(const struct document *document, uint32_t node)
{
    const struct node *nodes = document->nodes;
    bool sorted = true;

    for (uint32_t child = node + 1; child < nodes[node].next; child = nodes[child].next) {
        if (nodes[child].type != NODE_STRING)
            return true;
        if (child > node + 1 && order_compare(document_string(document, child - 1),
                                              document_string(document, child)) >= 0)
            sorted = false;
    }
    return sorted;
}

/* Replace a list of strings by the sorted list without duplicates. Any other value is left
 * to the schema. */
static void normalise_set(struct document *document, uint32_t node,
                          struct canonical *canonical)
{
    const struct node *nodes = document->nodes;
    struct buf elements;
    struct buf text;
    struct writer writer;
    const struct view *views;
    size_t count = 0;

    if (nodes[node].type != NODE_ARRAY || is_sorted_or_mixed(document, node))
        return;
    buf_init(&elements);
    buf_init(&text);
    for (uint32_t child = node + 1; child < nodes[node].next; child++) {
        struct view element = document_string(document, child);

        buf_append(&elements, (const char *)&element, sizeof element);
        count++;
    }
    if (count > 1)
        qsort(elements.data, count, sizeof(struct view), compare_views);
    views = (const void *)elements.data;
    writer_init(&writer, &text);
    writer_begin_array(&writer);
    for (size_t i = 0; i < count; i++)
        if (i == 0 || !view_equal(views[i - 1], views[i]))
            writer_string(&writer, views[i]);
    writer_end_array(&writer);
    canonical_replace(canonical, document, node, buf_view(&text));
    buf_release(&elements);
    buf_release(&text);
}

static bool is_one_of(struct view name, const char *const *names)
{
    if (names == NULL)
        return true;
    while (*names != NULL)
        if (view_is(name, *names++))
            return true;
    return false;
}

/* Register with CANONICAL the replacements of values that normalisation changes. */
static int normalise(struct document *document, const struct manifest *manifest,
                     struct canonical *canonical, struct manifest_error *error)
{
    const struct node *nodes = document->nodes;

    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        const char *const path[] = {places[i].object, places[i].inner, NULL};
        uint32_t object;

        if (places[i].kind != manifest->kind)
            continue;
        object = document_find(document, manifest->spec, path);
        if (object == NODE_NONE || nodes[object].type != NODE_OBJECT)
            continue;
        for (uint32_t name = object + 1; name < nodes[object].next;
             name = nodes[name + 1].next) {
            if (!is_one_of(document_string(document, name), places[i].only))
                continue;
            if (places[i].normalisation == SET)
                normalise_set(document, name + 1, canonical);
            else if (normalise_duration(document, name + 1, canonical, error) != 0)
                return -1;
        }
    }
    return 0;
}

int identity_append(struct document *document, const struct manifest *manifest,
                    struct canonical *canonical, struct buf *out,
                    struct manifest_error *error)
{
    int result = normalise(document, manifest, canonical, error);

    if (result == 0) {
        buf_append_text(out, "{\"apiVersion\":\"" MANIFEST_API_VERSION "\",\"kind\":\"");
        buf_append_text(out, manifest_kind_name(manifest->kind));
        buf_append_text(out, "\",\"spec\":");
        canonical_write(canonical, document, manifest->spec, out);
        buf_append_byte(out, '}');
    }
    canonical_restore(canonical, document);
    return result;
}

int identity_check(struct document *document, const struct manifest *manifest,
                   struct canonical *canonical, struct manifest_error *error)
{
    int result = normalise(document, manifest, canonical, error);

    canonical_restore(canonical, document);
    return result;
}
