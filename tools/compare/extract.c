#include <config.h>

#include "extract.h"

#include "base/mem.h"
#include "facts.h"
#include "object.h"
#include "record/run.h"

#include <stdlib.h>

struct extract_worker {
    const struct compare_settings *settings;
    struct verifier *verifier;
    struct grouper *grouper; /* NULL: there is no --by */
    struct buf unkeyed;
    struct buf text;
    struct object_reader objects;
};

struct extract_worker *extract_worker_new(const struct compare_settings *settings,
                                          struct diag *diag)
{
    struct extract_worker *worker = mem_zeroed(1, sizeof *worker);

    worker->settings = settings;
    worker->verifier = verifier_new();
    object_reader_init(&worker->objects, worker->verifier);
    buf_init(&worker->unkeyed);
    buf_init(&worker->text);
    if (settings->grouping.count > 0)
        worker->grouper = grouper_new(&settings->grouping, diag);
    if (settings->grouping.count > 0 && worker->grouper == NULL) {
        extract_worker_free(worker);
        return NULL;
    }
    return worker;
}

void extract_worker_free(struct extract_worker *worker)
{
    verifier_free(worker->verifier);
    grouper_free(worker->grouper);
    object_reader_release(&worker->objects);
    buf_release(&worker->unkeyed);
    buf_release(&worker->text);
    free(worker);
}

/* --- runs --- */

static uint32_t labels_of(const struct document *document, const struct manifest *manifest)
{
    if (manifest->metadata == NODE_NONE)
        return NODE_NONE;
    return document_member(document, manifest->metadata, "labels");
}

/* What identity and cohort do not see of a run: texts that may vary where they should not.
 */
static void write_unkeyed(struct extract_worker *worker, const struct document *document,
                          const struct manifest *manifest, const struct run *run)
{
    struct buf *unkeyed = &worker->unkeyed;
    uint32_t labels = labels_of(document, manifest);
    struct unkeyed_lengths lengths;

    buf_clear(unkeyed);
    buf_append(unkeyed, run->benchmark.data, run->benchmark.length);
    buf_append(unkeyed, run->harness_commit.data, run->harness_commit.length);
    if (labels != NODE_NONE)
        canonical_write(&worker->verifier->canonical, document, labels, unkeyed);
    lengths.benchmark = run->benchmark.length;
    lengths.harness_commit = run->harness_commit.length;
    buf_append(unkeyed, (const char *)&lengths, sizeof lengths);
}

static bool has_base_label(const struct compare_settings *settings,
                           const struct document *document, const struct manifest *manifest)
{
    const struct node *nodes = document->nodes;
    uint32_t labels = labels_of(document, manifest);

    if (labels == NODE_NONE || !document_is(document, labels, NODE_OBJECT))
        return false;
    for (uint32_t name = labels + 1; name < nodes[labels].next; name = nodes[name + 1].next)
        if (view_equal(document_string(document, name), settings->base_name))
            return document_is(document, name + 1, NODE_STRING) &&
                   view_equal(document_string(document, name + 1), settings->base_value);
    return false;
}

/* The digest of a row's id; all 0 for an empty one. */
static struct digest_half hash_row(struct extract_worker *worker, struct view id)
{
    struct digest digest;

    if (id.length == 0)
        return (struct digest_half){{0}};
    digester_hash(worker->verifier->digester, id.data, id.length, &digest);
    return digest_half_of(&digest);
}

static void read_row(struct extract_worker *worker, const struct document *document,
                     uint32_t node, struct run_fact *fact)
{
    struct ranked_run *ranked = &fact->ranked;
    struct run_row row;

    run_row_read(document, node, &row);
    ranked->row = hash_row(worker, row.id);
    if (row.is_published && !row.is_retracted)
        fact->superseded = hash_row(worker, row.supersedes);
    ranked->flags |= RANKING_ROW;
    if (!row.is_published)
        ranked->flags |= RANKING_UNPUBLISHED;
    if (row.is_retracted)
        ranked->flags |= RANKING_RETRACTED;
    if (row.is_replicated)
        ranked->evidence = EVIDENCE_REPLICATED;
    else if (row.is_reproduced)
        ranked->evidence = EVIDENCE_VERIFIED;
    else if (row.has_source && row.has_evidence)
        ranked->evidence = EVIDENCE_REPRODUCIBLE;
}

static void fill_ranked(struct ranked_run *ranked, const struct run *run)
{
    ranked->value = run->primary.value;
    ranked->p20 = run->p20;
    ranked->p80 = run->p80;
    ranked->low = run->low;
    ranked->high = run->high;
    ranked->samples = run->samples;
    ranked->observed_seconds = run->observed.seconds;
    ranked->status = (uint8_t)run->status;
    ranked->flags =
        (uint16_t)((run->primary.exists ? RANKING_VALUE : 0) |
                   (run->has_interval ? RANKING_INTERVAL : 0) |
                   (run->has_p20 ? RANKING_P20 : 0) | (run->has_p80 ? RANKING_P80 : 0) |
                   (run->is_median ? RANKING_MEDIAN : 0) |
                   (run->is_mean ? RANKING_MEAN : 0) |
                   (run->is_disordered ? RANKING_DISORDERED : 0) |
                   (run->is_source_native ? RANKING_SOURCE_NATIVE : 0) |
                   (run->has_evidence ? RANKING_EVIDENCE : 0));
}

/* -1: rejected. */
static int store_run(struct extract_worker *worker, struct stream_record *record,
                     const struct record *manifests, const struct manifest *manifest,
                     const struct digest *digest)
{
    const struct compare_settings *settings = worker->settings;
    struct manifest_error error;
    struct fact *fact;
    struct run_fact *of;
    struct run run;

    if (run_read(record->document, manifest->spec, &run, &error) != 0) {
        digest_check_reject(&(struct digest_sink){stream_report, record, record->document},
                            &error);
        return -1;
    }
    fact = facts_add(record, FACT_RUN);
    of = &fact->of.run;
    fill_ranked(&of->ranked, &run);
    of->ranked.digest = *digest;
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
        of->ranked.flags |= RANKING_BASE;
    write_unkeyed(worker, record->document, manifest, &run);
    buf_clear(&worker->text);
    if (worker->grouper != NULL &&
        grouper_write(worker->grouper, record, &worker->text) != 0)
        return -1;
    if (run.primary.exists) {
        fact->texts[RUN_TEXT_METRIC] = stream_store_text(record, run.primary.metric);
        fact->texts[RUN_TEXT_STATISTIC] = stream_store_text(record, run.primary.statistic);
        fact->texts[RUN_TEXT_UNIT] = stream_store_text(record, run.primary.unit);
    }
    fact->texts[RUN_TEXT_OBSERVED_AT] = stream_store_text(record, run.observed_at);
    fact->texts[RUN_TEXT_PROVIDER] = stream_store_text(record, run.provider);
    if (manifests->shape == SHAPE_ROW)
        fact->texts[RUN_TEXT_SOURCE] = stream_store_text(record, run.source);
    fact->texts[RUN_TEXT_KERNEL] = stream_store_text(record, run.kernel);
    fact->texts[RUN_TEXT_UNKEYED] = stream_store_text(record, buf_view(&worker->unkeyed));
    fact->texts[RUN_TEXT_GROUP] = stream_store_text(record, buf_view(&worker->text));
    return 0;
}

/* --- the record --- */

/* The digests of all manifests, by role; what the record declares of them holds. -1:
 * rejected. */
static int verify(struct extract_worker *worker, struct stream_record *record,
                  struct digest_sink *sink, struct verification *verification)
{
    const struct record *manifests = verification->manifests;

    *verification = (struct verification){.verifier = worker->verifier,
                                          .sink = {digest_check_found, sink},
                                          .document = record->document,
                                          .manifests = manifests};
    for (size_t i = 0; i < manifests->count; i++)
        if (verify_digest(verification, &manifests->manifests[i]) != 0)
            return -1;
    return verify_record(verification);
}

enum stream_verdict extract_record(struct extract_worker *worker,
                                   struct stream_record *record)
{
    struct record manifests;
    struct manifest_error error;
    struct verification verification = {.manifests = &manifests};
    struct digest_sink sink = {stream_report, record, record->document};
    const struct compare_settings *settings = worker->settings;
    bool is_of_base =
        settings->base_form != BASE_FILES || record->operand < settings->base_count;
    bool has_run = false;

    if (manifest_read_record(record->document, &manifests, &error) != 0) {
        digest_check_reject(&sink, &error);
        return STREAM_REJECT;
    }
    if (manifests.count == 0) {
        record->label =
            manifests.shape == SHAPE_TOOL_LINE ? "tool line" : "without manifest";
        return STREAM_SKIP;
    }
    if (verify(worker, record, &sink, &verification) != 0)
        return STREAM_REJECT;
    for (size_t i = 0; i < manifests.count; i++) {
        const struct manifest *manifest = &manifests.manifests[i];

        if (manifest->kind != KIND_BENCHMARK_RUN)
            continue;
        has_run = true;
        if (store_run(worker, record, &manifests, manifest,
                      &verification.digests[manifest->role]) != 0)
            return STREAM_REJECT;
    }
    /* Nothing rejects the line any more, so what is sent now arrives. */
    for (size_t i = 0; i < manifests.count; i++)
        object_read(&worker->objects, &manifests.manifests[i],
                    &verification.digests[manifests.manifests[i].role], is_of_base, record);
    if (has_run)
        return STREAM_WRITE;
    /* The ordered stage adds the facts and then skips the line. */
    record->label = manifest_kind_name(manifests.manifests[0].kind);
    return record->facts == NULL ? STREAM_SKIP : STREAM_WRITE;
}
