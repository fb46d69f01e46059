#include <config.h>

#include "json/object-cache.h"

#include "base/mem.h"

#include <stdlib.h>

enum {
    CREDIT_FIRST = 16, /* misses that a new set may have */
    CREDIT_HIT = 16,   /* further misses for each hit */
    CREDIT_MOST = 256,
    REST = 4096 /* misses until the same name is tried again */
};

/* The objects that are values of names of one hash. Each miss costs credit, each hit earns
 * some, so names whose objects do not repeat are soon ignored. */
struct set {
    uint64_t hash;
    unsigned credit;
    unsigned misses;
    unsigned turn; /* the object to be replaced next */
    struct cached_object objects[OBJECT_CACHE_WAYS];
};

struct object_cache {
    struct set sets[OBJECT_CACHE_SETS];
};

struct object_cache *object_cache_new(void)
{
    struct object_cache *cache = mem_zeroed(1, sizeof *cache);

    for (int set = 0; set < OBJECT_CACHE_SETS; set++)
        for (int way = 0; way < OBJECT_CACHE_WAYS; way++) {
            buf_init(&cache->sets[set].objects[way].text);
            buf_init(&cache->sets[set].objects[way].nodes);
        }
    return cache;
}

void object_cache_free(struct object_cache *cache)
{
    if (cache == NULL)
        return;
    for (int set = 0; set < OBJECT_CACHE_SETS; set++)
        for (int way = 0; way < OBJECT_CACHE_WAYS; way++) {
            buf_release(&cache->sets[set].objects[way].text);
            buf_release(&cache->sets[set].objects[way].nodes);
        }
    free(cache);
}

/* The set of HASH, or NULL if it has none or no credit. The high bits select it, since the
 * low bits of the reader's hash are weak. */
static struct set *find_set(struct object_cache *cache, uint64_t hash)
{
    struct set *set = &cache->sets[hash >> 60];

    return set->hash == hash && set->credit > 0 ? set : NULL;
}

/* Eviction: a set without credit is given to the next name that maps to it; the same name
 * may try again after REST misses. */
static void assign_set(struct object_cache *cache, uint64_t hash)
{
    struct set *set = &cache->sets[hash >> 60];

    if (set->credit > 0 || (set->hash == hash && ++set->misses < REST))
        return;
    set->hash = hash;
    set->misses = 0;
    set->credit = CREDIT_FIRST;
}

const struct cached_object *object_cache_find(struct object_cache *cache, uint64_t hash,
                                              const char *text, size_t length)
{
    struct set *set = find_set(cache, hash);

    if (set == NULL) {
        assign_set(cache, hash);
        return NULL;
    }
    for (int way = 0; way < OBJECT_CACHE_WAYS; way++) {
        const struct cached_object *object = &set->objects[way];

        if (object->text.length == 0 || object->text.length > length ||
            memcmp(object->text.data, text, object->text.length) != 0)
            continue;
        if (set->credit < CREDIT_MOST)
            set->credit += CREDIT_HIT;
        return object;
    }
    set->credit--;
    return NULL;
}

uint32_t object_cache_copy(const struct cached_object *object, struct node *nodes,
                           uint32_t index, uint32_t start)
{
    const struct node *cached = (const void *)object->nodes.data;
    uint32_t count = (uint32_t)(object->nodes.length / sizeof *cached);

    for (uint32_t i = 0; i < count; i++) {
        nodes[i] = cached[i];
        nodes[i].start += start;
        nodes[i].next += index;
    }
    return count;
}

/* Whether NODE refers to nothing but the text. */
static bool is_simple(const struct node *node)
{
    return (node->flags & (NODE_DECODED | NODE_ORDERED)) == 0 &&
           (node->flags & (NODE_INTEGER | NODE_SHORT)) != NODE_INTEGER;
}

static bool is_cacheable(const struct node *nodes, uint32_t count)
{
    if (nodes->length < OBJECT_CACHE_TEXT_MIN || nodes->length > OBJECT_CACHE_TEXT_MAX ||
        count > OBJECT_CACHE_NODES_MAX)
        return false;
    for (uint32_t i = 0; i < count; i++)
        if (!is_simple(&nodes[i]))
            return false;
    return true;
}

void object_cache_store(struct object_cache *cache, uint64_t hash,
                        const struct document *document, uint32_t node, uint32_t end)
{
    struct set *set = find_set(cache, hash);
    const struct node *nodes = document->nodes + node;
    struct cached_object *object;
    struct node *cached;

    if (set == NULL || !is_cacheable(nodes, end - node))
        return;
    object = &set->objects[set->turn++ % OBJECT_CACHE_WAYS];
    buf_clear(&object->text);
    buf_append(&object->text, document->text + nodes->start, nodes->length);
    buf_clear(&object->nodes);
    buf_append(&object->nodes, (const char *)nodes, (end - node) * sizeof *nodes);
    cached = (void *)object->nodes.data;
    for (uint32_t i = 0; i < end - node; i++) {
        cached[i].start -= nodes->start;
        cached[i].next -= node;
    }
}
