#include <config.h>

#include "record/verify-keys.h"

#include "base/map.h"
#include "base/mem.h"
#include "record/cohort.h"

#include <stdlib.h>

/* A workload to remember, or keys to compare. */
struct verify_facts {
    enum { FACTS_WORKLOAD, FACTS_KEYS } about;
    struct cohort_parts parts;
    struct digest correctness_key;
    struct digest comparison_key;
    size_t correctness_column; /* 0: not declared */
    size_t comparison_column;
};

/* What cohorts need of a workload. */
struct workload {
    struct digest operation;
    struct digest correctness;
};

struct verify_workloads {
    struct map map; /* 32 bytes of digest → struct workload */
    struct arena arena;
    struct digester *digester;
    struct buf scratch;
};

/* Whom to tell, and the row, where its document is still there. */
struct place {
    const struct verify_sink *sink;
    const struct document *document;
    uint32_t row;
};

static int compare_key(const struct place *place, size_t column, const char *name,
                       const struct digest *declared, const struct digest *computed)
{
    char texts[2][DIGEST_TEXT_LENGTH];
    const struct verify_finding finding = {
        .name = name,
        .node = place->document == NULL
                    ? NODE_NONE
                    : document_member(place->document, place->row, name),
        .column = column,
        .declared = {texts[0], DIGEST_TEXT_LENGTH},
        .computed = {texts[1], DIGEST_TEXT_LENGTH}};

    if (column == 0 || digest_equal(declared, computed))
        return 0;
    digest_text(declared, texts[0]);
    digest_text(computed, texts[1]);
    return place->sink->found(place->sink->context, &finding);
}

static int compare_keys(const struct place *place, struct verify_facts *facts,
                        const struct workload *workload, struct digester *digester,
                        struct buf *scratch)
{
    struct digest key;

    if (compare_key(place, facts->correctness_column, "correctnessKey",
                    &facts->correctness_key, &workload->correctness) != 0)
        return -1;
    facts->parts.operation = workload->operation;
    facts->parts.correctness = workload->correctness;
    cohort_comparison_key(&facts->parts, digester, scratch, &key);
    return compare_key(place, facts->comparison_column, "comparisonKey",
                       &facts->comparison_key, &key);
}

/* What cohorts need of a workload manifest; false where it does not hold it. */
static bool read_workload(struct verification *verification,
                          const struct manifest *manifest, struct workload *workload)
{
    return verify_read_digest(verification->document, manifest->spec, "operationSpecDigest",
                              &workload->operation) &&
           cohort_correctness_key(verification->document, manifest->spec,
                                  &verification->verifier->canonical,
                                  verification->verifier->digester, &workload->correctness);
}

/* A declared key, as its column, 0 where there is none to compare; -1: stop, since it is no
 * digest. */
static int read_key(struct verification *verification, const char *name, struct digest *key,
                    size_t *column)
{
    const struct document *document = verification->document;
    uint32_t row = verification->manifests->row;
    uint32_t member = verify_declared(document, row, name);
    struct verify_finding finding;

    *column = 0;
    if (member == NODE_NONE)
        return 0;
    verification->compared = true;
    *column = document_offset(document, member) + 1;
    if (verify_read_digest(document, row, name, key))
        return 0;
    finding = (struct verify_finding){.name = name,
                                      .node = member,
                                      .column = *column,
                                      .declared = document_raw(document, member),
                                      .computed = {"a digest", 8}};
    *column = 0;
    return verification->sink.found(verification->sink.context, &finding);
}

static void store_facts(struct verification *verification, const struct verify_facts *facts)
{
    struct view metric = facts->parts.metric;
    struct verify_facts *stored = arena_alloc(verification->arena, sizeof *stored);

    *stored = *facts;
    if (metric.length > 0)
        stored->parts.metric.data =
            arena_copy_text(verification->arena, metric.data, metric.length);
    verification->facts = stored;
}

int verify_keys(struct verification *verification, const struct manifest *run)
{
    const struct document *document = verification->document;
    const struct place place = {&verification->sink, document,
                                verification->manifests->row};
    const struct manifest *manifest = record_role(verification->manifests, ROLE_WORKLOAD);
    struct verify_facts facts = {.about = FACTS_KEYS};
    struct primary_metric primary = cohort_primary_metric(document, run->spec);
    struct workload workload;
    struct buf metric;
    bool has_workload;
    int result;

    if (read_key(verification, "correctnessKey", &facts.correctness_key,
                 &facts.correctness_column) != 0 ||
        read_key(verification, "comparisonKey", &facts.comparison_key,
                 &facts.comparison_column) != 0)
        return -1;
    if ((facts.correctness_column == 0 && facts.comparison_column == 0) ||
        !verify_read_digest(document, run->spec, "workloadDigest", &facts.parts.workload) ||
        !verify_read_digest(document, run->spec, "protocolDigest", &facts.parts.protocol) ||
        !verify_read_digest(document, run->spec, "environmentDigest",
                            &facts.parts.environment))
        return 0;
    has_workload = manifest != NULL && read_workload(verification, manifest, &workload);
    if (!has_workload && verification->arena == NULL)
        return 0;
    buf_init(&metric);
    cohort_metric_text(&primary, &metric);
    facts.parts.metric = buf_view(&metric);
    if (!has_workload) {
        store_facts(verification, &facts);
        buf_release(&metric);
        return 0;
    }
    result = compare_keys(&place, &facts, &workload, verification->verifier->digester,
                          &verification->verifier->canonical.text);
    buf_release(&metric);
    return result;
}

int verify_store_workload(struct verification *verification)
{
    const struct manifest *manifest = record_role(verification->manifests, ROLE_WORKLOAD);
    struct verify_facts facts = {.about = FACTS_WORKLOAD};
    struct workload workload;

    if (verification->arena == NULL)
        return 0;
    if (manifest == NULL)
        manifest = record_role(verification->manifests, ROLE_NONE);
    if (manifest == NULL ||
        (manifest->kind != KIND_WORKLOAD_CASE && manifest->kind != KIND_WORKLOAD_SUITE))
        return 0;
    if (verify_digest(verification, manifest) != 0)
        return -1;
    if (!verification->known[manifest->role] ||
        !read_workload(verification, manifest, &workload))
        return 0;
    facts.parts.workload = verification->digests[manifest->role];
    facts.parts.operation = workload.operation;
    facts.parts.correctness = workload.correctness;
    store_facts(verification, &facts);
    return 0;
}

/* --- earlier records --- */

struct verify_workloads *verify_workloads_new(void)
{
    struct verify_workloads *workloads = mem_zeroed(1, sizeof *workloads);

    map_init(&workloads->map);
    arena_init(&workloads->arena);
    buf_init(&workloads->scratch);
    workloads->digester = digester_new();
    return workloads;
}

void verify_workloads_free(struct verify_workloads *workloads)
{
    if (workloads == NULL)
        return;
    map_release(&workloads->map);
    arena_release(&workloads->arena);
    buf_release(&workloads->scratch);
    digester_free(workloads->digester);
    free(workloads);
}

static void remember(struct verify_workloads *workloads, const struct verify_facts *facts)
{
    bool added;
    struct map_entry *entry = map_put(&workloads->map, facts->parts.workload.bytes,
                                      sizeof facts->parts.workload.bytes, &added);
    struct workload *workload;

    if (!added)
        return;
    workload = arena_alloc(&workloads->arena, sizeof *workload);
    workload->operation = facts->parts.operation;
    workload->correctness = facts->parts.correctness;
    entry->value.pointer = workload;
}

int verify_settle(struct verify_workloads *workloads, const struct verify_facts *stored,
                  const struct verify_sink *sink)
{
    const struct place place = {sink, NULL, NODE_NONE};
    struct verify_facts facts = *stored;
    const struct map_entry *entry;

    if (facts.about == FACTS_WORKLOAD) {
        remember(workloads, &facts);
        return 0;
    }
    entry = map_find(&workloads->map, facts.parts.workload.bytes,
                     sizeof facts.parts.workload.bytes);
    if (entry == NULL)
        return 0;
    return compare_keys(&place, &facts, entry->value.pointer, workloads->digester,
                        &workloads->scratch);
}
