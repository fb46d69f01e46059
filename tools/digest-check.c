#include <config.h>

#include "digest-check.h"

#include "base/map.h"
#include "base/mem.h"
#include "json/number.h"
#include "record/cohort.h"

#include <stdlib.h>

/* Where the tables of an export store the digest of row.manifest. */
static const struct {
    const char *table;
    const char *member;
} stored_digests[] = {
    {"operations", "semanticDigest"},
    {"workloads", "workloadDigest"},
    {"serving_workloads", "workloadDigest"},
    {"implementations", "implementationDigest"},
    {"benchmark_runs", "runDigest"},
    {"serving_runs", "runDigest"},
    {"model_revisions", "modelDigest"},
    {"serving_stack_revisions", "stackDigest"},
    {"serving_configurations", "configurationDigest"},
};

/* How much of a text from the input a message quotes. */
enum { QUOTE_SIZE = 100 };

/* A check in progress. */
struct check {
    struct digest_worker *worker;
    struct stream_record *record;
    const struct document *document;
    struct record manifests;
    bool known[ROLE_COUNT]; /* digests[role] is computed */
    struct digest digests[ROLE_COUNT];
    bool compared; /* something was declared */
};

/* What the settle function gets: a workload to remember, or keys to check. */
struct facts {
    enum { FACTS_WORKLOAD, FACTS_KEYS } about;
    struct cohort_parts parts; /* metric: the text behind the struct */
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

struct digest_workloads {
    struct map map; /* 32 bytes of digest → struct workload */
    struct arena arena;
    struct digester *digester;
    struct buf scratch;
};

/* --- digests --- */

/* Write at most QUOTE_SIZE bytes of TEXT to OUT, masked, so that printf meets no NUL and no
 * half of a character; returns the length. */
static int quote(struct view text, char out[QUOTE_SIZE])
{
    return (int)diag_mask(out, QUOTE_SIZE, text.data, text.length);
}

enum stream_verdict digest_reject(struct stream_record *record,
                                  const struct manifest_error *error)
{
    const struct document *document = record->document;
    size_t column = stream_column(record, error->node);
    char found[QUOTE_SIZE];

    if (document_is(document, error->node, NODE_STRING)) {
        int length = quote(document_string(document, error->node), found);

        return stream_reject(record, column, error->code, "%s, found \"%.*s\"", error->text,
                             length, found);
    }
    return stream_reject(record, column, error->code, "%s", error->text);
}

int digest_manifest(struct digest_worker *worker, struct stream_record *record,
                    const struct manifest *manifest, struct digest *digest)
{
    struct canonical *canonical = &worker->canonical;
    struct view bytes = document_raw(record->document, manifest->node);
    /* Runs differ, so keeping them would only drive out what repeats. */
    bool repeats =
        manifest->kind != KIND_BENCHMARK_RUN && manifest->kind != KIND_SERVING_RUN;
    const struct digest *seen = repeats ? memo_find(worker->memo, bytes) : NULL;
    struct manifest_error error;

    if (seen != NULL) {
        *digest = *seen;
        return 0;
    }
    buf_clear(&canonical->text);
    if (manifest_identity(record->document, manifest, canonical, &canonical->text,
                          &error) != 0) {
        digest_reject(record, &error);
        return -1;
    }
    digester_hash(worker->digester, canonical->text.data, canonical->text.length, digest);
    if (repeats)
        memo_keep(worker->memo, bytes, digest);
    return 0;
}

/* The digest of the manifest in a role, computed once. -1: rejected. */
static int digest_role(struct check *check, const struct manifest *manifest)
{
    if (check->known[manifest->role])
        return 0;
    check->known[manifest->role] = true;
    return digest_manifest(check->worker, check->record, manifest,
                           &check->digests[manifest->role]);
}

static int reject_mismatch(struct stream_record *record, size_t column, const char *name,
                           struct view declared, struct view computed)
{
    char quoted[QUOTE_SIZE];
    int length = quote(declared, quoted);

    stream_reject(record, column, "digest_mismatch", "%s: declared %.*s, computed %.*s",
                  name, length, quoted, (int)computed.length, computed.data);
    return -1;
}

/* The member NAME of NODE; NODE_NONE also where it is null. */
static uint32_t declared_member(const struct document *document, uint32_t node,
                                const char *name)
{
    uint32_t member = document_member(document, node, name);

    return member != NODE_NONE && document_is(document, member, NODE_NULL) ? NODE_NONE
                                                                           : member;
}

/* Compare what the member NAME of NODE declares, if it does. -1: rejected. */
static int compare_digest(struct check *check, uint32_t node, const char *name,
                          const struct digest *computed)
{
    uint32_t member = declared_member(check->document, node, name);
    struct digest declared;
    char text[DIGEST_TEXT_LENGTH];

    if (member == NODE_NONE)
        return 0;
    check->compared = true;
    if (document_is(check->document, member, NODE_STRING) &&
        digest_parse(document_string(check->document, member), &declared) &&
        digest_equal(&declared, computed))
        return 0;
    digest_text(computed, text);
    return reject_mismatch(check->record, stream_column(check->record, member), name,
                           document_raw(check->document, member),
                           (struct view){text, sizeof text});
}

/* Compare what NODE declares as NAME with the digest of the manifest in ROLE, where both
 * are there. -1: rejected. */
static int compare_role(struct check *check, uint32_t node, const char *name,
                        enum manifest_role role)
{
    const struct manifest *manifest = record_role(&check->manifests, role);

    if (manifest == NULL || declared_member(check->document, node, name) == NODE_NONE)
        return 0;
    if (digest_role(check, manifest) != 0)
        return -1;
    return compare_digest(check, node, name, &check->digests[role]);
}

/* The digest that the member NAME of NODE gives; false where it gives none. */
static bool read_digest(const struct document *document, uint32_t node, const char *name,
                        struct digest *digest)
{
    uint32_t member = document_member(document, node, name);

    return member != NODE_NONE && document_is(document, member, NODE_STRING) &&
           digest_parse(document_string(document, member), digest);
}

/* --- bundles --- */

static int check_bundle(struct check *check)
{
    const struct record *manifests = &check->manifests;
    const struct manifest *run = record_role(manifests, ROLE_RUN);
    const struct manifest *workload = record_role(manifests, ROLE_WORKLOAD);
    const struct manifest *implementation = record_role(manifests, ROLE_IMPLEMENTATION);

    if (run != NULL &&
        (compare_role(check, run->spec, "protocolDigest", ROLE_PROTOCOL) ||
         compare_role(check, run->spec, "environmentDigest", ROLE_ENVIRONMENT) ||
         compare_role(check, run->spec, "workloadDigest", ROLE_WORKLOAD) ||
         compare_role(check, run->spec, "implementationDigest", ROLE_IMPLEMENTATION)))
        return -1;
    if (workload != NULL &&
        compare_role(check, workload->spec, "operationSpecDigest", ROLE_OPERATION) != 0)
        return -1;
    if (implementation != NULL) {
        uint32_t operation =
            document_member(check->document, implementation->spec, "operation");

        if (operation != NODE_NONE &&
            compare_role(check, operation, "specDigest", ROLE_OPERATION) != 0)
            return -1;
    }
    return 0;
}

/* --- keys --- */

static int compare_key(struct stream_record *record, size_t column, const char *name,
                       const struct digest *declared, const struct digest *computed)
{
    char texts[2][DIGEST_TEXT_LENGTH];

    if (column == 0 || digest_equal(declared, computed))
        return 0;
    digest_text(declared, texts[0]);
    digest_text(computed, texts[1]);
    return reject_mismatch(record, column, name,
                           (struct view){texts[0], DIGEST_TEXT_LENGTH},
                           (struct view){texts[1], DIGEST_TEXT_LENGTH});
}

static int compare_keys(struct stream_record *record, struct facts *facts,
                        const struct workload *workload, struct digester *digester,
                        struct buf *scratch)
{
    struct digest key;

    if (compare_key(record, facts->correctness_column, "correctnessKey",
                    &facts->correctness_key, &workload->correctness) != 0)
        return -1;
    facts->parts.operation = workload->operation;
    facts->parts.correctness = workload->correctness;
    cohort_comparison_key(&facts->parts, digester, scratch, &key);
    return compare_key(record, facts->comparison_column, "comparisonKey",
                       &facts->comparison_key, &key);
}

/* What cohorts need of a workload manifest; false where it does not hold it. */
static bool read_workload(struct check *check, const struct manifest *manifest,
                          struct workload *workload)
{
    return read_digest(check->document, manifest->spec, "operationSpecDigest",
                       &workload->operation) &&
           cohort_correctness_key(check->document, manifest->spec,
                                  &check->worker->canonical, check->worker->digester,
                                  &workload->correctness);
}

/* A declared key, as its column; -1: rejected, since it is no digest. */
static int read_key(struct check *check, const char *name, struct digest *key,
                    size_t *column)
{
    uint32_t row = check->manifests.row;
    uint32_t member = declared_member(check->document, row, name);

    *column = 0;
    if (member == NODE_NONE)
        return 0;
    check->compared = true;
    *column = stream_column(check->record, member);
    if (read_digest(check->document, row, name, key))
        return 0;
    return reject_mismatch(check->record, *column, name,
                           document_raw(check->document, member),
                           (struct view){"a digest", 8});
}

/* Check the keys of a run's row at once where the workload is in the same bundle, else
 * leave them to digest_settle. */
static int check_keys(struct check *check, const struct manifest *run)
{
    struct facts facts = {.about = FACTS_KEYS};
    const struct manifest *manifest = record_role(&check->manifests, ROLE_WORKLOAD);
    struct buf *scratch = &check->worker->canonical.text;
    struct primary_metric primary = cohort_primary_metric(check->document, run->spec);
    struct workload workload;

    if (read_key(check, "correctnessKey", &facts.correctness_key,
                 &facts.correctness_column) != 0 ||
        read_key(check, "comparisonKey", &facts.comparison_key, &facts.comparison_column) !=
            0)
        return -1;
    if ((facts.correctness_column == 0 && facts.comparison_column == 0) ||
        !read_digest(check->document, run->spec, "workloadDigest", &facts.parts.workload) ||
        !read_digest(check->document, run->spec, "protocolDigest", &facts.parts.protocol) ||
        !read_digest(check->document, run->spec, "environmentDigest",
                     &facts.parts.environment))
        return 0;
    if (manifest != NULL && read_workload(check, manifest, &workload)) {
        struct buf metric;
        int result;

        buf_init(&metric);
        cohort_metric_text(&primary, &metric);
        facts.parts.metric = buf_view(&metric);
        result = compare_keys(check->record, &facts, &workload, check->worker->digester,
                              scratch);
        buf_release(&metric);
        return result;
    }
    buf_append(check->record->facts, (const char *)&facts, sizeof facts);
    cohort_metric_text(&primary, check->record->facts);
    return 0;
}

/* --- export rows --- */

/* Compare the member NAME of the row with TEXT, which is data NULL for null. */
static int compare_text(struct check *check, const char *name, struct view text)
{
    const struct document *document = check->document;
    uint32_t member = document_member(document, check->manifests.row, name);

    if (member == NODE_NONE)
        return 0;
    check->compared = true;
    if (text.data == NULL ? document_is(document, member, NODE_NULL)
                          : document_is(document, member, NODE_STRING) &&
                                view_equal(document_string(document, member), text))
        return 0;
    return reject_mismatch(check->record, stream_column(check->record, member), name,
                           document_raw(document, member),
                           text.data == NULL ? (struct view){"null", 4} : text);
}

static int compare_value(struct check *check, const struct primary_metric *primary)
{
    const struct document *document = check->document;
    uint32_t member = document_member(document, check->manifests.row, "primaryValue");
    struct view declared;
    char computed[NUMBER_TEXT_SIZE];
    double value;

    if (!primary->exists || member == NODE_NONE)
        return compare_text(check, "primaryValue", (struct view){NULL, 0});
    check->compared = true;
    declared = document_raw(document, member);
    if (document_is(document, member, NODE_NUMBER) &&
        number_parse(declared.data, declared.length, &value) && value == primary->value)
        return 0;
    return reject_mismatch(
        check->record, stream_column(check->record, member), "primaryValue", declared,
        (struct view){computed, number_format(primary->value, computed)});
}

static int check_primary(struct check *check, const struct manifest *run)
{
    static const struct view null = {NULL, 0};
    struct primary_metric primary = cohort_primary_metric(check->document, run->spec);

    if (compare_text(check, "primaryMetric",
                     primary.exists ? primary.metric : (struct view){"none", 4}) != 0 ||
        compare_text(check, "primaryStatistic",
                     primary.exists ? primary.statistic : null) != 0 ||
        compare_text(check, "primaryUnit", primary.exists ? primary.unit : null) != 0)
        return -1;
    return compare_value(check, &primary);
}

/* The key NAME of a run's row is the digest of the manifest in ROLE, or where that is not
 * there what the run calls it. */
static int check_role_key(struct check *check, const struct manifest *run, const char *name,
                          enum manifest_role role, const char *reference)
{
    struct digest digest;

    if (record_role(&check->manifests, role) != NULL)
        return compare_role(check, check->manifests.row, name, role);
    if (!read_digest(check->document, run->spec, reference, &digest))
        return 0;
    return compare_digest(check, check->manifests.row, name, &digest);
}

static int check_run_row(struct check *check, const struct manifest *run)
{
    if (check_role_key(check, run, "protocolKey", ROLE_PROTOCOL, "protocolDigest") != 0 ||
        check_role_key(check, run, "environmentKey", ROLE_ENVIRONMENT,
                       "environmentDigest") != 0 ||
        check_primary(check, run) != 0)
        return -1;
    return check_keys(check, run);
}

static int check_row(struct check *check)
{
    const struct record *manifests = &check->manifests;
    /* Whatever stands first in a row without bundle is its manifest. */
    const struct manifest *subject = record_role(manifests, ROLE_RUN);
    size_t table = 0;

    if (subject == NULL)
        subject = record_role(manifests, ROLE_NONE);
    while (
        !document_string_is(check->document, manifests->table, stored_digests[table].table))
        if (++table == sizeof stored_digests / sizeof *stored_digests)
            return 0;
    if (subject == NULL)
        return 0;
    if (declared_member(check->document, manifests->row, stored_digests[table].member) !=
        NODE_NONE) {
        if (digest_role(check, subject) != 0 ||
            compare_digest(check, manifests->row, stored_digests[table].member,
                           &check->digests[subject->role]) != 0)
            return -1;
    }
    if (strcmp(stored_digests[table].table, "benchmark_runs") == 0 &&
        subject->kind == KIND_BENCHMARK_RUN)
        return check_run_row(check, subject);
    return 0;
}

/* --- the record --- */

/* A manifest that nothing asked the digest of must have one all the same. */
static int check_rest(struct check *check)
{
    struct manifest_error error;

    for (size_t i = 0; i < check->manifests.count; i++) {
        const struct manifest *manifest = &check->manifests.manifests[i];

        if (check->known[manifest->role])
            continue;
        if (manifest_check_identity(check->record->document, manifest,
                                    &check->worker->canonical, &error) != 0) {
            digest_reject(check->record, &error);
            return -1;
        }
    }
    return 0;
}

/* Leave the record's workload, if it has one, for later lines. */
static int leave_workload(struct check *check)
{
    const struct manifest *manifest = record_role(&check->manifests, ROLE_WORKLOAD);
    struct facts facts = {.about = FACTS_WORKLOAD};
    struct workload workload;

    if (manifest == NULL)
        manifest = record_role(&check->manifests, ROLE_NONE);
    if (manifest == NULL ||
        (manifest->kind != KIND_WORKLOAD_CASE && manifest->kind != KIND_WORKLOAD_SUITE))
        return 0;
    if (digest_role(check, manifest) != 0)
        return -1;
    if (!read_workload(check, manifest, &workload))
        return 0;
    facts.parts.workload = check->digests[manifest->role];
    facts.parts.operation = workload.operation;
    facts.parts.correctness = workload.correctness;
    buf_append(check->record->facts, (const char *)&facts, sizeof facts);
    return 0;
}

enum stream_verdict digest_check(struct digest_worker *worker, struct stream_record *record)
{
    struct check check = {.worker = worker, .record = record, .document = record->document};
    struct manifest_error error;

    if (record_read(record->document, &check.manifests, &error) != 0)
        return digest_reject(record, &error);
    if (check_bundle(&check) != 0 ||
        (check.manifests.shape == SHAPE_ROW && check_row(&check) != 0) ||
        leave_workload(&check) != 0 || check_rest(&check) != 0)
        return STREAM_REJECT;
    if (!check.compared)
        record->label = "unchecked";
    return STREAM_PASS;
}

/* --- earlier lines --- */

struct digest_workloads *digest_workloads_new(void)
{
    struct digest_workloads *workloads = mem_zeroed(1, sizeof *workloads);

    map_init(&workloads->map);
    arena_init(&workloads->arena);
    buf_init(&workloads->scratch);
    workloads->digester = digester_new();
    return workloads;
}

void digest_workloads_free(struct digest_workloads *workloads)
{
    if (workloads == NULL)
        return;
    map_release(&workloads->map);
    arena_release(&workloads->arena);
    buf_release(&workloads->scratch);
    digester_free(workloads->digester);
    free(workloads);
}

static void remember(struct digest_workloads *workloads, const struct facts *facts)
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

enum stream_verdict digest_settle(struct digest_workloads *workloads,
                                  struct stream_record *record, struct view bytes)
{
    struct facts facts;
    const struct map_entry *entry;

    memcpy(&facts, bytes.data, sizeof facts);
    if (facts.about == FACTS_WORKLOAD) {
        remember(workloads, &facts);
        return STREAM_PASS;
    }
    facts.parts.metric =
        (struct view){bytes.data + sizeof facts, bytes.length - sizeof facts};
    entry = map_find(&workloads->map, facts.parts.workload.bytes,
                     sizeof facts.parts.workload.bytes);
    if (entry == NULL)
        return STREAM_PASS;
    return compare_keys(record, &facts, entry->value.pointer, workloads->digester,
                        &workloads->scratch) == 0
               ? STREAM_PASS
               : STREAM_REJECT;
}
