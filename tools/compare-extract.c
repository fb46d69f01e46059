#include <config.h>

#include "compare-extract.h"

#include "base/mem.h"
#include "compare-facts.h"
#include "json/writer.h"
#include "record/run.h"

#include <stdlib.h>

/* Manifests whose facts this worker has left already: protocols and environments come with
 * every bundle. Each has one place; a new one drives out the old one. */
enum { SENT_PLACES = 256, SENT_NAME = 96 };

struct sent {
    struct digest digest;
    uint32_t name_length; /* 0: free */
    char name[SENT_NAME];
};

struct compare_worker {
    const struct compare_settings *settings;
    struct verifier *verifier;
    struct grouper *grouper; /* NULL: there is no --by */
    struct buf ignored;      /* facts that only kidx-digest --check needs */
    struct buf residue;
    struct buf text;
    struct sent sent[SENT_PLACES];
};

/* --- the worker --- */

struct compare_worker *compare_worker_new(const struct compare_settings *settings,
                                          struct diag *diag)
{
    struct compare_worker *worker = mem_zeroed(1, sizeof *worker);

    worker->settings = settings;
    worker->verifier = verifier_new();
    buf_init(&worker->ignored);
    buf_init(&worker->residue);
    buf_init(&worker->text);
    if (settings->grouping.count > 0)
        worker->grouper = grouper_new(&settings->grouping, diag);
    if (worker->verifier == NULL)
        diag_fail(diag, "OpenSSL offers no SHA-256");
    if (worker->verifier == NULL ||
        (settings->grouping.count > 0 && worker->grouper == NULL)) {
        compare_worker_free(worker);
        return NULL;
    }
    return worker;
}

void compare_worker_free(struct compare_worker *worker)
{
    verifier_free(worker->verifier);
    grouper_free(worker->grouper);
    buf_release(&worker->ignored);
    buf_release(&worker->residue);
    buf_release(&worker->text);
    free(worker);
}

/* --- facts --- */

static void leave_fact(struct stream_record *record, struct fact *fact,
                       const struct view *texts, size_t count)
{
    size_t size = sizeof *fact;

    for (size_t i = 0; i < count; i++) {
        fact->lengths[i] = texts[i].length;
        size += texts[i].length;
    }
    fact->size = size;
    buf_append(record->facts, (const char *)fact, sizeof *fact);
    for (size_t i = 0; i < count; i++)
        buf_append(record->facts, texts[i].data, texts[i].length);
}

static struct view string_at(const struct document *document, uint32_t node,
                             const char *const *names)
{
    uint32_t found = node == NODE_NONE ? NODE_NONE : document_find(document, node, names);

    if (found == NODE_NONE || !document_is(document, found, NODE_STRING))
        return (struct view){"", 0};
    return document_string(document, found);
}

/* --- objects --- */

/* The digest of a workload without its operation and its correctness: what was run. */
static void digest_shape(struct compare_worker *worker, const struct document *document,
                         uint32_t spec, struct digest *shape)
{
    static const char *const members[] = {"axes", "cases", "scalars", "tensors"};
    struct buf *text = &worker->verifier->canonical.text;
    struct writer writer;

    buf_clear(text);
    writer_init(&writer, text);
    writer_begin_object(&writer);
    for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
        uint32_t member = document_member(document, spec, members[i]);

        if (member == NODE_NONE)
            continue;
        buf_clear(&worker->text);
        canonical_write(&worker->verifier->canonical, document, member, &worker->text);
        writer_name(&writer, members[i]);
        writer_canonical(&writer, buf_view(&worker->text));
    }
    writer_end_object(&writer);
    digester_hash(worker->verifier->digester, text->data, text->length, shape);
}

static struct view read_workload(struct compare_worker *worker,
                                 const struct document *document, uint32_t spec,
                                 struct object_fact *object)
{
    uint32_t axes = document_member(document, spec, "axes");
    struct view operation =
        string_at(document, spec, (const char *const[]){"operationSpecDigest", NULL});

    object->has_keys =
        digest_parse(operation, &object->operation) &&
        cohort_correctness_key(document, spec, &worker->verifier->canonical,
                               worker->verifier->digester, &object->correctness);
    digest_shape(worker, document, spec, &object->shape);
    buf_clear(&worker->text);
    if (axes != NODE_NONE)
        canonical_write(&worker->verifier->canonical, document, axes, &worker->text);
    return buf_view(&worker->text);
}

/* Whether an equal manifest was sent; else it is noted that it is now. */
static bool was_sent(struct compare_worker *worker, const struct digest *digest,
                     struct view name)
{
    struct sent *sent = &worker->sent[digest->bytes[0]];

    if (name.length == 0 || name.length > SENT_NAME)
        return false;
    if (sent->name_length == name.length && digest_equal(&sent->digest, digest) &&
        memcmp(sent->name, name.data, name.length) == 0)
        return true;
    sent->digest = *digest;
    sent->name_length = (uint32_t)name.length;
    memcpy(sent->name, name.data, name.length);
    return false;
}

static void leave_object(struct compare_worker *worker, struct stream_record *record,
                         const struct manifest *manifest, const struct digest *digest)
{
    const struct document *document = record->document;
    struct fact fact;
    struct object_fact *object = &fact.of.object;
    struct view texts[OBJECT_TEXT_COUNT] = {{"", 0}, {"", 0}, {"", 0}, {"", 0}};

    texts[OBJECT_TEXT_NAME] =
        string_at(document, manifest->metadata, (const char *const[]){"name", NULL});
    /* Implementations also differ in their role. */
    if (manifest->kind != KIND_IMPLEMENTATION_REVISION &&
        was_sent(worker, digest, texts[OBJECT_TEXT_NAME]))
        return;
    memset(&fact, 0, sizeof fact);
    fact.about = FACT_OBJECT;
    object->kind = manifest->kind;
    object->digest = *digest;
    switch (manifest->kind) {
    case KIND_WORKLOAD_CASE:
    case KIND_WORKLOAD_SUITE:
        texts[OBJECT_TEXT_AXES] = read_workload(worker, document, manifest->spec, object);
        break;
    case KIND_EXECUTION_ENVIRONMENT:
        texts[OBJECT_TEXT_PRODUCT] = string_at(
            document, manifest->spec, (const char *const[]){"hardware", "product", NULL});
        break;
    case KIND_IMPLEMENTATION_REVISION:
        object->has_source =
            document_member(document, manifest->spec, "source") != NODE_NONE;
        texts[OBJECT_TEXT_ROLE] = string_at(document, manifest->metadata,
                                            (const char *const[]){"labels", "role", NULL});
        break;
    case KIND_BENCHMARK_PROTOCOL:
        break;
    default:
        return;
    }
    leave_fact(record, &fact, texts, OBJECT_TEXT_COUNT);
}

/* --- runs --- */

/* What identity and cohort do not see of a run: texts that may vary where they should not.
 */
static void write_residue(struct compare_worker *worker, const struct document *document,
                          const struct manifest *manifest, const struct run *run)
{
    struct buf *residue = &worker->residue;
    uint32_t labels = manifest->metadata == NODE_NONE
                          ? NODE_NONE
                          : document_member(document, manifest->metadata, "labels");

    buf_clear(residue);
    buf_append(residue, run->benchmark.data, run->benchmark.length);
    buf_append_byte(residue, '\0');
    buf_append(residue, run->harness_commit.data, run->harness_commit.length);
    buf_append_byte(residue, '\0');
    if (labels != NODE_NONE)
        canonical_write(&worker->verifier->canonical, document, labels, residue);
}

static bool has_base_label(const struct compare_settings *settings,
                           const struct document *document, const struct manifest *manifest)
{
    const struct node *nodes = document->nodes;
    uint32_t labels = manifest->metadata == NODE_NONE
                          ? NODE_NONE
                          : document_member(document, manifest->metadata, "labels");

    if (labels == NODE_NONE || !document_is(document, labels, NODE_OBJECT))
        return false;
    for (uint32_t name = labels + 1; name < nodes[labels].next; name = nodes[name + 1].next)
        if (view_equal(document_string(document, name), settings->base_name))
            return document_is(document, name + 1, NODE_STRING) &&
                   view_equal(document_string(document, name + 1), settings->base_value);
    return false;
}

/* The first 128 bits of the SHA-256 of a row's id. */
static void hash_row(struct compare_worker *worker, struct view id, unsigned char hash[16])
{
    struct digest digest;

    memset(hash, 0, 16);
    if (id.length == 0)
        return;
    digester_hash(worker->verifier->digester, id.data, id.length, &digest);
    memcpy(hash, digest.bytes, 16);
}

static void read_row(struct compare_worker *worker, const struct document *document,
                     uint32_t node, struct run_fact *fact)
{
    struct entrant *entrant = &fact->entrant;
    struct run_row row;

    run_row_read(document, node, &row);
    hash_row(worker, row.id, entrant->row);
    if (row.is_published && !row.is_retracted)
        hash_row(worker, row.supersedes, fact->superseded);
    entrant->flags |= RANKING_ROW;
    if (!row.is_published)
        entrant->flags |= RANKING_UNPUBLISHED;
    if (row.is_retracted)
        entrant->flags |= RANKING_RETRACTED;
    if (row.is_replicated)
        entrant->evidence = EVIDENCE_REPLICATED;
    else if (row.is_reproduced)
        entrant->evidence = EVIDENCE_VERIFIED;
    else if (row.has_source && row.has_evidence)
        entrant->evidence = EVIDENCE_REPRODUCIBLE;
}

static void fill_entrant(struct entrant *entrant, const struct run *run)
{
    entrant->value = run->primary.value;
    entrant->p20 = run->p20;
    entrant->p80 = run->p80;
    entrant->low = run->low;
    entrant->high = run->high;
    entrant->samples = run->samples;
    entrant->observed_seconds = run->observed.seconds;
    entrant->status = (uint8_t)run->status;
    entrant->flags =
        (uint16_t)((run->primary.exists ? RANKING_VALUE : 0) |
                   (run->has_interval ? RANKING_INTERVAL : 0) |
                   (run->has_p20 ? RANKING_P20 : 0) | (run->has_p80 ? RANKING_P80 : 0) |
                   (run->is_median ? RANKING_MEDIAN : 0) |
                   (run->is_disordered ? RANKING_DISORDERED : 0) |
                   (run->is_source_native ? RANKING_SOURCE_NATIVE : 0) |
                   (run->has_evidence ? RANKING_EVIDENCE : 0));
}

/* -1: rejected. */
static int leave_run(struct compare_worker *worker, struct stream_record *record,
                     const struct record *manifests, const struct manifest *manifest,
                     const struct digest *digest)
{
    const struct compare_settings *settings = worker->settings;
    struct manifest_error error;
    struct fact fact;
    struct run_fact *of = &fact.of.run;
    struct run run;
    struct view texts[RUN_TEXT_COUNT];

    if (run_read(record->document, manifest->spec, &run, &error) != 0) {
        digest_reject(record, &error);
        return -1;
    }
    memset(&fact, 0, sizeof fact);
    fact.about = FACT_RUN;
    fill_entrant(&of->entrant, &run);
    of->entrant.digest = *digest;
    of->implementation = run.implementation;
    of->workload = run.workload;
    of->protocol = run.protocol;
    of->environment = run.environment;
    of->raw_samples = run.raw_samples;
    of->has_raw_samples = run.has_raw_samples && settings->samples != NULL;
    if (manifests->shape == SHAPE_ROW)
        read_row(worker, record->document, manifests->row, of);
    if (settings->base_form == BASE_FILES
            ? record->operand < settings->base_count
            : settings->base_form == BASE_LABEL &&
                  has_base_label(settings, record->document, manifest))
        of->entrant.flags |= RANKING_BASE;
    write_residue(worker, record->document, manifest, &run);
    buf_clear(&worker->text);
    if (worker->grouper != NULL &&
        grouper_write(worker->grouper, record, &worker->text) != 0)
        return -1;
    texts[RUN_TEXT_METRIC] = run.primary.exists ? run.primary.metric : (struct view){"", 0};
    texts[RUN_TEXT_STATISTIC] =
        run.primary.exists ? run.primary.statistic : (struct view){"", 0};
    texts[RUN_TEXT_UNIT] = run.primary.exists ? run.primary.unit : (struct view){"", 0};
    texts[RUN_TEXT_OBSERVED_AT] = run.observed_at;
    texts[RUN_TEXT_PROVIDER] = run.provider;
    texts[RUN_TEXT_KERNEL] = run.kernel;
    texts[RUN_TEXT_RESIDUE] = buf_view(&worker->residue);
    texts[RUN_TEXT_GROUP] = buf_view(&worker->text);
    leave_fact(record, &fact, texts, RUN_TEXT_COUNT);
    return 0;
}

/* --- the record --- */

/* The digests of all manifests, by role; what the record declares of them holds. -1:
 * rejected. */
static int verify(struct compare_worker *worker, struct stream_record *record,
                  struct verification *verification)
{
    const struct record *manifests = verification->manifests;

    buf_clear(&worker->ignored);
    *verification = (struct verification){.verifier = worker->verifier,
                                          .sink = {digest_found, record},
                                          .document = record->document,
                                          .manifests = manifests,
                                          .facts = &worker->ignored};
    for (size_t i = 0; i < manifests->count; i++)
        if (verify_digest(verification, &manifests->manifests[i]) != 0)
            return -1;
    return verify_record(verification);
}

enum stream_verdict compare_extract(struct compare_worker *worker,
                                    struct stream_record *record)
{
    struct record manifests;
    struct manifest_error error;
    struct verification verification = {.manifests = &manifests};
    size_t before = record->facts->length;
    bool has_run = false;

    if (record_read(record->document, &manifests, &error) != 0)
        return digest_reject(record, &error);
    if (manifests.count == 0) {
        record->label =
            manifests.shape == SHAPE_TOOL_LINE ? "tool line" : "without manifest";
        return STREAM_SKIP;
    }
    if (verify(worker, record, &verification) != 0)
        return STREAM_REJECT;
    for (size_t i = 0; i < manifests.count; i++) {
        const struct manifest *manifest = &manifests.manifests[i];

        if (manifest->kind != KIND_BENCHMARK_RUN)
            continue;
        has_run = true;
        if (leave_run(worker, record, &manifests, manifest,
                      &verification.digests[manifest->role]) != 0)
            return STREAM_REJECT;
    }
    /* Nothing rejects the line any more, so what is sent now arrives. */
    for (size_t i = 0; i < manifests.count; i++)
        leave_object(worker, record, &manifests.manifests[i],
                     &verification.digests[manifests.manifests[i].role]);
    if (has_run)
        return STREAM_WRITE;
    /* The settle function skips it, when it has taken the facts. */
    record->label = manifest_kind_name(manifests.manifests[0].kind);
    return record->facts->length == before ? STREAM_SKIP : STREAM_WRITE;
}
