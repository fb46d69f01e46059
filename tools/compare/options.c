#include <config.h>

#include "options.h"

#include "base/mem.h"

#include <stdlib.h>

/* --- values of options --- */

/* Whether TEXT begins with PREFIX; then *REST is what follows. */
static bool has_prefix(const char *text, const char *prefix, struct view *rest)
{
    size_t length = strlen(prefix);

    if (strncmp(text, prefix, length) != 0)
        return false;
    *rest = view_from(text + length);
    return true;
}

static int read_instant(struct diag *diag, const char *option, const char *text,
                        struct instant *instant)
{
    if (instant_read(view_from(text), instant))
        return 0;
    return diag_misuse(diag,
                       "%s: expected an instant such as 2026-01-31T12:00:00Z, found '%s'",
                       option, text);
}

/* --base=label:NAME=VALUE. */
static int read_label(struct compare_settings *settings, struct view rest,
                      struct diag *diag)
{
    const char *equals = memchr(rest.data, '=', rest.length);

    if (equals == NULL || equals == rest.data)
        return diag_misuse(diag, "--base: expected label:NAME=VALUE, found 'label:%s'",
                           rest.data);
    settings->base_form = BASE_LABEL;
    settings->base_name = (struct view){rest.data, (size_t)(equals - rest.data)};
    settings->base_value = view_from(equals + 1);
    return 0;
}

/* A base that is no file; 0: it is one, 1: read, -1: wrong (said). */
static int read_base_word(struct compare_settings *settings, const char *text,
                          struct diag *diag)
{
    struct view rest;

    if (has_prefix(text, "impl:", &settings->base_name))
        settings->base_form = BASE_IMPLEMENTATION;
    else if (has_prefix(text, "role:", &settings->base_name))
        settings->base_form = BASE_ROLE;
    else if (has_prefix(text, "label:", &rest))
        return read_label(settings, rest, diag) != 0 ? -1 : 1;
    else if (strcmp(text, "best") == 0)
        settings->base_form = BASE_BEST;
    else if (strcmp(text, "previous") == 0)
        settings->base_form = BASE_PREVIOUS;
    else if (has_prefix(text, "record@", &rest)) {
        settings->base_form = BASE_RECORD;
        return read_instant(diag, "--base=record@", rest.data, &settings->base_at) != 0 ? -1
                                                                                        : 1;
    } else
        return 0;
    if ((settings->base_form == BASE_IMPLEMENTATION || settings->base_form == BASE_ROLE) &&
        settings->base_name.length == 0)
        return diag_misuse(diag, "--base: '%s' names nothing", text);
    return 1;
}

/* Files of --base go to the operands. */
static int read_base(struct compare_settings *settings, struct diag *diag,
                     struct options_operands *operands)
{
    const struct opt_list *texts = &settings->base_texts;

    for (size_t i = 0; i < texts->count; i++) {
        const char *text = texts->texts[i];
        struct view path = view_from(text);
        int word = read_base_word(settings, text, diag);

        if (word < 0)
            return -1;
        if (word > 0 && texts->count > 1)
            return diag_misuse(
                diag,
                "--base: '%s' stands alone; several bases are files (a file of "
                "such a name is file:%s)",
                text, text);
        if (word > 0)
            return 0;
        has_prefix(text, "file:", &path);
        settings->base_form = BASE_FILES;
        operands->names[operands->count++] = path.data;
        settings->base_count = operands->count;
    }
    return 0;
}

/* The words of --fail-on beside the verdicts: sets of them. */
enum fail_group { FAIL_HIDDEN, FAIL_LOST, FAIL_WORSE, FAIL_GROUPS };

static void fail_on_group(struct compare_settings *settings, enum fail_group group)
{
    if (group == FAIL_WORSE) {
        settings->fail_on[VERDICT_SLOWER] = true;
        settings->fail_on[VERDICT_BROKE] = true;
        return;
    }
    settings->fail_on_hidden = true;
    if (group == FAIL_HIDDEN)
        return;
    settings->fail_on[VERDICT_MISSING_CAND] = true;
    settings->fail_on[VERDICT_INCOMPARABLE] = true;
    settings->fail_on[VERDICT_UNUSABLE] = true;
}

static int read_fail_on(struct compare_settings *settings, struct diag *diag)
{
    static const char *const groups[FAIL_GROUPS] = {"hidden", "lost", "worse"};
    const char *at = settings->fail_on_text;
    const char *names[VERDICT_COUNT + FAIL_GROUPS];

    for (int verdict = 0; verdict < VERDICT_COUNT; verdict++)
        names[verdict] = verdict_name((enum verdict)verdict);
    memcpy(names + VERDICT_COUNT, groups, sizeof groups);
    while (at != NULL) {
        const char *comma = strchr(at, ',');
        struct view word = {at, comma == NULL ? strlen(at) : (size_t)(comma - at)};
        int i = 0;

        while (i < VERDICT_COUNT + FAIL_GROUPS && !view_is(word, names[i]))
            i++;
        if (i == VERDICT_COUNT + FAIL_GROUPS)
            return opt_misuse_value(diag, "fail-on", word, names,
                                    VERDICT_COUNT + FAIL_GROUPS);
        if (i < VERDICT_COUNT)
            settings->fail_on[i] = true;
        else
            fail_on_group(settings, (enum fail_group)(i - VERDICT_COUNT));
        at = comma == NULL ? NULL : comma + 1;
    }
    return 0;
}

static int read_gate(struct compare_settings *settings, struct diag *diag)
{
    const char *text = settings->unclear_limit_text;
    struct quantity_threshold limit = {false, 0.25};

    if (text != NULL && strcmp(text, "none") == 0)
        limit.value = -1;
    else if (text != NULL &&
             (!quantity_threshold(view_from(text), &limit) || limit.is_duration))
        return diag_misuse(
            diag, "--unclear-limit: expected a share, such as 25%%, or none, found '%s'",
            text);
    settings->unclear_limit = limit.value;
    if (settings->gate) {
        fail_on_group(settings, FAIL_WORSE);
        fail_on_group(settings, FAIL_LOST);
    }
    return 0;
}

/* No metric may have both directions. */
static int check_directions(const struct compare_settings *settings, struct diag *diag)
{
    const struct opt_list *higher = &settings->higher_is_better;
    const struct opt_list *lower = &settings->lower_is_better;

    for (size_t i = 0; i < higher->count; i++)
        for (size_t j = 0; j < lower->count; j++)
            if (strcmp(higher->texts[i], lower->texts[j]) == 0)
                return diag_misuse(
                    diag, "--higher-is-better and --lower-is-better both name '%s'",
                    higher->texts[i]);
    return 0;
}

static int read_duplicates(struct compare_settings *settings, struct diag *diag)
{
    static const char *const rules[] = {"newest", "best", "median", "error"};

    for (int i = 0; settings->duplicates_text != NULL; i++) {
        if (i == 4)
            return opt_misuse_value(diag, "dup", view_from(settings->duplicates_text),
                                    rules, 4);
        if (strcmp(settings->duplicates_text, rules[i]) != 0)
            continue;
        settings->duplicates = (enum duplicate_rule)i;
        break;
    }
    return 0;
}

static int read_per(struct compare_settings *settings, struct diag *diag)
{
    const char *best = settings->per_best_text;
    const char *latest = settings->per_latest_text;
    const char *text = best != NULL ? best : latest;

    if (text == NULL)
        return 0;
    if (best != NULL && latest != NULL)
        return diag_misuse(diag, "--best-per and --latest-per exclude each other");
    if (strcmp(text, "implementation") != 0)
        return opt_misuse_value(diag, best != NULL ? "best-per" : "latest-per",
                                view_from(text), (const char *const[]){"implementation"},
                                1);
    settings->per = best != NULL ? PER_BEST : PER_LATEST;
    return 0;
}

static int read_min_effect(struct compare_settings *settings, struct diag *diag)
{
    if (settings->min_effect_text == NULL ||
        quantity_threshold(view_from(settings->min_effect_text), &settings->min_effect))
        return 0;
    return diag_misuse(diag,
                       "--min-effect: expected a number with a unit, such as 5%%, 0.05x, "
                       "200ns or 1.5us, found '%s'",
                       settings->min_effect_text);
}

/* --- what goes with what --- */

/* Reject options that have no effect in this mode: an ignored --fail-on would let a
 * regression through. */
static int check_modes(const struct compare_settings *settings, struct diag *diag)
{
    bool has_base = settings->base_form != BASE_NONE;
    const char *other_modes = "other modes than --noise-model";
    bool has_gate = settings->gate || settings->fail_on_text != NULL;
    const struct {
        const char *option;
        bool given;
        bool fits;
        const char *needs;
    } rules[] = {
        {"--as-of", settings->as_of_text != NULL, settings->mode == COMPARE_RECORDS,
         "--records"},
        {"--holders", settings->holders, settings->mode == COMPARE_RECORDS, "--records"},
        {"--best-per", settings->per_best_text != NULL, settings->mode == COMPARE_RANK,
         "ranks only"},
        {"--latest-per", settings->per_latest_text != NULL, settings->mode == COMPARE_RANK,
         "ranks only"},
        {"--table", settings->table, settings->mode != COMPARE_NOISE, other_modes},
        {"--higher-is-better", settings->higher_is_better.count > 0,
         settings->mode != COMPARE_NOISE, other_modes},
        {"--lower-is-better", settings->lower_is_better.count > 0,
         settings->mode != COMPARE_NOISE, other_modes},
        {"--suite", settings->mode == COMPARE_SUITE, has_base, "--base"},
        {"--by", settings->by != NULL, settings->mode == COMPARE_SUITE, "--suite"},
        {"--min-effect", settings->min_effect_text != NULL, has_base, "--base"},
        {"--noise", settings->noise != NULL, has_base, "--base"},
        {"--limits", settings->limits != NULL, has_base, "--base"},
        {"--gate", settings->gate, has_base, "--base"},
        {"--unclear-limit", settings->unclear_limit_text != NULL, settings->gate, "--gate"},
        {"--ack", settings->acks != NULL, has_gate, "--gate or --fail-on"},
        {"--write-ack", settings->write_acks != NULL, has_gate, "--gate or --fail-on"},
        {"--samples", settings->samples != NULL, has_base, "--base"},
        {"--accept-point", settings->accept_point, has_base, "--base"},
        {"--dup", settings->duplicates_text != NULL, has_base, "--base"},
        {"--fail-on", settings->fail_on_text != NULL, has_base, "--base"},
        {"--allow-new", settings->allow_new, has_base, "--base"},
    };

    if (has_base && settings->mode == COMPARE_RECORDS)
        return diag_misuse(diag, "--base and --records exclude each other");
    if (has_base && settings->mode == COMPARE_NOISE)
        return diag_misuse(diag, "--base and --noise-model exclude each other");
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        if (rules[i].given && !rules[i].fits)
            return diag_misuse(diag, "%s goes with %s", rules[i].option, rules[i].needs);
    return 0;
}

/* --- the table --- */

static int parse(struct compare_settings *settings, struct tool *tool, int argc,
                 char **argv)
{
    const struct opt own[] = {
        {OPT_CHOICE, 0, "records", NULL, &settings->mode, COMPARE_RECORDS, 0, 0,
         "write the record history of each cohort"},
        {OPT_TEXT, 0, "as-of", "INSTANT", &settings->as_of_text, 0, 0, 0,
         "the records of then"},
        {OPT_SWITCH, 0, "holders", NULL, &settings->holders, 1, 0, 0,
         "current records only"},
        {OPT_TEXT, 0, "best-per", "WHAT", &settings->per_best_text, 0, 0, 0,
         "rank the best run of each implementation only\n(WHAT: implementation)"},
        {OPT_TEXT, 0, "latest-per", "WHAT", &settings->per_latest_text, 0, 0, 0,
         "rank the newest run of each only"},
        {OPT_LIST, 0, "higher-is-better", "METRIC", &settings->higher_is_better, 0, 0, 0,
         "of this metric, whatever its unit"},
        {OPT_LIST, 0, "lower-is-better", "METRIC", &settings->lower_is_better, 0, 0, 0,
         "the same, the other way round"},
        {OPT_CHOICE, 0, "noise-model", NULL, &settings->mode, COMPARE_NOISE, 0, 0,
         "write how much repeated runs of each case differ,\nfor --noise"},
        {OPT_SWITCH, 0, "table", NULL, &settings->table, 1, 0, 0,
         "write a table for people"},
        {.kind = OPT_GROUP, .help = "Comparison with a base"},
        {OPT_LIST, 0, "base", "BASE", &settings->base_texts, OPT_FILE_READ, 0, 0,
         "compare with FILE (several: give it again), or with\nimpl:LABEL, role:ROLE, "
         "label:NAME=VALUE, best,\nrecord@INSTANT or previous of the same input"},
        {OPT_CHOICE, 0, "suite", NULL, &settings->mode, COMPARE_SUITE, 0, 0,
         "write the geometric mean of speed-ups"},
        {OPT_TEXT, 0, "by", "PATHS", &settings->by, 0, 0, 0,
         "one such mean for each value of these paths,\nor of a jq program"},
        {OPT_TEXT, 0, "min-effect", "AMOUNT", &settings->min_effect_text, 0, 0, 0,
         "ignore smaller changes: 5%, 0.05x, 200ns"},
        {OPT_TEXT, 0, "noise", "FILE", &settings->noise, 0, 0, 0,
         "and what is noise in each case"},
        {OPT_TEXT, 0, "limits", "FILE", &settings->limits, 0, 0, 0,
         "what counts as a change in which cases"},
        {OPT_TEXT, 0, "samples", "DIR", &settings->samples, 0, 0, 0,
         "raw samples, in files named by digest"},
        {OPT_SWITCH, 0, "accept-point", NULL, &settings->accept_point, 1, 0, 0,
         "judge single values, too"},
        {OPT_TEXT, 0, "dup", "RULE", &settings->duplicates_text, 0, 0, 0,
         "of several runs of a side take the newest (default),\nthe best, the median, or "
         "give up: error"},
        {OPT_SWITCH, 0, "gate", NULL, &settings->gate, 1, 0, 0,
         "exit 1 unless no case is worse or lost"},
        {OPT_TEXT, 0, "unclear-limit", "SHARE", &settings->unclear_limit_text, 0, 0, 0,
         "the gate fails on an unclear case that is worse by\nmore (default: 25%; or "
         "none)"},
        {OPT_TEXT, 0, "fail-on", "VERDICTS", &settings->fail_on_text, 0, 0, 0,
         "exit 1 where one of these is found"},
        {OPT_TEXT, 0, "ack", "FILE", &settings->acks, 0, 0, 0, "changes that are accepted"},
        {OPT_TEXT, 0, "write-ack", "FILE", &settings->write_acks, OPT_FILE_WRITTEN, 0, 0,
         "write lines for --ack that accept what failed"},
        {OPT_SWITCH, 0, "allow-new", NULL, &settings->allow_new, 1, 0, 0,
         "nothing to compare with is good"},
        {.kind = OPT_END},
    };
    const struct stream_usage usage = {
        .purpose =
            "Rank the runs of each cohort of a stream of benchmark records, write the\n"
            "history of records, or compare with a base.",
        .status = "0 good, 1 something was rejected or a gate failed, 2 not complete",
        .options = own,
    };

    return stream_options(&settings->stream, tool, &usage, argc, argv);
}

static int check(struct compare_settings *settings, struct diag *diag,
                 struct options_operands *operands)
{
    if (read_base(settings, diag, operands) != 0)
        return -1;
    if (settings->base_form != BASE_NONE && settings->mode == COMPARE_RANK)
        settings->mode = COMPARE_AB;
    if (check_modes(settings, diag) != 0 || read_per(settings, diag) != 0 ||
        read_min_effect(settings, diag) != 0 || read_fail_on(settings, diag) != 0 ||
        read_gate(settings, diag) != 0 || check_directions(settings, diag) != 0 ||
        read_duplicates(settings, diag) != 0)
        return -1;
    if (settings->as_of_text != NULL &&
        read_instant(diag, "--as-of", settings->as_of_text, &settings->as_of) != 0)
        return -1;
    return grouping_init(&settings->grouping, settings->by, diag);
}

int options_compare(struct compare_settings *settings, struct tool *tool, int argc,
                    char **argv, struct options_operands *operands)
{
    int first;

    memset(settings, 0, sizeof *settings);
    first = parse(settings, tool, argc, argv);
    if (first < 0)
        return -1;
    operands->names = mem_zeroed(settings->base_texts.count + (size_t)(argc - first) + 1,
                                 sizeof *operands->names);
    if (check(settings, &tool->diag, operands) != 0)
        return -1;
    for (int i = first; i < argc; i++)
        operands->names[operands->count++] = argv[i];
    if (first == argc)
        operands->names[operands->count++] = "-";
    return 0;
}

void options_compare_release(struct compare_settings *settings,
                             struct options_operands *operands)
{
    opt_list_release(&settings->base_texts);
    opt_list_release(&settings->higher_is_better);
    opt_list_release(&settings->lower_is_better);
    grouping_release(&settings->grouping);
    free(operands->names);
}
