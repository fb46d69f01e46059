#include <config.h>

#include "record/manifest.h"

static const struct view kind_names[KIND_COUNT] = {
    [KIND_UNKNOWN] = VIEW_OF(""),
    [KIND_OPERATION_SPEC] = VIEW_OF("OperationSpec"),
    [KIND_WORKLOAD_CASE] = VIEW_OF("WorkloadCase"),
    [KIND_WORKLOAD_SUITE] = VIEW_OF("WorkloadSuite"),
    [KIND_SOFTWARE_PROJECT] = VIEW_OF("SoftwareProject"),
    [KIND_IMPLEMENTATION_REVISION] = VIEW_OF("ImplementationRevision"),
    [KIND_BENCHMARK_PROTOCOL] = VIEW_OF("BenchmarkProtocol"),
    [KIND_EXECUTION_ENVIRONMENT] = VIEW_OF("ExecutionEnvironment"),
    [KIND_BENCHMARK_RUN] = VIEW_OF("BenchmarkRun"),
    [KIND_MODEL_REVISION] = VIEW_OF("ModelRevision"),
    [KIND_SERVING_STACK_REVISION] = VIEW_OF("ServingStackRevision"),
    [KIND_SERVING_CONFIGURATION] = VIEW_OF("ServingConfiguration"),
    [KIND_SERVING_WORKLOAD] = VIEW_OF("ServingWorkload"),
    [KIND_SERVING_RUN] = VIEW_OF("ServingRun"),
};

/* The kinds of manifests by role; a workload is a case or a suite. */
static const struct {
    const char *name;
    enum manifest_kind kind;
    enum manifest_kind other_kind;
    const char *mismatch;
} roles[ROLE_COUNT] = {
    [ROLE_NONE] = {"", KIND_UNKNOWN, KIND_UNKNOWN, ""},
    [ROLE_RUN] = {"run", KIND_BENCHMARK_RUN, KIND_BENCHMARK_RUN,
                  "expected a BenchmarkRun as run"},
    [ROLE_PROTOCOL] = {"protocol", KIND_BENCHMARK_PROTOCOL, KIND_BENCHMARK_PROTOCOL,
                       "expected a BenchmarkProtocol as protocol"},
    [ROLE_ENVIRONMENT] = {"environment", KIND_EXECUTION_ENVIRONMENT,
                          KIND_EXECUTION_ENVIRONMENT,
                          "expected an ExecutionEnvironment as environment"},
    [ROLE_WORKLOAD] = {"workload", KIND_WORKLOAD_CASE, KIND_WORKLOAD_SUITE,
                       "expected a WorkloadCase or WorkloadSuite as workload"},
    [ROLE_IMPLEMENTATION] = {"implementation", KIND_IMPLEMENTATION_REVISION,
                             KIND_IMPLEMENTATION_REVISION,
                             "expected an ImplementationRevision as implementation"},
    [ROLE_OPERATION] = {"operation", KIND_OPERATION_SPEC, KIND_OPERATION_SPEC,
                        "expected an OperationSpec as operation"},
    [ROLE_PROJECT] = {"project", KIND_SOFTWARE_PROJECT, KIND_SOFTWARE_PROJECT,
                      "expected a SoftwareProject as project"},
};

const char *manifest_kind_name(enum manifest_kind kind)
{
    return kind_names[kind].data;
}

enum manifest_kind manifest_kind_of(struct view name)
{
    for (int kind = KIND_UNKNOWN + 1; kind < KIND_COUNT; kind++)
        if (view_equal(name, kind_names[kind]))
            return (enum manifest_kind)kind;
    return KIND_UNKNOWN;
}

const char *manifest_role_name(enum manifest_role role)
{
    return roles[role].name;
}

static int fail(struct manifest_error *error, const char *code, const char *text,
                uint32_t node)
{
    *error = (struct manifest_error){code, text, node};
    return -1;
}

static bool is_manifest(const struct document *document, uint32_t node)
{
    return document_member(document, node, "kind") != NODE_NONE &&
           document_member(document, node, "apiVersion") != NODE_NONE;
}

static int read_manifest(const struct document *document, uint32_t node,
                         enum manifest_role role, struct record *record,
                         struct manifest_error *error)
{
    const struct node *nodes = document->nodes;
    struct manifest *manifest = &record->manifests[record->count];
    uint32_t api_version = NODE_NONE;

    *manifest =
        (struct manifest){KIND_UNKNOWN, role, node, NODE_NONE, NODE_NONE, NODE_NONE};
    for (uint32_t name = node + 1; name < nodes[node].next; name = nodes[name + 1].next) {
        struct view text = document_string(document, name);

        if (view_is(text, "apiVersion"))
            api_version = name + 1;
        else if (view_is(text, "kind"))
            manifest->kind_node = name + 1;
        else if (view_is(text, "metadata"))
            manifest->metadata = name + 1;
        else if (view_is(text, "spec"))
            manifest->spec = name + 1;
        else
            return fail(error, "unknown_member",
                        "a manifest has apiVersion, kind, metadata and spec only", name);
    }
    if (!document_string_is(document, api_version, MANIFEST_API_VERSION))
        return fail(error, "unknown_kind", "expected apiVersion " MANIFEST_API_VERSION,
                    api_version);
    if (document_is(document, manifest->kind_node, NODE_STRING))
        manifest->kind = manifest_kind_of(document_string(document, manifest->kind_node));
    if (manifest->kind == KIND_UNKNOWN)
        return fail(error, "unknown_kind", "expected one of the 13 kinds",
                    manifest->kind_node);
    if (manifest->spec == NODE_NONE)
        return fail(error, "not_a_record", "manifest without spec", node);
    if (role != ROLE_NONE && manifest->kind != roles[role].kind &&
        manifest->kind != roles[role].other_kind)
        return fail(error, "role_mismatch", roles[role].mismatch, manifest->kind_node);
    record->count++;
    record->by_role[role] = (unsigned char)record->count;
    return 0;
}

static int read_bundle(const struct document *document, uint32_t node,
                       struct record *record, struct manifest_error *error)
{
    const struct node *nodes = document->nodes;

    for (uint32_t name = node + 1; name < nodes[node].next; name = nodes[name + 1].next) {
        int role = ROLE_RUN;

        while (!view_is(document_string(document, name), roles[role].name))
            if (++role == ROLE_COUNT)
                return fail(error, "unknown_member", "a bundle has no such member", name);
        if (is_manifest(document, name + 1) &&
            read_manifest(document, name + 1, (enum manifest_role)role, record, error) != 0)
            return -1;
    }
    return 0;
}

static int read_manifest_or_bundle(const struct document *document, uint32_t node,
                                   struct record *record, struct manifest_error *error)
{
    if (is_manifest(document, node))
        return read_manifest(document, node, ROLE_NONE, record, error);
    if (document_member(document, node, "run") != NODE_NONE &&
        document_member(document, node, "kind") == NODE_NONE)
        return read_bundle(document, node, record, error);
    return fail(error, "not_a_record", "expected a manifest or a bundle", node);
}

int manifest_read_record(const struct document *document, struct record *record,
                         struct manifest_error *error)
{
    uint32_t kind = document_member(document, 0, "kind");
    uint32_t manifest;

    record->table = NODE_NONE;
    record->row = NODE_NONE;
    record->count = 0;
    memset(record->by_role, 0, sizeof record->by_role);
    if (kind != NODE_NONE) {
        record->shape = SHAPE_MANIFEST;
        if (is_manifest(document, 0))
            return read_manifest(document, 0, ROLE_NONE, record, error);
        record->shape = SHAPE_TOOL_LINE;
        if (document_is(document, kind, NODE_STRING) && document->nodes[kind].length > 5 &&
            memcmp(document_string(document, kind).data, "kidx.", 5) == 0)
            return 0;
        return fail(error, "not_a_record", "kind without apiVersion", kind);
    }
    if (document_member(document, 0, "run") != NODE_NONE) {
        record->shape = SHAPE_BUNDLE;
        return read_bundle(document, 0, record, error);
    }
    record->shape = SHAPE_ROW;
    record->table = document_member(document, 0, "table");
    record->row = document_member(document, 0, "row");
    if (record->table == NODE_NONE || record->row == NODE_NONE)
        return fail(error, "not_a_record", "expected a manifest, a bundle or an export row",
                    0);
    manifest = document_member(document, record->row, "manifest");
    if (manifest == NODE_NONE || document_is(document, manifest, NODE_NULL))
        return 0;
    return read_manifest_or_bundle(document, manifest, record, error);
}
