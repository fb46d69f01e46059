/* index: where the schemas of a file are (index.c), and what its references
 * lead to (reference.c); for the files of schema only.
 *
 * A resource is the file or a schema in it with an $id of its own. Its number indexes the
 * array resources; 0 is the file. $id and anchors are recognised only where a schema can
 * stand, not in an enum or under an unknown keyword; a pointer may lead there, though, and
 * then what it names is a schema.
 *
 * Nothing is fetched: a reference to what is not in the file is an error. The functions
 * that return bool have set *ERROR when they return false.
 */
#ifndef KIDX_SCHEMA_INDEX_H
#define KIDX_SCHEMA_INDEX_H

#include "base/buf.h"
#include "base/map.h"
#include "json/reader.h"
#include "schema/schema.h"

#define ANCHOR_DYNAMIC (UINT64_C(1) << 32)

struct schema_resource {
    uint32_t node;
    size_t base; /* place and length of its URI in uris */
    size_t base_length;
};

struct schema_index {
    const struct document *document;
    struct schema_error *error;
    uint32_t *resource_of; /* by node: the number plus 1, 0 where no schema is known */
    struct schema_resource *resources;
    uint32_t resource_count;
    struct buf uris;
    struct map by_uri;        /* to the number of the resource */
    struct map anchors;       /* resource and name, to the node and ANCHOR_DYNAMIC */
    struct map dynamic_names; /* of $dynamicAnchor, to its number */
    struct map members;       /* of large objects, node and name, to the value's node */
    struct map large_objects; /* those that are in members */
    struct buf key;
    struct buf text;
    bool has_dynamic_reference;
};

/* Find all schemas of DOCUMENT. Release INDEX whatever comes back. */
bool schema_index_build(struct schema_index *index, const struct document *document,
                        struct schema_error *error);
void schema_index_release(struct schema_index *index);

/* Learn all about the schema at NODE, which stands in RESOURCE, and those in it. */
bool schema_index_visit(struct schema_index *index, uint32_t node, uint32_t resource);

/* The URI of a resource. */
struct view schema_index_base(const struct schema_index *index, uint32_t resource);

/* The map key of a number and a name; valid until the next one. */
struct view schema_index_key(struct schema_index *index, uint32_t number, struct view name);

/* The resource that the schema at NODE is part of. */
uint32_t schema_index_resource(const struct schema_index *index, uint32_t node);

/* The schema that the string REFERENCE in the schema at NODE leads to. *ANCHOR is the
 * number of the name if that is a $dynamicAnchor named by the reference, else UINT32_MAX.
 */
bool schema_index_follow(struct schema_index *index, uint32_t node, uint32_t reference,
                         uint32_t *target, uint32_t *anchor);

/* The $dynamicAnchor among the anchors, of which INDEX says the count, that has NUMBER: its
 * name's number, its resource and its schema. False where that anchor is not dynamic. */
bool schema_index_dynamic(const struct schema_index *index, size_t number, uint32_t *name,
                          uint32_t *resource, uint32_t *node);

/* Refuse a schema because of NODE. Returns false, so that `return schema_refuse(...)` reads
 * well. */
__attribute__((format(printf, 4, 5))) bool schema_refuse(struct schema_error *error,
                                                         const struct document *document,
                                                         uint32_t node, const char *format,
                                                         ...);

/* How many bytes of TEXT a message shows, as printf's precision. */
static inline int schema_shown(struct view text)
{
    return text.length > 120 ? 120 : (int)text.length;
}

#endif
