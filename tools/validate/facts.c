#include <config.h>

#include "facts.h"

#include "base/mem.h"
#include "record/run.h"

static const struct refs_reference of_workload[] = {
    {NULL, "operationSpecDigest", KIND_OPERATION_SPEC, KIND_UNKNOWN}};
static const struct refs_reference of_implementation[] = {
    {"operation", "specDigest", KIND_OPERATION_SPEC, KIND_UNKNOWN}};
static const struct refs_reference of_run[] = {
    {NULL, "implementationDigest", KIND_IMPLEMENTATION_REVISION, KIND_UNKNOWN},
    {NULL, "workloadDigest", KIND_WORKLOAD_CASE, KIND_WORKLOAD_SUITE},
    {NULL, "protocolDigest", KIND_BENCHMARK_PROTOCOL, KIND_UNKNOWN},
    {NULL, "environmentDigest", KIND_EXECUTION_ENVIRONMENT, KIND_UNKNOWN}};
static const struct refs_reference of_configuration[] = {
    {NULL, "stackDigest", KIND_SERVING_STACK_REVISION, KIND_UNKNOWN}};
static const struct refs_reference of_serving_run[] = {
    {NULL, "modelDigest", KIND_MODEL_REVISION, KIND_UNKNOWN},
    {NULL, "configurationDigest", KIND_SERVING_CONFIGURATION, KIND_UNKNOWN},
    {NULL, "workloadDigest", KIND_SERVING_WORKLOAD, KIND_UNKNOWN}};

#define LIST(list)                          \
    {                                       \
        list, sizeof(list) / sizeof *(list) \
    }

static const struct {
    const struct refs_reference *list;
    size_t count;
} by_kind[KIND_COUNT] = {
    [KIND_WORKLOAD_CASE] = LIST(of_workload),
    [KIND_WORKLOAD_SUITE] = LIST(of_workload),
    [KIND_IMPLEMENTATION_REVISION] = LIST(of_implementation),
    [KIND_BENCHMARK_RUN] = LIST(of_run),
    [KIND_SERVING_CONFIGURATION] = LIST(of_configuration),
    [KIND_SERVING_RUN] = LIST(of_serving_run),
};

/* A text is digested behind one of these, so that a name is no provider. */
enum tag { TAG_NAME, TAG_EXTERNAL, TAG_SOURCE, TAG_PROVIDER, TAG_METADATA, TAG_ROW };

const struct refs_reference *refs_references(enum manifest_kind kind, size_t *count)
{
    *count = by_kind[kind].count;
    return by_kind[kind].list;
}

/* The buffer for a text that is to be digested, begun with what it is and of which kind. */
static struct buf *begin_text(struct verification *verification, enum tag tag,
                              enum manifest_kind kind)
{
    struct buf *text = &verification->verifier->canonical.text;

    buf_clear(text);
    buf_append_byte(text, (char)tag);
    buf_append_byte(text, (char)kind);
    return text;
}

static void end_text(struct verification *verification, struct digest_half *identity)
{
    const struct buf *text = &verification->verifier->canonical.text;
    struct digest digest;

    digester_hash(verification->verifier->digester, text->data, text->length, &digest);
    *identity = digest_half_of(&digest);
}

/* The string at a path of two names (the second may be NULL) from NODE; false where there
 * is none. */
static bool read_text(const struct document *document, uint32_t node, const char *first,
                      const char *second, struct view *text, uint32_t *found)
{
    const char *const path[] = {first, second, NULL};

    *found = document_find(document, node, path);
    if (*found == NODE_NONE || !document_is(document, *found, NODE_STRING))
        return false;
    *text = document_string(document, *found);
    return true;
}

/* The external id of a run is unique within its source and benchmark; that of a serving run
 * is its submission's, whose runs differ in scenario, division and category. */
static void identify_external(struct verification *verification,
                              const struct manifest *manifest, struct view external,
                              struct digest_half *identity)
{
    static const char *const members[] = {"source", "benchmark", "scenario", "division",
                                          "category"};
    size_t count = manifest->kind == KIND_SERVING_RUN ? 5 : 2;
    struct buf *text = begin_text(verification, TAG_EXTERNAL, manifest->kind);

    for (size_t i = 0; i < count; i++) {
        struct view part = {"", 0};
        uint32_t node;

        /* With its length: a text may hold any byte that could separate two. */
        read_text(verification->document, manifest->spec, "sourceNative", members[i], &part,
                  &node);
        buf_append(text, (const char *)&part.length, sizeof part.length);
        buf_append(text, part.data, part.length);
    }
    buf_append(text, external.data, external.length);
    end_text(verification, identity);
}

/* The identity of TEXT, which is digested behind TAG and KIND. */
static void identify(struct verification *verification, enum tag tag,
                     enum manifest_kind kind, struct view text,
                     struct digest_half *identity)
{
    struct buf *scratch = begin_text(verification, tag, kind);

    buf_append(scratch, text.data, text.length);
    end_text(verification, identity);
}

static void describe_name(struct verification *verification,
                          const struct manifest *manifest, struct refs_object *object)
{
    struct view text;
    uint32_t node;

    if (manifest->metadata == NODE_NONE ||
        !read_text(verification->document, manifest->metadata, "name", NULL, &text, &node))
        return;
    identify(verification, TAG_NAME, manifest->kind, text, &object->name);
    object->has_name = true;
    object->name_column = document_offset(verification->document, node) + 1;
}

static void describe_run(struct verification *verification, const struct manifest *manifest,
                         struct refs_object *object)
{
    const struct document *document = verification->document;
    struct view text, provider;
    uint32_t node;

    if (read_text(document, manifest->spec, "sourceNative", "source", &text, &node)) {
        identify(verification, TAG_SOURCE, KIND_UNKNOWN, text, &object->source);
        object->has_source = true;
    }
    if (!read_text(document, manifest->spec, "sourceNative", "externalId", &text, &node))
        return;
    identify_external(verification, manifest, text, &object->external);
    object->has_external = true;
    object->external_column = document_offset(document, node) + 1;
    provider = run_external_part(text, 2);
    if (manifest->kind == KIND_BENCHMARK_RUN && provider.length > 0) {
        identify(verification, TAG_PROVIDER, KIND_UNKNOWN, provider, &object->label);
        object->has_label = true;
    }
}

static void describe_implementation(struct verification *verification,
                                    const struct manifest *manifest,
                                    struct refs_object *object)
{
    struct buf *text;

    if (manifest->metadata == NODE_NONE)
        return;
    text = begin_text(verification, TAG_METADATA, KIND_UNKNOWN);
    canonical_write(&verification->verifier->canonical, verification->document,
                    manifest->metadata, text);
    end_text(verification, &object->label);
    object->has_label = true;
}

static void read_references(const struct document *document,
                            const struct manifest *manifest, struct refs_object *object)
{
    size_t count;
    const struct refs_reference *list = refs_references(manifest->kind, &count);

    for (size_t i = 0; i < count; i++) {
        uint32_t node = list[i].object == NULL
                            ? manifest->spec
                            : document_member(document, manifest->spec, list[i].object);
        struct digest digest;

        if (node == NODE_NONE || !digest_read(document, node, list[i].member, &digest))
            continue;
        object->references[i] = digest_half_of(&digest);
        object->has_reference[i] = true;
    }
}

/* -1: the manifest has no digest. */
static int add_object(struct verification *verification, const struct manifest *manifest,
                      struct refs_facts *facts)
{
    const struct document *document = verification->document;
    struct refs_object *object = &facts->objects[facts->count];

    *object = (struct refs_object){
        .column = document_offset(document, manifest->node) + 1,
        .kind = (uint8_t)manifest->kind,
        .where = {(uint8_t)manifest->role,
                  verification->manifests->shape == SHAPE_ROW ? 1 : 0}};

    if (verify_digest(verification, manifest) != 0)
        return -1;
    if (!verification->known[manifest->role])
        return 0;
    object->identity = digest_half_of(&verification->digests[manifest->role]);
    read_references(document, manifest, object);
    describe_name(verification, manifest, object);
    if (refs_is_run(object->kind))
        describe_run(verification, manifest, object);
    else if (manifest->kind == KIND_IMPLEMENTATION_REVISION)
        describe_implementation(verification, manifest, object);
    facts->count++;
    return 0;
}

/* The identity of the text of a row's member; false where it is no text. */
static bool identify_row(struct verification *verification, const char *member,
                         struct digest_half *identity)
{
    struct view text;
    uint32_t node;

    if (!read_text(verification->document, verification->manifests->row, member, NULL,
                   &text, &node))
        return false;
    identify(verification, TAG_ROW, KIND_UNKNOWN, text, identity);
    return true;
}

const struct refs_object *refs_run(const struct refs_facts *facts)
{
    for (size_t i = 0; i < facts->count; i++)
        if (refs_is_run(facts->objects[i].kind))
            return &facts->objects[i];
    return NULL;
}

static void describe_row(struct verification *verification, struct refs_facts *facts)
{
    const struct document *document = verification->document;
    uint32_t row = verification->manifests->row;
    uint32_t retracted = document_member(document, row, "retractedAt");

    facts->supersedes = identify_row(verification, "supersedesId", &facts->superseded);
    facts->is_retracted =
        retracted != NODE_NONE && !document_is(document, retracted, NODE_NULL);
    if (facts->supersedes || refs_run(facts) != NULL)
        facts->has_row = identify_row(verification, "id", &facts->row);
    facts->supersedes = facts->supersedes && facts->has_row;
}

struct refs_facts *refs_describe(struct verification *verification)
{
    const struct record *manifests = verification->manifests;
    struct refs_facts *facts = arena_alloc(verification->arena, sizeof *facts);

    *facts =
        (struct refs_facts){.objects = arena_array(verification->arena, manifests->count,
                                                   sizeof *facts->objects)};
    for (size_t i = 0; i < manifests->count; i++)
        if (add_object(verification, &manifests->manifests[i], facts) < 0)
            return NULL;
    if (manifests->shape == SHAPE_ROW)
        describe_row(verification, facts);
    return facts;
}
