/* kidx-validate: every bad record is caught, and said why. */
#include <config.h>

#include "validate-checks.h"
#include "validate-judge.h"
#include "validate-known.h"
#include "validate-refs.h"
#include "validate-rules.h"
#include "validate-sense.h"
#include "validate-shape.h"
#include "validate-tensors.h"
#include "validate-verdict.h"

#include "base/mem.h"
#include "base/opt.h"
#include "json/inexact.h"
#include "json/path.h"
#include "tool/stream.h"
#include "tool/tool.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* Each finding takes a look at the others and a walk to its place. */
enum { DEFAULT_MAX_FINDINGS = 20, MOST_FINDINGS = 1000 };

struct settings {
    struct stream_settings stream;
    const char *schema;
    const char *print_schema;
    bool list_checks;
    bool verdicts;
    bool refs;
    struct opt_list known;
    struct opt_list rule;
    struct opt_list rules;
    struct opt_list levels[CHECK_ERROR + 1]; /* codes, by enum check_level */
    long max_findings;
    const char *now;
};

/* The run: what settings mean, shared by threads, and what only the main thread uses. */
struct validator {
    const struct settings *settings;
    struct tool *tool;
    struct check_levels levels;
    struct rules rules;
    struct shape shape;
    struct instant now;
    struct verify_workloads *workloads;
    struct refs *refs;  /* NULL without --refs */
    struct judge judge; /* of the settle function */
};

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

static void worker_free(void *state)
{
    struct worker *worker = state;

    verifier_free(worker->verifier);
    schema_run_free(worker->run);
    rules_run_free(worker->rules);
    buf_release(&worker->judge.scratch);
    buf_release(&worker->scratch);
    free(worker);
}

static void *worker_new(void *tool)
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
    worker->judge.maximum = (size_t)validator->settings->max_findings;
    if (worker->rules != NULL)
        return worker;
    worker_free(worker);
    return NULL;
}

/* --- a record --- */

static void check_integers(struct judge *judge)
{
    struct buf message;
    uint32_t node;

    buf_init(&message);
    if (inexact_find(judge->record->document, &node, &message))
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
    path_append_pointer(document, error->node, &pointer);
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
                 "digest_mismatch", (struct view){pointer, strlen(pointer)},
                 (struct view){message, strlen(message)});
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

static enum stream_verdict record(void *tool, void *state, struct stream_record *line)
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
    if (validator->settings->verdicts) {
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

static enum stream_verdict settle(void *tool, struct stream_record *line, struct view bytes)
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

static void conclude(void *tool, enum stream_verdict verdict, struct view bytes,
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

static void end(void *tool, const struct tally *tally)
{
    struct validator *validator = tool;

    (void)tally;
    if (validator->refs != NULL)
        refs_end(validator->refs, validator->tool);
}

/* --- settings --- */

/* The present, as the user or the clock has it. */
static int set_now(struct validator *validator)
{
    const char *text = validator->settings->now;

    if (text == NULL) {
        /* To the second: what was observed in this one has passed. */
        validator->now = (struct instant){(int64_t)time(NULL), {"999999999", 9}};
        return 0;
    }
    if (instant_read((struct view){text, strlen(text)}, &validator->now))
        return 0;
    return diag_fail(&validator->tool->diag,
                     "--now=%s: expected an instant such as 2026-01-31T23:59:59Z", text);
}

/* Change the levels of checks and rules. */
static int set_levels(struct validator *validator)
{
    static const char *const options[] = {
        [CHECK_IGNORE] = "ignore", [CHECK_WARNING] = "warn", [CHECK_ERROR] = "error"};

    for (int level = CHECK_IGNORE; level <= CHECK_ERROR; level++) {
        const struct opt_list *list = &validator->settings->levels[level];

        for (size_t i = 0; i < list->count; i++)
            if (!check_levels_set(&validator->levels, list->texts[i],
                                  (enum check_level)level) &&
                !rules_set_level(&validator->rules, list->texts[i],
                                 (enum check_level)level))
                return diag_fail(&validator->tool->diag,
                                 "--%s=%s: no such check; --list-checks shows them",
                                 options[level], list->texts[i]);
    }
    return 0;
}

static int read_known(struct validator *validator)
{
    const struct opt_list *known = &validator->settings->known;

    for (size_t i = 0; i < known->count; i++)
        if (known_read(known->texts[i], validator->refs, &validator->tool->diag) != 0)
            return -1;
    return 0;
}

/* Whether two options give the code of a check different levels. */
static int check_contradiction(const struct settings *settings, struct diag *diag)
{
    for (int a = CHECK_IGNORE; a <= CHECK_ERROR; a++)
        for (int b = a + 1; b <= CHECK_ERROR; b++)
            for (size_t i = 0; i < settings->levels[a].count; i++)
                for (size_t j = 0; j < settings->levels[b].count; j++)
                    if (strcmp(settings->levels[a].texts[i],
                               settings->levels[b].texts[j]) == 0)
                        return diag_fail(diag, "%s is given two levels",
                                         settings->levels[a].texts[i]);
    return 0;
}

/* --- the run --- */

static void run(struct validator *validator, const char *const *operands, size_t count)
{
    const struct stream_tool stream = {.worker_new = worker_new,
                                       .worker_free = worker_free,
                                       .record = record,
                                       .settle = settle,
                                       .conclude =
                                           validator->settings->verdicts ? conclude : NULL,
                                       .end = end,
                                       .tool = validator};

    stream_run(validator->tool, &validator->settings->stream, &stream, operands, count);
}

/* Write TEXT to where output goes. */
static void print(struct validator *validator, struct view text)
{
    const struct stream_settings *settings = &validator->settings->stream;
    struct tool *tool = validator->tool;

    tool->output = output_open(settings->output, (int)settings->gzip_level, &tool->diag);
    if (tool->output != NULL)
        output_write(tool->output, text.data, text.length);
}

static void print_schema(struct validator *validator)
{
    const char *name = validator->settings->print_schema;
    struct view text = shape_text(name);
    struct buf names;

    if (text.data != NULL) {
        print(validator, text);
        return;
    }
    buf_init(&names);
    shape_list(&names);
    diag_fail(&validator->tool->diag, "--print-schema=%s: there are %s", name,
              buf_text(&names));
    buf_release(&names);
}

static void list_checks(struct validator *validator)
{
    struct buf text;

    buf_init(&text);
    check_list(&validator->levels, &text);
    print(validator, buf_view(&text));
    buf_release(&text);
}

static void validate(struct tool *tool, const struct settings *settings,
                     const char *const *operands, size_t count)
{
    struct validator validator = {.settings = settings, .tool = tool};

    check_levels_init(&validator.levels);
    if (settings->print_schema != NULL) {
        print_schema(&validator);
        return;
    }
    validator.judge.levels = &validator.levels;
    validator.judge.maximum = (size_t)settings->max_findings;
    if (rules_init(&validator.rules, &settings->rule, &settings->rules, &tool->diag) == 0 &&
        set_levels(&validator) == 0) {
        if (settings->list_checks) {
            list_checks(&validator);
        } else if (set_now(&validator) == 0 &&
                   shape_init(&validator.shape, settings->schema, &tool->diag) == 0) {
            validator.workloads = verify_workloads_new();
            validator.refs = settings->refs ? refs_new(&validator.levels) : NULL;
            if (read_known(&validator) == 0)
                run(&validator, operands, count);
        }
    }
    refs_free(validator.refs);
    verify_workloads_free(validator.workloads);
    shape_release(&validator.shape);
    rules_release(&validator.rules);
    buf_release(&validator.judge.scratch);
}

/* Parse into SETTINGS; the value is tool_options'. */
static int read_options(struct tool *tool, struct settings *settings, int argc, char **argv)
{
    const struct opt own[] = {
        {OPT_SWITCH, 'r', "refs", NULL, &settings->refs, 1, 0, 0,
         "check the whole stream, too: references, collisions,\nruns that come twice"},
        {OPT_LIST, 0, "known", "FILE", &settings->known, 0, 0, 0,
         "digests in this file may be referred to"},
        {OPT_TEXT, 0, "schema", "FILE", &settings->schema, 0, 0, 0,
         "check any JSON with this JSON Schema instead"},
        {OPT_SWITCH, 0, "verdicts", NULL, &settings->verdicts, 1, 0, 0,
         "write a verdict on each record, not the record"},
        {OPT_NUMBER, 0, "max-findings", "N", &settings->max_findings, 0, 1, MOST_FINDINGS,
         "report at most N findings of a record (default 20)"},
        {OPT_LIST, 0, "rule", "NAME=PROGRAM", &settings->rule, 0, 0, 0,
         "reject records for which this jq program is not true"},
        {OPT_LIST, 0, "rules", "FILE", &settings->rules, 0, 0, 0,
         "take such rules from this file, one on each line"},
        {OPT_LIST, 0, "error", "CODE", &settings->levels[CHECK_ERROR], 0, 0, 0,
         "this check, or rule, rejects"},
        {OPT_LIST, 0, "warn", "CODE", &settings->levels[CHECK_WARNING], 0, 0, 0,
         "this one warns"},
        {OPT_LIST, 0, "ignore", "CODE", &settings->levels[CHECK_IGNORE], 0, 0, 0,
         "this one says nothing"},
        {OPT_TEXT, 0, "now", "INSTANT", &settings->now, 0, 0, 0,
         "no run is observed after this (default: the clock's)"},
        {OPT_SWITCH, 0, "list-checks", NULL, &settings->list_checks, 1, 0, 0,
         "list the checks with their levels"},
        {OPT_TEXT, 0, "print-schema", "KIND", &settings->print_schema, 0, 0, 0,
         "print the JSON Schema of a kind"},
        {.kind = OPT_END},
    };
    struct opt shared[STREAM_OPTION_COUNT];
    const struct opt_usage usage = {
        .synopsis = "[OPTION]... [FILE]...",
        .purpose =
            "Pass the valid records of a stream unchanged, and say of each other one\n"
            "what is wrong with it, and where.",
        .closing = "Exit status: 0 all good, 1 something was rejected, 2 not complete.\n"
                   "kidx-validate(1) and kidx(7) say more.",
        .tables = (const struct opt *const[]){own, shared, NULL},
    };
    int first_operand;

    stream_options(&settings->stream, shared);
    first_operand = tool_options(tool, &usage, argc, argv);
    if (first_operand < 0)
        return first_operand;
    if (settings->schema != NULL && settings->refs)
        return diag_fail(&tool->diag, "--refs and --schema exclude each other");
    if (settings->known.count > 0 && !settings->refs)
        return diag_fail(&tool->diag, "--known goes with --refs only");
    if (check_contradiction(settings, &tool->diag) != 0)
        return -1;
    return first_operand;
}

int main(int argc, char **argv)
{
    struct tool tool;
    struct settings settings = {.max_findings = DEFAULT_MAX_FINDINGS};
    int first_operand;

    tool_start(&tool, "kidx-validate");
    stream_settings_init(&settings.stream);
    first_operand = read_options(&tool, &settings, argc, argv);
    if (first_operand >= 0)
        validate(&tool, &settings, (const char *const *)(argv + first_operand),
                 (size_t)(argc - first_operand));
    opt_list_release(&settings.known);
    opt_list_release(&settings.rule);
    opt_list_release(&settings.rules);
    for (int level = CHECK_IGNORE; level <= CHECK_ERROR; level++)
        opt_list_release(&settings.levels[level]);
    return tool_end(&tool);
}
