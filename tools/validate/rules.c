#include <config.h>

#include "rules.h"

#include "schema/schema.h"
#include "tool/aux-file.h"
#include "tool/stream.h"

#include <stdlib.h>

extern const char schema_kidx_rule[];
extern const size_t schema_kidx_rule_length;

struct rules_run {
    const struct rules *rules;
    struct program **programs;
    struct program_input *input;
    struct findings *findings; /* of the record in work, for what its programs say */
};

/* --- loading --- */

static bool is_token(struct view text)
{
    if (text.length == 0 || text.data[0] < 'a' || text.data[0] > 'z')
        return false;
    for (size_t i = 1; i < text.length; i++)
        if (!((text.data[i] >= 'a' && text.data[i] <= 'z') ||
              (text.data[i] >= '0' && text.data[i] <= '9') || text.data[i] == '_'))
            return false;
    return true;
}

static struct rule *find(const struct rules *rules, const char *name)
{
    for (size_t i = 0; i < rules->count; i++)
        if (strcmp(rules->rules[i].name, name) == 0)
            return &rules->rules[i];
    return NULL;
}

/* Why there cannot be a rule of that name, or NULL. */
static const char *name_fault(const struct rules *rules, const char *name)
{
    if (check_exists(name))
        return "is the name of a check";
    return find(rules, name) != NULL ? "is the name of another rule" : NULL;
}

static void add(struct rules *rules, const struct rule *rule)
{
    rules->rules = mem_resize(rules->rules, rules->count + 1, sizeof *rules->rules);
    rules->rules[rules->count++] = *rule;
}

/* NAME=PROGRAM. */
static int add_text(struct rules *rules, const char *text, struct diag *diag)
{
    const char *sign = strchr(text, '=');
    size_t length = sign == NULL ? strlen(text) : (size_t)(sign - text);
    struct rule rule = {.level = CHECK_ERROR};
    const char *fault;

    if (sign == NULL || !is_token((struct view){text, length}))
        return diag_misuse(diag,
                           "--rule=%s: expected NAME=PROGRAM, a name of small letters, "
                           "digits and _",
                           text);
    rule.name = arena_copy_text(&rules->texts, text, length);
    rule.program = sign + 1;
    rule.message = "the rule does not hold";
    fault = name_fault(rules, rule.name);
    if (fault != NULL)
        return diag_misuse(diag, "--rule=%s: '%s' %s", text, rule.name, fault);
    add(rules, &rule);
    return 0;
}

/* What reading a file of rules needs. */
struct loader {
    struct rules *rules;
    struct schema *schema;
    struct schema_run *run;
    struct diag *diag;
};

/* A member that is a string, without NUL in it, copied; or OTHERWISE. */
static const char *copy_member(struct loader *loader, const struct document *document,
                               const char *name, const char *otherwise)
{
    uint32_t node = document_member(document, 0, name);
    struct view text;

    if (node == NODE_NONE)
        return otherwise;
    text = document_string(document, node);
    return arena_copy_text(&loader->rules->texts, text.data, text.length);
}

static int fail(const struct loader *loader, const struct aux_line *line, const char *code,
                const char *before, const char *text)
{
    diag_say(loader->diag, DIAG_ERROR, &line->place, code, "%s%s", before, text);
    diag_raise(loader->diag, EXIT_TROUBLE);
    return -1;
}

static int take_rule(void *context, const struct aux_line *line)
{
    struct loader *loader = context;
    const struct document *document = line->document;
    const struct schema_finding *findings;
    const char *fault;
    struct rule rule;

    if (document == NULL)
        return fail(loader, line, "bad_rule", "", "expected an object");
    if (!schema_accepts(loader->schema, loader->run, document, 0) &&
        schema_explain(loader->schema, loader->run, document, 0, 1, &findings) > 0) {
        struct buf text;
        int result;

        buf_init(&text);
        buf_append_format(&text, "%.*s%s%.*s", (int)findings->pointer.length,
                          findings->pointer.data, findings->pointer.length > 0 ? ": " : "",
                          (int)findings->message.length, findings->message.data);
        result = fail(loader, line, findings->code, "", buf_text(&text));
        buf_release(&text);
        return result;
    }
    rule.name = copy_member(loader, document, "name", "");
    rule.program = copy_member(loader, document, "program", "");
    rule.message = copy_member(loader, document, "message", "the rule does not hold");
    rule.level = strcmp(copy_member(loader, document, "level", "error"), "error") == 0
                     ? CHECK_ERROR
                     : CHECK_WARNING;
    fault = name_fault(loader->rules, rule.name);
    if (fault != NULL)
        return fail(loader, line, "bad_rule", "the name of the rule ", fault);
    add(loader->rules, &rule);
    return 0;
}

static int add_files(struct rules *rules, const struct opt_list *files, struct diag *diag)
{
    struct loader loader = {.rules = rules, .diag = diag};
    struct schema_error error;
    int result = 0;

    if (files->count == 0)
        return 0;
    loader.schema = schema_compile(schema_kidx_rule, schema_kidx_rule_length, NULL, &error);
    if (loader.schema == NULL)
        return diag_fail(diag, "schema of rules: %s", error.text);
    loader.run = schema_run_new();
    for (size_t i = 0; result == 0 && i < files->count; i++)
        result = aux_file_read(files->texts[i], diag, take_rule, &loader);
    schema_run_free(loader.run);
    schema_free(loader.schema);
    return result;
}

int rules_init(struct rules *rules, const struct opt_list *texts,
               const struct opt_list *files, struct diag *diag)
{
    *rules = (struct rules){.count = 0};
    arena_init(&rules->texts);
    for (size_t i = 0; i < texts->count; i++)
        if (add_text(rules, texts->texts[i], diag) != 0)
            return -1;
    return add_files(rules, files, diag);
}

void rules_release(struct rules *rules)
{
    free(rules->rules);
    arena_release(&rules->texts);
}

bool rules_set_level(struct rules *rules, const char *name, enum check_level level)
{
    struct rule *rule = find(rules, name);

    if (rule != NULL)
        rule->level = level;
    return rule != NULL;
}

/* --- running --- */

/* What `debug` of a program says. */
static void listen(void *context, struct view text)
{
    const struct rules_run *run = context;

    if (run->findings != NULL)
        stream_find(run->findings->context, DIAG_NOTE, 0, NULL, (struct view){"", 0},
                    "%.*s", (int)text.length, text.data);
}

struct rules_run *rules_run_new(const struct rules *rules, struct diag *diag)
{
    struct rules_run *run = mem_zeroed(1, sizeof *run);
    struct buf message;

    run->rules = rules;
    run->programs = mem_zeroed(rules->count + 1, sizeof *run->programs);
    run->input = program_input_new();
    buf_init(&message);
    for (size_t i = 0; i < rules->count; i++) {
        run->programs[i] = program_new(rules->rules[i].program, &message);
        if (run->programs[i] == NULL) {
            diag_fail(diag, "rule %s: %s", rules->rules[i].name, buf_text(&message));
            rules_run_free(run);
            run = NULL;
            break;
        }
        program_set_listener(run->programs[i], listen, run);
    }
    buf_release(&message);
    return run;
}

void rules_run_free(struct rules_run *run)
{
    if (run == NULL)
        return;
    for (size_t i = 0; i < run->rules->count; i++)
        program_free(run->programs[i]);
    free(run->programs);
    program_input_free(run->input);
    free(run);
}

void rules_check(struct rules_run *run, struct findings *findings)
{
    const struct rules *rules = run->rules;
    struct view pointer = {"", 0};

    if (rules->count == 0)
        return;
    run->findings = findings;
    program_input_set(run->input, findings->document);
    for (size_t i = 0; i < rules->count; i++) {
        const struct rule *rule = &rules->rules[i];
        int truth;

        if (rule->level == CHECK_IGNORE)
            continue;
        truth = program_truth(run->programs[i], run->input);
        if (truth == 0) {
            findings_report(findings, rule->level, 0, rule->name, pointer,
                            view_from(rule->message));
        } else if (truth < 0) {
            struct view message = program_message(run->programs[i]);
            struct buf text;

            buf_init(&text);
            buf_append_format(&text, "rule %s: %.*s", rule->name, (int)message.length,
                              message.data);
            findings_report(findings, CHECK_ERROR, 0, "jq_error", pointer, buf_view(&text));
            buf_release(&text);
        }
    }
}
