#include <config.h>

#include "record/verify.h"

#include "base/map.h"
#include "base/mem.h"
#include "json/number.h"
#include "record/cohort.h"
#include "record/identity.h"

#include <stdlib.h>

/* The tables of an export, with the member that stores the digest of row.manifest; NULL
 * where there is none. */
static const struct {
    const char *name;
    const char *digest;
} tables[] = {
    {"operations", "semanticDigest"},
    {"workloads", "workloadDigest"},
    {"serving_workloads", "workloadDigest"},
    {"implementations", "implementationDigest"},
    {"benchmark_runs", "runDigest"},
    {"serving_runs", "runDigest"},
    {"model_revisions", "modelDigest"},
    {"serving_stack_revisions", "stackDigest"},
    {"serving_configurations", "configurationDigest"},
    {"measurements", NULL},
    {"serving_measurements", NULL},
    {"record_events", NULL},
    {"operation_aliases", NULL},
    {"projects", NULL},
    {"sources", NULL},
};

/* --- digests --- */

struct verifier *verifier_new(void)
{
    struct verifier *verifier = mem_zeroed(1, sizeof *verifier);

    canonical_init(&verifier->canonical);
    verifier->cache = digest_cache_new();
    verifier->digester = digester_new();
    return verifier;
}

void verifier_free(struct verifier *verifier)
{
    if (verifier == NULL)
        return;
    canonical_release(&verifier->canonical);
    digest_cache_free(verifier->cache);
    digester_free(verifier->digester);
    free(verifier);
}

/* Whether other records may hold the same manifest. Runs differ from each other, so they
 * would only evict from the cache what repeats. */
static bool repeats(const struct manifest *manifest)
{
    return manifest->kind != KIND_BENCHMARK_RUN && manifest->kind != KIND_SERVING_RUN;
}

const struct digest *verifier_find(struct verifier *verifier,
                                   const struct document *document,
                                   const struct manifest *manifest)
{
    if (!repeats(manifest))
        return NULL;
    return digest_cache_find(verifier->cache, document_raw(document, manifest->node));
}

int verifier_digest(struct verifier *verifier, struct document *document,
                    const struct manifest *manifest, bool store, struct digest *digest,
                    struct manifest_error *error)
{
    struct buf *text = &verifier->canonical.text;
    const struct digest *cached = verifier_find(verifier, document, manifest);

    if (cached != NULL) {
        *digest = *cached;
        return 0;
    }
    buf_clear(text);
    if (identity_append(document, manifest, &verifier->canonical, text, error) != 0)
        return -1;
    digester_hash(verifier->digester, text->data, text->length, digest);
    if (store && repeats(manifest))
        digest_cache_store(verifier->cache, document_raw(document, manifest->node), digest);
    return 0;
}

/* Report that a manifest has no digest. */
static int report_error(struct verification *verification, const struct manifest *manifest,
                        const struct manifest_error *error)
{
    const struct verify_finding finding = {
        .node = error->node,
        .column = document_offset(verification->document, error->node) + 1,
        .error = error};

    verification->failed[manifest->role] = true;
    return verification->sink.found(verification->sink.context, &finding);
}

int verify_digest(struct verification *verification, const struct manifest *manifest)
{
    struct manifest_error error;

    if (verification->known[manifest->role] || verification->failed[manifest->role])
        return 0;
    if (verifier_digest(verification->verifier, verification->document, manifest,
                        !verification->no_cache, &verification->digests[manifest->role],
                        &error) != 0)
        return report_error(verification, manifest, &error);
    verification->known[manifest->role] = true;
    return 0;
}

/* The value of member NAME of NODE; NODE_NONE where it is absent or null. */
static uint32_t declared_member(const struct document *document, uint32_t node,
                                const char *name)
{
    uint32_t member = document_member(document, node, name);

    return member != NODE_NONE && document_is(document, member, NODE_NULL) ? NODE_NONE
                                                                           : member;
}

/* Report that MEMBER, whose name is NAME, does not declare COMPUTED. */
static int report_mismatch(struct verification *verification, uint32_t member,
                           const char *name, struct view computed)
{
    const struct document *document = verification->document;
    const struct verify_finding finding = {.name = name,
                                           .node = member,
                                           .column = document_offset(document, member) + 1,
                                           .declared = document_raw(document, member),
                                           .computed = computed};

    return verification->sink.found(verification->sink.context, &finding);
}

/* Compare the digest that MEMBER, whose name is NAME, declares with the computed one. -1:
 * the sink stopped it. So it is in all functions from here on. */
static int compare_digest(struct verification *verification, uint32_t member,
                          const char *name, const struct digest *computed)
{
    const struct document *document = verification->document;
    struct digest declared;
    char text[DIGEST_TEXT_LENGTH];

    verification->compared = true;
    if (document_is(document, member, NODE_STRING) &&
        digest_parse(document_string(document, member), &declared) &&
        digest_equal(&declared, computed))
        return 0;
    digest_text(computed, text);
    return report_mismatch(verification, member, name, (struct view){text, sizeof text});
}

/* Compare what NODE declares as NAME with the digest of MANIFEST, where there are both. */
static int compare_manifest(struct verification *verification, uint32_t node,
                            const char *name, const struct manifest *manifest)
{
    uint32_t member =
        manifest == NULL ? NODE_NONE : declared_member(verification->document, node, name);

    if (member == NODE_NONE)
        return 0;
    if (verify_digest(verification, manifest) != 0)
        return -1;
    if (!verification->known[manifest->role])
        return 0;
    return compare_digest(verification, member, name,
                          &verification->digests[manifest->role]);
}

static int compare_role(struct verification *verification, uint32_t node, const char *name,
                        enum manifest_role role)
{
    return compare_manifest(verification, node, name,
                            record_role(verification->manifests, role));
}

/* --- bundles --- */

static int check_bundle(struct verification *verification)
{
    const struct record *manifests = verification->manifests;
    const struct manifest *run = record_role(manifests, ROLE_RUN);
    const struct manifest *workload = record_role(manifests, ROLE_WORKLOAD);
    const struct manifest *implementation = record_role(manifests, ROLE_IMPLEMENTATION);

    if (run != NULL &&
        (compare_role(verification, run->spec, "protocolDigest", ROLE_PROTOCOL) ||
         compare_role(verification, run->spec, "environmentDigest", ROLE_ENVIRONMENT) ||
         compare_role(verification, run->spec, "workloadDigest", ROLE_WORKLOAD) ||
         compare_role(verification, run->spec, "implementationDigest",
                      ROLE_IMPLEMENTATION)))
        return -1;
    if (workload != NULL && compare_role(verification, workload->spec,
                                         "operationSpecDigest", ROLE_OPERATION) != 0)
        return -1;
    if (implementation != NULL) {
        uint32_t operation =
            document_member(verification->document, implementation->spec, "operation");

        if (operation != NODE_NONE &&
            compare_role(verification, operation, "specDigest", ROLE_OPERATION) != 0)
            return -1;
    }
    return 0;
}

/* --- keys --- */

/* A workload for later records, or the keys of a run whose workload an earlier record has.
 */
struct verify_facts {
    enum { FACTS_WORKLOAD, FACTS_KEYS } about;
    struct cohort_parts parts;
    struct digest correctness_key;
    struct digest comparison_key;
    size_t correctness_column; /* of the declared key, from 1; 0: there is none */
    size_t comparison_column;
};

/* The part of a workload that keys depend on, apart from its digest. */
struct workload {
    struct digest operation;
    struct digest correctness;
};

/* The row that declares keys, and the sink for differences. */
struct key_row {
    const struct verify_sink *sink;
    const struct document *document; /* NULL in the ordered stage */
    uint32_t node;
};

static int compare_key(const struct key_row *row, size_t column, const char *name,
                       const struct digest *declared, const struct digest *computed)
{
    char texts[2][DIGEST_TEXT_LENGTH];
    const struct verify_finding finding = {
        .name = name,
        .node = row->document == NULL ? NODE_NONE
                                      : document_member(row->document, row->node, name),
        .column = column,
        .declared = {texts[0], DIGEST_TEXT_LENGTH},
        .computed = {texts[1], DIGEST_TEXT_LENGTH}};

    if (column == 0 || digest_equal(declared, computed))
        return 0;
    digest_text(declared, texts[0]);
    digest_text(computed, texts[1]);
    return row->sink->found(row->sink->context, &finding);
}

static int compare_keys(const struct key_row *row, struct verify_facts *facts,
                        const struct workload *workload, struct digester *digester,
                        struct buf *scratch)
{
    struct digest key;

    if (compare_key(row, facts->correctness_column, "correctnessKey",
                    &facts->correctness_key, &workload->correctness) != 0)
        return -1;
    facts->parts.operation = workload->operation;
    facts->parts.correctness = workload->correctness;
    cohort_comparison_key(&facts->parts, digester, scratch, &key);
    return compare_key(row, facts->comparison_column, "comparisonKey",
                       &facts->comparison_key, &key);
}

/* Read the operation and the correctness key of a workload manifest; false where it lacks
 * one of them. */
static bool read_workload(struct verification *verification,
                          const struct manifest *manifest, struct workload *workload)
{
    return digest_read(verification->document, manifest->spec, "operationSpecDigest",
                       &workload->operation) &&
           cohort_correctness_key(verification->document, manifest->spec,
                                  &verification->verifier->canonical,
                                  verification->verifier->digester, &workload->correctness);
}

/* Read the declared key NAME of the row and its column, which is 0 where there is no key to
 * compare. What is no digest is reported. */
static int read_key(struct verification *verification, const char *name, struct digest *key,
                    size_t *column)
{
    const struct document *document = verification->document;
    uint32_t row = verification->manifests->row;
    uint32_t member = declared_member(document, row, name);
    struct verify_finding finding;

    *column = 0;
    if (member == NODE_NONE)
        return 0;
    verification->compared = true;
    *column = document_offset(document, member) + 1;
    if (digest_read(document, row, name, key))
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

/* Compare the keys that the row of RUN declares, or store them as facts. */
static int check_keys(struct verification *verification, const struct manifest *run)
{
    const struct document *document = verification->document;
    const struct key_row row = {&verification->sink, document,
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
        !digest_read(document, run->spec, "workloadDigest", &facts.parts.workload) ||
        !digest_read(document, run->spec, "protocolDigest", &facts.parts.protocol) ||
        !digest_read(document, run->spec, "environmentDigest", &facts.parts.environment))
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
    result = compare_keys(&row, &facts, &workload, verification->verifier->digester,
                          &verification->verifier->canonical.text);
    buf_release(&metric);
    return result;
}

/* Store the workload of the record, if there is one, as facts. */
static int store_workload(struct verification *verification)
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

/* --- export rows --- */

/* Compare the member NAME of the row with TEXT, which is data NULL for null. */
static int compare_text(struct verification *verification, const char *name,
                        struct view text)
{
    const struct document *document = verification->document;
    uint32_t member = document_member(document, verification->manifests->row, name);

    if (member == NODE_NONE)
        return 0;
    verification->compared = true;
    if (text.data == NULL ? document_is(document, member, NODE_NULL)
                          : document_is(document, member, NODE_STRING) &&
                                view_equal(document_string(document, member), text))
        return 0;
    return report_mismatch(verification, member, name,
                           text.data == NULL ? (struct view){"null", 4} : text);
}

static int compare_value(struct verification *verification,
                         const struct primary_metric *primary)
{
    const struct document *document = verification->document;
    uint32_t member =
        document_member(document, verification->manifests->row, "primaryValue");
    struct view declared;
    char computed[NUMBER_TEXT_SIZE];
    double value;

    if (!primary->exists || member == NODE_NONE)
        return compare_text(verification, "primaryValue", (struct view){NULL, 0});
    verification->compared = true;
    declared = document_raw(document, member);
    if (document_is(document, member, NODE_NUMBER) &&
        number_parse(declared.data, declared.length, &value) && value == primary->value)
        return 0;
    return report_mismatch(
        verification, member, "primaryValue",
        (struct view){computed, number_format(primary->value, computed)});
}

static int check_primary(struct verification *verification, const struct manifest *run)
{
    static const struct view null = {NULL, 0};
    struct primary_metric primary =
        cohort_primary_metric(verification->document, run->spec);

    if (compare_text(verification, "primaryMetric",
                     primary.exists ? primary.metric : (struct view){"none", 4}) != 0 ||
        compare_text(verification, "primaryStatistic",
                     primary.exists ? primary.statistic : null) != 0 ||
        compare_text(verification, "primaryUnit", primary.exists ? primary.unit : null) !=
            0)
        return -1;
    return compare_value(verification, &primary);
}

/* The key NAME of a run's row must be the digest of the manifest in ROLE, or, where the
 * bundle lacks that, the digest that the run names as REFERENCE. */
static int check_role_key(struct verification *verification, const struct manifest *run,
                          const char *name, enum manifest_role role, const char *reference)
{
    uint32_t row = verification->manifests->row;
    uint32_t member = declared_member(verification->document, row, name);
    struct digest digest;

    if (record_role(verification->manifests, role) != NULL)
        return compare_role(verification, row, name, role);
    if (member == NODE_NONE ||
        !digest_read(verification->document, run->spec, reference, &digest))
        return 0;
    return compare_digest(verification, member, name, &digest);
}

static int check_run_row(struct verification *verification, const struct manifest *run)
{
    if (check_role_key(verification, run, "protocolKey", ROLE_PROTOCOL, "protocolDigest") !=
            0 ||
        check_role_key(verification, run, "environmentKey", ROLE_ENVIRONMENT,
                       "environmentDigest") != 0 ||
        check_primary(verification, run) != 0)
        return -1;
    return check_keys(verification, run);
}

static int check_row(struct verification *verification)
{
    const struct record *manifests = verification->manifests;
    const struct manifest *manifest = record_role(manifests, ROLE_RUN);
    size_t table = 0;

    /* A row without a bundle has one manifest, without a role. */
    if (manifest == NULL)
        manifest = record_role(manifests, ROLE_NONE);
    while (
        !document_string_is(verification->document, manifests->table, tables[table].name)) {
        if (++table == sizeof tables / sizeof *tables) {
            verification->unknown_table = true;
            return 0;
        }
    }
    if (manifest == NULL || tables[table].digest == NULL)
        return 0;
    if (compare_manifest(verification, manifests->row, tables[table].digest, manifest) != 0)
        return -1;
    if (strcmp(tables[table].name, "benchmark_runs") == 0 &&
        manifest->kind == KIND_BENCHMARK_RUN)
        return check_run_row(verification, manifest);
    return 0;
}

/* --- the record --- */

/* Report the manifests without a digest among those whose digest was not needed. */
static int check_others(struct verification *verification)
{
    struct manifest_error error;

    for (size_t i = 0; i < verification->manifests->count; i++) {
        const struct manifest *manifest = &verification->manifests->manifests[i];

        if (!verification->known[manifest->role] && !verification->failed[manifest->role] &&
            identity_check(verification->document, manifest,
                           &verification->verifier->canonical, &error) != 0 &&
            report_error(verification, manifest, &error) != 0)
            return -1;
    }
    return 0;
}

int verify_record(struct verification *verification)
{
    if (check_bundle(verification) != 0 ||
        (verification->manifests->shape == SHAPE_ROW && check_row(verification) != 0) ||
        store_workload(verification) != 0)
        return -1;
    return verification->verified ? 0 : check_others(verification);
}

/* --- earlier records --- */

struct verify_workloads {
    struct map map; /* digest → struct workload */
    struct arena arena;
    struct digester *digester;
    struct buf scratch;
};

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

static void add_workload(struct verify_workloads *workloads,
                         const struct verify_facts *facts)
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

int verify_ordered(struct verify_workloads *workloads, const struct verify_facts *stored,
                   const struct verify_sink *sink)
{
    const struct key_row row = {sink, NULL, NODE_NONE};
    struct verify_facts facts = *stored;
    const struct map_entry *entry;

    if (facts.about == FACTS_WORKLOAD) {
        add_workload(workloads, &facts);
        return 0;
    }
    entry = map_find(&workloads->map, facts.parts.workload.bytes,
                     sizeof facts.parts.workload.bytes);
    if (entry == NULL)
        return 0;
    return compare_keys(&row, &facts, entry->value.pointer, workloads->digester,
                        &workloads->scratch);
}
