/* manifest: finds the manifests of KernelIndex in a line of input, a record. Their digests
 * are in identity.h.
 *
 * A record is a manifest (it has apiVersion and kind), a bundle of manifests by role (it
 * has run and no kind), an export row (table and row, with a manifest or bundle in
 * row.manifest) or a line of a tool of this suite (kind "kidx.…", no apiVersion), which has
 * no manifests.
 *
 * Nothing here prints or allocates. An error is a code, a static text and a node.
 */
#ifndef KIDX_RECORD_MANIFEST_H
#define KIDX_RECORD_MANIFEST_H

#include "json/reader.h"

#include <stdbool.h>
#include <stddef.h>

#define MANIFEST_API_VERSION "kernelindex.dev/v1alpha1"

enum manifest_kind {
    KIND_UNKNOWN,
    KIND_OPERATION_SPEC,
    KIND_WORKLOAD_CASE,
    KIND_WORKLOAD_SUITE,
    KIND_SOFTWARE_PROJECT,
    KIND_IMPLEMENTATION_REVISION,
    KIND_BENCHMARK_PROTOCOL,
    KIND_EXECUTION_ENVIRONMENT,
    KIND_BENCHMARK_RUN,
    KIND_MODEL_REVISION,
    KIND_SERVING_STACK_REVISION,
    KIND_SERVING_CONFIGURATION,
    KIND_SERVING_WORKLOAD,
    KIND_SERVING_RUN,
    KIND_COUNT
};

/* The role of a manifest in a bundle; ROLE_NONE for one outside a bundle. */
enum manifest_role {
    ROLE_NONE,
    ROLE_RUN,
    ROLE_PROTOCOL,
    ROLE_ENVIRONMENT,
    ROLE_WORKLOAD,
    ROLE_IMPLEMENTATION,
    ROLE_OPERATION,
    ROLE_PROJECT,
    ROLE_COUNT
};

struct manifest {
    enum manifest_kind kind;
    enum manifest_role role;
    uint32_t node;
    uint32_t kind_node;
    uint32_t metadata; /* NODE_NONE where absent */
    uint32_t spec;
};

enum record_shape { SHAPE_MANIFEST, SHAPE_BUNDLE, SHAPE_ROW, SHAPE_TOOL_LINE };

/* The manifests of a line, in its order. by_role has the index of each in manifests plus 1;
 * 0: there is none of that role. */
struct record {
    enum record_shape shape;
    uint32_t table; /* of a row: the string; else NODE_NONE */
    uint32_t row;   /* of a row: the object; else NODE_NONE */
    size_t count;
    struct manifest manifests[ROLE_COUNT];
    unsigned char by_role[ROLE_COUNT];
};

/* An error about NODE of a document. */
struct manifest_error {
    const char *code;
    const char *text;
    uint32_t node;
};

const char *manifest_kind_name(enum manifest_kind kind);
enum manifest_kind manifest_kind_of(struct view name);
const char *manifest_role_name(enum manifest_role role);

/* Find the manifests of a line. -1: not_a_record (another shape, or a manifest without
 * spec), unknown_kind (also for another apiVersion, whose normalisation is unknown),
 * unknown_member (of a manifest or bundle), role_mismatch. A member of a bundle that is no
 * manifest is skipped. */
int manifest_read_record(const struct document *document, struct record *record,
                         struct manifest_error *error);

/* The manifest of a role, NULL where there is none. */
static inline const struct manifest *record_role(const struct record *record,
                                                 enum manifest_role role)
{
    return record->by_role[role] == 0 ? NULL
                                      : &record->manifests[record->by_role[role] - 1];
}

#endif
