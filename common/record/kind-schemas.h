/* kind-schemas: the schemas of the 13 kinds of manifests.
 *
 * They are data/schemas/KIND.json, embedded in the program. Beyond JSON Schema they use
 * "kidx:maxUtf16Length" (schema.h) and "kidx:form" with these forms:
 *
 *     https     url.h. Code bad_url.
 *     instant   instant.h. Code bad_instant.
 *     duration  quantity.h. Code bad_duration.
 *
 * After its initialisation a struct kind_schemas does not change; threads may share it.
 */
#ifndef KIDX_RECORD_KIND_SCHEMAS_H
#define KIDX_RECORD_KIND_SCHEMAS_H

#include "record/manifest.h"
#include "schema/schema.h"

struct kind_schemas {
    struct schema *schemas[KIND_COUNT];
};

/* The forms, for schema_compile; the last has a NULL name. */
extern const struct schema_form kind_schemas_forms[];

/* The text of the schema of a kind; data is NULL for KIND_UNKNOWN. */
struct view kind_schemas_text(enum manifest_kind kind);

/* Compile all schemas. -1: *ERROR and *KIND are set, which happens only where data/schemas
 * is wrong. Release KINDS in either case. */
int kind_schemas_init(struct kind_schemas *kinds, struct schema_error *error,
                      enum manifest_kind *kind);
void kind_schemas_release(struct kind_schemas *kinds);

/* The schema of a kind, NULL for KIND_UNKNOWN. */
static inline const struct schema *kind_schemas_schema(const struct kind_schemas *kinds,
                                                       enum manifest_kind kind)
{
    return kinds->schemas[kind];
}

#endif
