/* object-cache: a cache of objects that the reader parsed before, found by their bytes.
 *
 * The protocol and the environment of a bundle usually repeat in the next one. If the same
 * bytes follow a name of the same hash again, the nodes of the object are copied instead of
 * parsed. The bytes are compared in full, so a document is the same with and without the
 * cache.
 *
 * The size is fixed: OBJECT_CACHE_SETS sets of OBJECT_CACHE_WAYS objects, each of at most
 * OBJECT_CACHE_TEXT_MAX bytes and OBJECT_CACHE_NODES_MAX nodes; 850 KiB if all are full.
 * Only objects whose nodes refer to nothing but the text are stored: none with an escape,
 * with many members or with an integer of more than 15 digits. Names whose objects do not
 * repeat are soon ignored and only tried again from time to time, so that they cost next to
 * nothing.
 *
 * A cache belongs to one reader and owns its contents. Nothing fails; running out of memory
 * ends the process (mem.h).
 */
#ifndef KIDX_JSON_OBJECT_CACHE_H
#define KIDX_JSON_OBJECT_CACHE_H

#include "json/document.h"

enum {
    OBJECT_CACHE_SETS = 16,
    OBJECT_CACHE_WAYS = 8,
    OBJECT_CACHE_DEPTH = 3, /* the most brackets that are open around an object */
    OBJECT_CACHE_TEXT_MIN = 96,
    OBJECT_CACHE_TEXT_MAX = 4096,
    OBJECT_CACHE_NODES_MAX = 128 /* also a limit of the depth of what is copied */
};

/* A parsed object. `start` of its nodes is relative to its first byte, `next` to its first
 * node. */
struct cached_object {
    struct buf text;
    struct buf nodes; /* struct node */
};

struct object_cache;

struct object_cache *object_cache_new(void);
void object_cache_free(struct object_cache *cache);

/* The cached object with which the LENGTH bytes at TEXT begin, or NULL. HASH is that of the
 * name before them. Valid until the next object_cache_store. */
const struct cached_object *object_cache_find(struct object_cache *cache, uint64_t hash,
                                              const char *text, size_t length);

/* Copy the nodes of OBJECT to NODES, for an object that begins at byte START of the text
 * and whose first node is number INDEX of its document. Returns their number. */
uint32_t object_cache_copy(const struct cached_object *object, struct node *nodes,
                           uint32_t index, uint32_t start);

/* Store object NODE of a document that is being parsed, if it is cacheable. END is the
 * number after its last node, HASH that of its name. */
void object_cache_store(struct object_cache *cache, uint64_t hash,
                        const struct document *document, uint32_t node, uint32_t end);

#endif
