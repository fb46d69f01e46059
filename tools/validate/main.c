/* kidx-validate: every bad record is caught, and said why. */
#include <config.h>

#include "known.h"
#include "record.h"

#include "base/mem.h"
#include "base/opt.h"
#include "tool/aux-file.h"
#include "tool/stream.h"
#include "tool/tool.h"

#include <stdlib.h>
#include <time.h>

/* Each finding takes a look at the others and a walk to its place. */
enum { DEFAULT_MAX_FINDINGS = 20, MOST_FINDINGS = 1000 };

/* More names of schemas than there are. */
enum { NAMES_MAX = 64 };

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

/* --- settings --- */

/* The present, as the user or the clock has it. */
static int set_now(struct validator *validator, const char *text)
{
    if (text == NULL) {
        /* To the second: what was observed in this one has passed. */
        validator->now = (struct instant){(int64_t)time(NULL), {"999999999", 9}};
        return 0;
    }
    if (instant_read(view_from(text), &validator->now))
        return 0;
    return diag_misuse(&validator->tool->diag,
                       "--now=%s: expected an instant such as 2026-01-31T23:59:59Z", text);
}

/* Report that CODE, of --OPTION, is no check and no rule. */
static int misuse_code(const struct validator *validator, const char *option,
                       const char *code)
{
    const struct rules *rules = &validator->rules;
    const char **known = mem_zeroed(CHECK_COUNT_MAX + rules->count, sizeof *known);
    size_t count = 0;

    for (; check_code(count) != NULL; count++)
        known[count] = check_code(count);
    for (size_t i = 0; i < rules->count; i++)
        known[count++] = rules->rules[i].name;
    opt_misuse_value(&validator->tool->diag, option, view_from(code), known, count);
    diag_remark(&validator->tool->diag, "--list-checks prints all checks");
    free(known);
    return -1;
}

/* Change the levels of checks and rules. */
static int set_levels(struct validator *validator, const struct settings *settings)
{
    static const char *const options[] = {
        [CHECK_IGNORE] = "ignore", [CHECK_WARNING] = "warn", [CHECK_ERROR] = "error"};

    for (int level = CHECK_IGNORE; level <= CHECK_ERROR; level++) {
        const struct opt_list *list = &settings->levels[level];

        for (size_t i = 0; i < list->count; i++)
            if (!check_levels_set(&validator->levels, list->texts[i],
                                  (enum check_level)level) &&
                !rules_set_level(&validator->rules, list->texts[i],
                                 (enum check_level)level))
                return misuse_code(validator, options[level], list->texts[i]);
    }
    return 0;
}

static int read_known(struct validator *validator, const struct opt_list *known)
{
    for (size_t i = 0; i < known->count; i++)
        if (known_read(known->texts[i], validator->index, &validator->tool->diag) != 0)
            return -1;
    return 0;
}

/* Print the warnings about the schema of FILE. */
static void print_warnings(const struct shape *shape, const char *file, struct view text,
                           struct diag *diag)
{
    const struct schema_warning *list;
    size_t count = schema_warnings(shape->own, &list);

    for (size_t i = 0; i < count; i++)
        aux_file_warn(file, text, list[i].offset, list[i].code, list[i].text, diag);
}

/* Compile the schema of FILE, or, where it is NULL, those of the kinds. */
static int read_schema(struct shape *shape, const char *file, struct diag *diag)
{
    struct buf text;
    struct schema_error error;
    int result = -1;

    if (file == NULL)
        return shape_init(shape, diag);
    buf_init(&text);
    if (aux_file_read_whole(file, &text, diag) == 0) {
        result = shape_init_own(shape, buf_view(&text), &error);
        if (result != 0)
            aux_file_report(file, buf_view(&text), error.offset, error.code, error.text,
                            diag);
        else
            print_warnings(shape, file, buf_view(&text), diag);
    }
    buf_release(&text);
    return result;
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
                        return diag_misuse(diag, "%s is given two levels",
                                           settings->levels[a].texts[i]);
    return 0;
}

/* --- the run --- */

static void run(struct validator *validator, const struct stream_settings *settings,
                const char *const *operands, size_t count)
{
    const struct stream_tool stream = {.worker_new = record_worker_new,
                                       .worker_free = record_worker_free,
                                       .record = record_check,
                                       .ordered = record_ordered,
                                       .finish = validator->verdicts ? record_finish : NULL,
                                       .replaces_output = validator->verdicts,
                                       .end = record_end,
                                       .tool = validator};

    stream_run(validator->tool, settings, &stream, operands, count);
}

/* Write TEXT to where output goes. */
static void print(struct tool *tool, const struct stream_settings *settings,
                  struct view text)
{
    tool->output = output_open(settings->output, (int)settings->gzip_level, &tool->diag);
    if (tool->output != NULL)
        output_write(tool->output, text.data, text.length);
}

static void print_schema(struct tool *tool, const struct settings *settings)
{
    struct view text = shape_text(settings->print_schema);
    const char *known[NAMES_MAX];
    const char *nearest;
    struct buf names;
    size_t count = 0;

    if (text.data != NULL) {
        print(tool, &settings->stream, text);
        return;
    }
    buf_init(&names);
    while (count < NAMES_MAX && shape_name(count) != NULL) {
        known[count] = shape_name(count);
        buf_append_format(&names, " %s", known[count++]);
    }
    nearest = opt_nearest(view_from(settings->print_schema), known, count);
    diag_misuse(&tool->diag, "--print-schema: unknown value '%s'%s%s%s; there are%s",
                settings->print_schema,
                nearest == NULL ? "" : " (nearest: ", nearest == NULL ? "" : nearest,
                nearest == NULL ? "" : ")", buf_text(&names));
    buf_release(&names);
}

static void list_checks(const struct validator *validator, const struct settings *settings)
{
    struct buf text;

    buf_init(&text);
    check_list(&validator->levels, &text);
    print(validator->tool, &settings->stream, buf_view(&text));
    buf_release(&text);
}

static void check_stream(struct validator *validator, const struct settings *settings,
                         const char *const *operands, size_t count)
{
    if (set_now(validator, settings->now) != 0 ||
        read_schema(&validator->shape, settings->schema, &validator->tool->diag) != 0)
        return;
    validator->workloads = verify_workloads_new();
    validator->index = settings->refs ? index_new() : NULL;
    if (read_known(validator, &settings->known) == 0)
        run(validator, &settings->stream, operands, count);
}

static void validate(struct tool *tool, const struct settings *settings,
                     const char *const *operands, size_t count)
{
    struct validator validator = {.tool = tool,
                                  .max_findings = (size_t)settings->max_findings,
                                  .verdicts = settings->verdicts};

    check_levels_init(&validator.levels);
    record_findings_init(&validator.findings, &validator);
    if (rules_init(&validator.rules, &settings->rule, &settings->rules, &tool->diag) == 0 &&
        set_levels(&validator, settings) == 0) {
        if (settings->list_checks)
            list_checks(&validator, settings);
        else
            check_stream(&validator, settings, operands, count);
    }
    index_free(validator.index);
    verify_workloads_free(validator.workloads);
    shape_release(&validator.shape);
    rules_release(&validator.rules);
    buf_release(&validator.findings.scratch);
}

/* Parse into SETTINGS; the value is stream_options'. */
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
    const struct stream_usage usage = {
        .purpose =
            "Pass the valid records of a stream unchanged, and say of each other one\n"
            "what is wrong with it, and where.",
        .options = own,
    };
    int first_operand;

    first_operand = stream_options(&settings->stream, tool, &usage, argc, argv);
    if (first_operand < 0)
        return first_operand;
    if (settings->schema != NULL && settings->refs)
        return diag_misuse(&tool->diag, "--refs and --schema exclude each other");
    if (settings->known.count > 0 && !settings->refs)
        return diag_misuse(&tool->diag, "--known goes with --refs only");
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
    first_operand = read_options(&tool, &settings, argc, argv);
    if (first_operand >= 0 && settings.print_schema != NULL)
        print_schema(&tool, &settings);
    else if (first_operand >= 0)
        validate(&tool, &settings, (const char *const *)(argv + first_operand),
                 (size_t)(argc - first_operand));
    opt_list_release(&settings.known);
    opt_list_release(&settings.rule);
    opt_list_release(&settings.rules);
    for (int level = CHECK_IGNORE; level <= CHECK_ERROR; level++)
        opt_list_release(&settings.levels[level]);
    return tool_end(&tool);
}
