#include <config.h>

#include "record.h"

#include "check/consistency.h"
#include "check/tensors.h"
#include "verdict.h"

#include "base/mem.h"
#include "json/unsafe-integers.h"
#include "json/pointer.h"

#include <stdio.h>
#include <stdlib.h>

struct worker {
    struct verifier *verifier;
    struct schema_run *run;
    struct rules_run *rules;
    struct findings findings;
    struct buf scratch;
};

/* For the ordered stage. */
struct facts {
    const struct verify_facts *verify;
    const struct references_facts *refs;
    struct view subject; /* for the verdict */
};

void record_findings_init(struct findings *findings, const struct validator *validator)
{
    findings->sink = stream_report;
    findings->levels = &validator->levels;
    findings->maximum = validator->max_findings;
}

/* --- workers --- */

void record_worker_free(void *state)
{
    struct worker *worker = state;

    verifier_free(worker->verifier);
    schema_run_free(worker->run);
    rules_run_free(worker->rules);
    buf_release(&worker->findings.scratch);
    buf_release(&worker->scratch);
    free(worker);
}

void *record_worker_new(void *tool)
{
    struct validator *validator = tool;
    struct worker *worker = mem_zeroed(1, sizeof *worker);

    worker->run = schema_run_new();
    worker->verifier = verifier_new();
    worker->rules = rules_run_new(&validator->rules, &validator->tool->diag);
    record_findings_init(&worker->findings, validator);
    if (worker->rules != NULL)
        return worker;
    record_worker_free(worker);
    return NULL;
}

/* --- a record --- */

static void check_integers(struct findings *findings)
{
    struct buf message;
    uint32_t node;

    buf_init(&message);
    if (unsafe_integers_find(findings->document, &node, &message))
        findings_add(findings, node, "inexact_integer", "%s", buf_text(&message));
    buf_release(&message);
}

/* Report about a record whose manifests cannot be told. */
static void reject_unread(struct findings *findings, const struct manifest_error *error)
{
    const struct document *document = findings->document;
    char found[FINDINGS_QUOTE_SIZE];
    struct buf pointer;
    struct buf message;

    buf_init(&pointer);
    buf_init(&message);
    pointer_append(document, error->node, &pointer);
    buf_append_text(&message, error->text);
    if (document_is(document, error->node, NODE_STRING))
        buf_append_format(&message, ", found %s",
                          findings_quote(document_string(document, error->node), found));
    findings_report(findings, CHECK_ERROR, findings_column(findings, error->node),
                    error->code, buf_view(&pointer), buf_view(&message));
    buf_release(&pointer);
    buf_release(&message);
}

/* A verify_sink's found. */
static int report_declared(void *context, const struct verify_finding *finding)
{
    struct findings *findings = context;
    char declared[FINDINGS_QUOTE_SIZE];
    char pointer[64];
    char message[2 * FINDINGS_QUOTE_SIZE + 64];
    int length;

    if (finding->error != NULL) {
        reject_unread(findings, finding->error);
        return 0;
    }
    length = (int)diag_mask(declared, sizeof declared, finding->declared.data,
                            finding->declared.length);
    snprintf(message, sizeof message, "declared %.*s, computed %.*s", length, declared,
             (int)finding->computed.length, finding->computed.data);
    if (finding->node != NODE_NONE) {
        findings_add(findings, finding->node, "digest_mismatch", "%s", message);
        return 0;
    }
    snprintf(pointer, sizeof pointer, "/row/%s", finding->name);
    findings_report(findings, check_levels_get(findings->levels, "digest_mismatch"),
                    finding->column, "digest_mismatch", view_from(pointer),
                    view_from(message));
    return 0;
}

/* Report that the record is a row of a table that is not known. */
static void report_table(struct findings *findings, uint32_t table)
{
    char found[FINDINGS_QUOTE_SIZE];

    findings_add(findings, table, "unknown_table",
                 "expected a known table, so that the row can be checked, found %s",
                 findings_quote(document_text(findings->document, table), found));
}

/* The second layer, of a record whose shape holds. */
static void check_consistency(const struct validator *validator, struct worker *worker,
                              struct verification *verification)
{
    struct findings *findings = &worker->findings;
    const struct record *manifests = verification->manifests;
    const struct manifest *workload = record_role(manifests, ROLE_WORKLOAD);
    const struct manifest *operation = record_role(manifests, ROLE_OPERATION);

    /* What fits its schema has durations that are some. */
    verification->verified = !verification->no_cache;
    verify_record(verification);
    if (verification->unknown_table)
        report_table(findings, manifests->table);
    for (size_t i = 0; i < manifests->count; i++) {
        const struct manifest *manifest = &manifests->manifests[i];

        if (manifest->kind == KIND_BENCHMARK_RUN || manifest->kind == KIND_SERVING_RUN)
            consistency_check_run(findings, manifest, &validator->now, &worker->scratch);
    }
    if (workload != NULL && operation != NULL)
        tensors_check(findings, workload, operation, &worker->scratch);
}

/* Check what a record shows by itself, and describe it for the ordered stage. */
static void check_record(const struct validator *validator, struct worker *worker,
                         struct verification *verification, struct facts *facts)
{
    struct findings *findings = &worker->findings;

    shape_check_record(&validator->shape, worker->run, findings, verification);
    if (!findings->rejected)
        check_consistency(validator, worker, verification);
    if (!findings->rejected)
        rules_check(worker->rules, findings);
    if (findings->rejected)
        return;
    facts->verify = verification->facts;
    if (validator->index != NULL)
        facts->refs = references_describe(verification);
}

static struct view describe_subject(struct worker *worker, struct stream_record *line,
                                    const struct record *manifests)
{
    buf_clear(&worker->scratch);
    verdict_subject(line->document, manifests, &worker->scratch);
    return stream_store_text(line, buf_view(&worker->scratch));
}

static void store_facts(struct stream_record *line, const struct facts *facts)
{
    struct facts *stored;

    if (facts->verify == NULL && facts->refs == NULL && facts->subject.length == 0)
        return;
    stored = arena_alloc(line->arena, sizeof *stored);
    *stored = *facts;
    line->facts = stored;
}

enum stream_verdict record_check(void *tool, void *state, struct stream_record *line)
{
    const struct validator *validator = tool;
    struct worker *worker = state;
    struct findings *findings = &worker->findings;
    struct facts facts = {NULL, NULL, {"", 0}};
    struct record manifests;
    struct manifest_error error;
    struct verification verification = {.verifier = worker->verifier,
                                        .sink = {report_declared, findings},
                                        .document = line->document,
                                        .manifests = &manifests,
                                        .arena = line->arena};
    bool readable = false;

    findings_begin(findings, line->document, line);
    check_integers(findings);
    if (validator->shape.own != NULL) {
        shape_check_own(&validator->shape, worker->run, findings);
        if (!findings->rejected)
            rules_check(worker->rules, findings);
    } else if (manifest_read_record(line->document, &manifests, &error) != 0) {
        reject_unread(findings, &error);
    } else {
        readable = true;
        check_record(validator, worker, &verification, &facts);
        if (verification.unknown_table)
            line->label = "unchecked";
        else if (manifests.count == 0)
            line->label = "without manifest";
    }
    if (validator->verdicts)
        facts.subject = describe_subject(worker, line, readable ? &manifests : NULL);
    store_facts(line, &facts);
    return findings->rejected ? STREAM_REJECT : STREAM_PASS;
}

/* --- in input order --- */

enum stream_verdict record_ordered(void *tool, struct stream_record *line)
{
    struct validator *validator = tool;
    struct findings *findings = &validator->findings;
    const struct verify_sink sink = {report_declared, findings};
    const struct facts *facts = line->facts;

    findings_begin(findings, NULL, line);
    if (facts->verify != NULL)
        verify_ordered(validator->workloads, facts->verify, &sink);
    if (facts->refs != NULL && !findings->rejected)
        references_add(validator->index, findings, line, facts->refs);
    return findings->rejected ? STREAM_REJECT : STREAM_PASS;
}

void record_finish(void *tool, const struct stream_outcome *outcome, struct buf *out)
{
    const struct facts *facts = outcome->facts;

    (void)tool;
    if (outcome->verdict != STREAM_SKIP)
        verdict_write(outcome, facts == NULL ? (struct view){"", 0} : facts->subject, out);
}

void record_end(void *tool, const struct tally *tally)
{
    struct validator *validator = tool;

    (void)tally;
    if (validator->index != NULL)
        references_end(validator->index, &validator->levels, validator->tool);
}
