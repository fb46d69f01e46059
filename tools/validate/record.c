#include <config.h>

#include "record.h"

#include "consistency.h"
#include "tensors.h"
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
    struct judge judge;
    struct buf scratch;
};

/* What the record function leaves: the lengths of the parts behind it. */
struct facts {
    size_t verify;
    size_t refs;
    size_t subject; /* for the verdict */
};

/* --- workers --- */

void validate_worker_free(void *state)
{
    struct worker *worker = state;

    verifier_free(worker->verifier);
    schema_run_free(worker->run);
    rules_run_free(worker->rules);
    buf_release(&worker->judge.scratch);
    buf_release(&worker->scratch);
    free(worker);
}

void *validate_worker_new(void *tool)
{
    struct validator *validator = tool;
    struct worker *worker = mem_zeroed(1, sizeof *worker);

    worker->run = schema_run_new();
    worker->verifier = verifier_new();
    if (worker->verifier == NULL)
        diag_fail(&validator->tool->diag, "OpenSSL offers no SHA-256");
    else
        worker->rules = rules_run_new(&validator->rules, &validator->tool->diag);
    worker->judge.levels = &validator->levels;
    worker->judge.maximum = validator->max_findings;
    if (worker->rules != NULL)
        return worker;
    validate_worker_free(worker);
    return NULL;
}

/* --- a record --- */

static void check_integers(struct judge *judge)
{
    struct buf message;
    uint32_t node;

    buf_init(&message);
    if (unsafe_integers_find(judge->record->document, &node, &message))
        judge_find(judge, node, "inexact_integer", "%s", buf_text(&message));
    buf_release(&message);
}

/* Report about a record whose manifests cannot be told. */
static void reject_unread(struct judge *judge, const struct manifest_error *error)
{
    const struct document *document = judge->record->document;
    char found[JUDGE_QUOTE_SIZE];
    struct buf pointer;
    struct buf message;

    buf_init(&pointer);
    buf_init(&message);
    pointer_append(document, error->node, &pointer);
    buf_append_text(&message, error->text);
    if (document_is(document, error->node, NODE_STRING))
        buf_append_format(&message, ", found %s",
                          judge_quote(document_string(document, error->node), found));
    judge_report(judge, CHECK_ERROR, stream_column(judge->record, error->node), error->code,
                 buf_view(&pointer), buf_view(&message));
    buf_release(&pointer);
    buf_release(&message);
}

/* A verify_sink's found. */
static int judge_declared(void *context, const struct verify_finding *finding)
{
    struct judge *judge = context;
    char declared[JUDGE_QUOTE_SIZE];
    char pointer[64];
    char message[2 * JUDGE_QUOTE_SIZE + 64];
    int length;

    if (finding->error != NULL) {
        reject_unread(judge, finding->error);
        return 0;
    }
    length = (int)diag_mask(declared, sizeof declared, finding->declared.data,
                            finding->declared.length);
    snprintf(message, sizeof message, "declared %.*s, computed %.*s", length, declared,
             (int)finding->computed.length, finding->computed.data);
    if (finding->node != NODE_NONE) {
        judge_find(judge, finding->node, "digest_mismatch", "%s", message);
        return 0;
    }
    snprintf(pointer, sizeof pointer, "/row/%s", finding->name);
    judge_report(judge, check_levels_get(judge->levels, "digest_mismatch"), finding->column,
                 "digest_mismatch", view_from(pointer), view_from(message));
    return 0;
}

/* The second layer, of a record whose shape holds. */
static void check_sense(const struct validator *validator, struct worker *worker,
                        struct verification *verification)
{
    struct judge *judge = &worker->judge;
    const struct record *manifests = verification->manifests;
    const struct manifest *workload = record_role(manifests, ROLE_WORKLOAD);
    const struct manifest *operation = record_role(manifests, ROLE_OPERATION);

    /* What fits its schema has durations that are some. */
    verification->sound = !verification->fleeting;
    verify_record(verification);
    for (size_t i = 0; i < manifests->count; i++) {
        const struct manifest *manifest = &manifests->manifests[i];

        if (manifest->kind == KIND_BENCHMARK_RUN || manifest->kind == KIND_SERVING_RUN)
            sense_check_run(judge, manifest, &validator->now, &worker->scratch);
    }
    if (workload != NULL && operation != NULL)
        tensors_check(judge, workload, operation, &worker->scratch);
}

/* All that a record shows by itself; facts for the rest go behind HEAD. */
static void check_record(const struct validator *validator, struct worker *worker,
                         struct verification *verification, struct facts *head)
{
    struct judge *judge = &worker->judge;
    struct buf *facts = verification->facts;
    size_t start = facts->length;

    shape_check_record(&validator->shape, worker->run, judge, verification);
    if (!judge->rejected)
        check_sense(validator, worker, verification);
    head->verify = facts->length - start;
    if (!judge->rejected)
        rules_check(worker->rules, judge);
    if (judge->rejected || validator->refs == NULL)
        return;
    start = facts->length;
    if (refs_leave(verification, facts) == 0)
        head->refs = facts->length - start;
}

enum stream_verdict validate_record(void *tool, void *state, struct stream_record *line)
{
    const struct validator *validator = tool;
    struct worker *worker = state;
    struct judge *judge = &worker->judge;
    size_t start = line->facts->length;
    struct facts head = {0, 0, 0};
    struct record manifests;
    struct manifest_error error;
    struct verification verification = {.verifier = worker->verifier,
                                        .sink = {judge_declared, judge},
                                        .document = line->document,
                                        .manifests = &manifests,
                                        .facts = line->facts};
    bool readable = false;

    judge_begin(judge, line);
    buf_append(line->facts, (const char *)&head, sizeof head);
    check_integers(judge);
    if (validator->shape.own != NULL) {
        shape_check_own(&validator->shape, worker->run, judge);
        if (!judge->rejected)
            rules_check(worker->rules, judge);
    } else if (record_read(line->document, &manifests, &error) != 0) {
        reject_unread(judge, &error);
    } else {
        readable = true;
        check_record(validator, worker, &verification, &head);
        if (manifests.count == 0)
            line->label = "without manifest";
    }
    if (validator->verdicts) {
        size_t before = line->facts->length;

        verdict_leave(line->document, readable ? &manifests : NULL, line->facts);
        head.subject = line->facts->length - before;
    }
    memcpy(line->facts->data + start, &head, sizeof head);
    if (head.verify == 0 && head.refs == 0 && head.subject == 0)
        line->facts->length = start;
    return judge->rejected ? STREAM_REJECT : STREAM_PASS;
}

/* --- in input order --- */

enum stream_verdict validate_settle(void *tool, struct stream_record *line,
                                    struct view bytes)
{
    struct validator *validator = tool;
    struct judge *judge = &validator->judge;
    const struct verify_sink sink = {judge_declared, judge};
    const char *at = bytes.data + sizeof(struct facts);
    struct facts head;

    memcpy(&head, bytes.data, sizeof head);
    judge_begin(judge, line);
    if (head.verify > 0)
        verify_settle(validator->workloads, (struct view){at, head.verify}, &sink);
    if (head.refs > 0 && !judge->rejected)
        refs_settle(validator->refs, judge, (struct view){at + head.verify, head.refs});
    return judge->rejected ? STREAM_REJECT : STREAM_PASS;
}

void validate_conclude(void *tool, enum stream_verdict verdict, struct view bytes,
                       const struct stream_finding *findings, size_t count, struct buf *out)
{
    struct facts head = {0, 0, 0};
    struct view subject = {"", 0};

    (void)tool;
    if (bytes.length > 0) {
        memcpy(&head, bytes.data, sizeof head);
        subject =
            (struct view){bytes.data + sizeof head + head.verify + head.refs, head.subject};
    }
    verdict_write(verdict != STREAM_REJECT, subject, findings, count, out);
}

void validate_end(void *tool, const struct tally *tally)
{
    struct validator *validator = tool;

    (void)tally;
    if (validator->refs != NULL)
        refs_end(validator->refs, validator->tool);
}
