#include <config.h>

#include "check/shape.h"

#include "base/mem.h"

#include <stdlib.h>

/* The most findings of the schema to go through where levels drop some of them. */
enum { EXPLAIN_MAX = 1000 };

/* The embedded files of data/schemas. */
#define DECLARE(name)                       \
    extern const char schema_kidx_##name[]; \
    extern const size_t schema_kidx_##name##_length

DECLARE(ab);
DECLARE(ack);
DECLARE(known);
DECLARE(limit);
DECLARE(noise);
DECLARE(rank);
DECLARE(record);
DECLARE(rule);
DECLARE(stat);
DECLARE(stat_state);
DECLARE(suite);
DECLARE(summary);
DECLARE(verdict);

#define TEXT(name) schema_kidx_##name, &schema_kidx_##name##_length

/* The schemas of lines that tools write, which are recognised by their kind, and of aux
 * files, which have no kind and are not records. */
static const struct {
    const char *name;
    const char *kind; /* of the line, or NULL */
    const char *text;
    const size_t *length;
} tool_schemas[] = {
    {"kidx.ab", "kidx.ab/v1", TEXT(ab)},
    {"kidx.ack", NULL, TEXT(ack)},
    {"kidx.known", NULL, TEXT(known)},
    {"kidx.limit", NULL, TEXT(limit)},
    {"kidx.noise", "kidx.noise/v1", TEXT(noise)},
    {"kidx.rank", "kidx.rank/v1", TEXT(rank)},
    {"kidx.record", "kidx.record/v1", TEXT(record)},
    {"kidx.rule", NULL, TEXT(rule)},
    {"kidx.stat", "kidx.stat/v1", TEXT(stat)},
    {"kidx.stat.state", "kidx.stat.state/v1", TEXT(stat_state)},
    {"kidx.suite", "kidx.suite/v1", TEXT(suite)},
    {"kidx.summary", "kidx.summary/v1", TEXT(summary)},
    {"kidx.verdict", NULL, TEXT(verdict)},
};

enum { TOOL_SCHEMA_COUNT = sizeof tool_schemas / sizeof *tool_schemas };

/* --- schemas --- */

static int compile_built_in(struct shape *shape, struct diag *diag)
{
    struct schema_error error;
    enum manifest_kind kind;

    if (kind_schemas_init(&shape->kinds, &error, &kind) != 0)
        return diag_fail(diag, "schema of %s: %s", manifest_kind_name(kind), error.text);
    for (size_t i = 0; i < TOOL_SCHEMA_COUNT; i++) {
        if (tool_schemas[i].kind == NULL)
            continue;
        shape->tool_schemas[i] = schema_compile(
            tool_schemas[i].text, *tool_schemas[i].length, kind_schemas_forms, &error);
        if (shape->tool_schemas[i] == NULL)
            return diag_fail(diag, "schema of %s: %s", tool_schemas[i].name, error.text);
    }
    return 0;
}

int shape_init(struct shape *shape, struct diag *diag)
{
    *shape = (struct shape){.own = NULL};
    shape->tool_schemas = mem_zeroed(TOOL_SCHEMA_COUNT, sizeof *shape->tool_schemas);
    return compile_built_in(shape, diag);
}

int shape_init_own(struct shape *shape, struct view text, struct schema_error *error)
{
    *shape = (struct shape){
        .own = schema_compile(text.data, text.length, kind_schemas_forms, error)};
    return shape->own == NULL ? -1 : 0;
}

void shape_release(struct shape *shape)
{
    kind_schemas_release(&shape->kinds);
    for (size_t i = 0; shape->tool_schemas != NULL && i < TOOL_SCHEMA_COUNT; i++)
        schema_free(shape->tool_schemas[i]);
    free(shape->tool_schemas);
    schema_free(shape->own);
}

struct view shape_text(const char *name)
{
    for (size_t i = 0; i < TOOL_SCHEMA_COUNT; i++)
        if (strcmp(tool_schemas[i].name, name) == 0 ||
            (tool_schemas[i].kind != NULL && strcmp(tool_schemas[i].kind, name) == 0))
            return (struct view){tool_schemas[i].text, *tool_schemas[i].length};
    return kind_schemas_text(manifest_kind_of(view_from(name)));
}

const char *shape_name(size_t number)
{
    const size_t kinds = KIND_COUNT - 1; /* all but KIND_UNKNOWN */

    if (number < kinds)
        return manifest_kind_name((enum manifest_kind)(number + 1));
    return number - kinds < TOOL_SCHEMA_COUNT ? tool_schemas[number - kinds].name : NULL;
}

/* --- findings --- */

/* Check the value at NODE; false where the schema rejects it, whatever the level of the
 * codes. */
static bool check_value(const struct schema *schema, struct schema_run *run,
                        struct findings *findings, uint32_t node)
{
    const struct document *document = findings->document;
    const struct schema_finding *explained;
    size_t wanted = findings_room(findings);
    size_t count;

    if (schema_accepts(schema, run, document, node))
        return true;
    if (wanted < EXPLAIN_MAX && !check_levels_are_default(findings->levels))
        wanted = EXPLAIN_MAX;
    count = schema_explain(schema, run, document, node, wanted, &explained);
    for (size_t i = 0; i < count; i++)
        findings_report(findings, check_levels_get(findings->levels, explained[i].code),
                        findings_column(findings, explained[i].node), explained[i].code,
                        explained[i].pointer, explained[i].message);
    if (count == EXPLAIN_MAX && !findings->rejected)
        findings_add(findings, node, "schema_limit",
                     "stopped after %d findings of levels that do not reject", EXPLAIN_MAX);
    return false;
}

void shape_check_own(const struct shape *shape, struct schema_run *run,
                     struct findings *findings)
{
    check_value(shape->own, run, findings, 0);
}

/* --- records --- */

static void check_line(const struct shape *shape, struct schema_run *run,
                       struct findings *findings)
{
    const struct document *document = findings->document;
    uint32_t kind = document_member(document, 0, "kind");

    for (size_t i = 0; i < TOOL_SCHEMA_COUNT; i++) {
        if (shape->tool_schemas[i] != NULL &&
            document_string_is(document, kind, tool_schemas[i].kind)) {
            check_value(shape->tool_schemas[i], run, findings, 0);
            return;
        }
    }
    findings_add(findings, kind, "unknown_kind",
                 "no tool of this release writes such lines");
}

/* Each member of a bundle must be a manifest, and protocol and environment are required. */
static void check_bundle(struct findings *findings, const struct record *manifests,
                         uint32_t bundle)
{
    const struct document *document = findings->document;
    const struct node *nodes = document->nodes;
    uint32_t next = 0; /* index of the next manifest that manifest_read_record found */

    for (uint32_t name = bundle + 1; name < nodes[bundle].next;
         name = nodes[name + 1].next) {
        if (next < manifests->count && manifests->manifests[next].node == name + 1)
            next++;
        else
            findings_add(findings, name + 1, "not_a_record",
                         "expected a manifest, with apiVersion and kind");
    }
    if (record_role(manifests, ROLE_PROTOCOL) == NULL &&
        document_member(document, bundle, "protocol") == NODE_NONE)
        findings_add(findings, bundle, "missing_member",
                     "expected member \"protocol\" in the bundle");
    if (record_role(manifests, ROLE_ENVIRONMENT) == NULL &&
        document_member(document, bundle, "environment") == NODE_NONE)
        findings_add(findings, bundle, "missing_member",
                     "expected member \"environment\" in the bundle");
}

static void check_row(struct findings *findings, const struct record *manifests)
{
    const struct document *document = findings->document;
    uint32_t manifest = document_member(document, manifests->row, "manifest");

    if (!document_is(document, manifests->table, NODE_STRING))
        findings_add(findings, manifests->table, "wrong_type",
                     "expected a string as table");
    if (!document_is(document, manifests->row, NODE_OBJECT))
        findings_add(findings, manifests->row, "wrong_type", "expected an object as row");
    if (manifest != NODE_NONE && document_member(document, manifest, "run") != NODE_NONE)
        check_bundle(findings, manifests, manifest);
}

/* Whether an equal manifest was accepted before: only accepted ones are in the cache. */
static bool is_known(struct verification *verification, const struct manifest *manifest)
{
    const struct digest *digest =
        verifier_find(verification->verifier, verification->document, manifest);

    if (digest == NULL)
        return false;
    verification->known[manifest->role] = true;
    verification->digests[manifest->role] = *digest;
    return true;
}

void shape_check_record(const struct shape *shape, struct schema_run *run,
                        struct findings *findings, struct verification *verification)
{
    const struct record *manifests = verification->manifests;

    switch (manifests->shape) {
    case SHAPE_TOOL_LINE:
        check_line(shape, run, findings);
        return;
    case SHAPE_BUNDLE:
        check_bundle(findings, manifests, 0);
        break;
    case SHAPE_ROW:
        check_row(findings, manifests);
        break;
    case SHAPE_MANIFEST:
        break;
    }
    for (size_t i = 0; i < manifests->count; i++) {
        const struct manifest *manifest = &manifests->manifests[i];

        if (!is_known(verification, manifest) &&
            !check_value(kind_schemas_schema(&shape->kinds, manifest->kind), run, findings,
                         manifest->node))
            verification->no_cache = true;
    }
}
