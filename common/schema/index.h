/* index: the schemas of one file and the targets of its references (JSON Schema 2020-12
 * core, sections 8 and 9); for compile.c only.
 *
 * A resource is the file or a schema in it with an $id of its own. Its number indexes the
 * array resources; 0 is the file. $id and anchors are recognised only where a schema is
 * allowed, not in an enum or under an unknown keyword. A JSON pointer may lead to such a
 * place, however; its target is a schema then.
 *
 * Nothing is fetched: a reference to what is not in the file is an error. Functions that
 * return bool set *index->error before they return false. Views are valid until the next
 * call with the same index. An index belongs to one thread and refers to its document,
 * which must outlive it.
 */
#ifndef KIDX_SCHEMA_INDEX_H
#define KIDX_SCHEMA_INDEX_H

#include "base/buf.h"
#include "base/map.h"
#include "json/reader.h"
#include "schema/keyword.h"
#include "schema/schema.h"

#define ANCHOR_DYNAMIC (UINT64_C(1) << 32)

struct schema_resource {
    uint32_t node;
    size_t base; /* place and length of its URI in uris */
    size_t base_length;
};

/* The keywords of other drafts, each once, and the constants beyond 2^53. */
enum { SCHEMA_WARNINGS_MAX = OTHER_KEYWORD_COUNT + 1 };

struct schema_warnings {
    struct schema_warning list[SCHEMA_WARNINGS_MAX];
    size_t count;
};

struct schema_index {
    const struct document *document;
    struct schema_error *error;
    uint32_t *resource_of; /* by node: the number plus 1; 0: no schema so far */
    struct schema_resource *resources;
    uint32_t resource_count;
    struct buf uris;
    struct map by_uri;        /* to the number of the resource */
    struct map anchors;       /* resource and name, to the node and ANCHOR_DYNAMIC */
    struct map dynamic_names; /* of $dynamicAnchor, to a number */
    struct map members;       /* large objects: node and name, to the value's node */
    struct map large_objects; /* whose members are in `members` */
    struct buf key;
    struct buf text;
    bool has_dynamic_reference;
    struct schema_warnings *warnings;
    uint32_t large_integer;       /* the first constant beyond 2^53, or NODE_NONE */
    unsigned large_integer_count; /* of such constants */
};

/* Find all schemas of DOCUMENT. Keywords of other drafts are added to WARNINGS, also later,
 * when a reference leads to a schema in an unknown place.
 * INDEX must be released whatever is returned. */
bool schema_index_build(struct schema_index *index, const struct document *document,
                        struct schema_warnings *warnings, struct schema_error *error);
void schema_index_release(struct schema_index *index);

/* Add the warning about constants beyond 2^53, if there are any. Call this once, after all
 * references were followed. */
void schema_index_warn_integers(struct schema_index *index);

/* The resource that the schema at NODE is part of. */
uint32_t schema_index_resource(const struct schema_index *index, uint32_t node);

/* Set *TARGET to the schema that the string at REFERENCE, in the schema at NODE, leads to.
 * If the reference names a $dynamicAnchor, *ANCHOR is the number of that name; otherwise it
 * is UINT32_MAX. */
bool schema_index_follow(struct schema_index *index, uint32_t node, uint32_t reference,
                         uint32_t *target, uint32_t *anchor);

/* Set the number of its name, its resource and its schema for anchor NUMBER, which is less
 * than index->anchors.count. False where that anchor is not a $dynamicAnchor. */
bool schema_index_dynamic(const struct schema_index *index, size_t number, uint32_t *name,
                          uint32_t *resource, uint32_t *node);

/* Set *ERROR to bad_schema at NODE. Returns false, so that a caller can end with
 * `return schema_index_fail(…)`. */
__attribute__((format(printf, 4, 5))) bool schema_index_fail(
    struct schema_error *error, const struct document *document, uint32_t node,
    const char *format, ...);

/* How many bytes of TEXT a message shows, as printf's precision. */
static inline int schema_shown(struct view text)
{
    return text.length > 120 ? 120 : (int)text.length;
}

#endif
