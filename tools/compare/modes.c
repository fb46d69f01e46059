#include <config.h>

#include "modes.h"

#include "base/mem.h"
#include "base/opt.h"
#include "gate.h"
#include "noise.h"
#include "table.h"
#include "present/text-table.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

/* Lines gather up to this size; a case in a message has at most this one. */
enum { GATHERED = 64 * 1024, CASE_SIZE = 1000 };

struct report {
    struct store *store;
    const struct compare_settings *settings;
    struct thresholds *thresholds;
    struct tool *tool;
    struct summary summary;
    struct result result;
    struct gate gate;
    struct table table;
    struct buf out;
};

static void hand_on(struct report *report, size_t limit)
{
    if (report->out.length <= limit)
        return;
    output_write(report->tool->output, report->out.data, report->out.length);
    buf_clear(&report->out);
}

static void write_table(struct report *report)
{
    bool colours = report->settings->stream.output == NULL && text_table_wants_colours();

    table_write(&report->table, &report->summary, colours, &report->out);
}

/* --- ranks and records --- */

static void tabulate_ranks(struct report *report)
{
    for (size_t i = 0; i < store_cohort_count(report->store); i++) {
        struct store_cohort *cohort = report->store->ordered[i];
        const struct ranked_run *best;

        report->summary.left_out +=
            rank_cohort(report->store, cohort, report->settings->per, &best);
        for (size_t j = 0; j < cohort->count; j++) {
            struct rank_line rank = rank_line_of(cohort, best, j);

            summary_count_rank(&report->summary, rank.run);
            table_add_rank(&report->table, &rank);
        }
    }
}

static void report_ranks(struct report *report)
{
    const struct compare_settings *settings = report->settings;

    report->summary.mode = "rank";
    if (settings->table)
        tabulate_ranks(report);
    else if (rank_write_all(report->store, settings->per,
                            stream_worker_count(&settings->stream), &report->summary,
                            report->tool->output) != 0)
        diag_fail(&report->tool->diag, "cannot start a thread: %s", strerror(errno));
}

static void report_record(struct report *report, const struct history_line *record)
{
    report->summary.written++;
    summary_count(&report->summary.verdicts, record->is_current ? "current" : "broken");
    if (report->settings->table) {
        table_add_record(&report->table, record);
        return;
    }
    history_write(&report->result, report->store, record, &report->out);
    hand_on(report, GATHERED);
}

static void report_records(struct report *report)
{
    const struct compare_settings *settings = report->settings;
    const struct instant *as_of = settings->as_of_text == NULL ? NULL : &settings->as_of;

    report->summary.mode = "records";
    for (size_t i = 0; i < store_cohort_count(report->store); i++) {
        struct store_cohort *cohort = report->store->ordered[i];
        size_t count = history_sort(cohort, as_of);

        for (size_t j = settings->holders && count > 0 ? count - 1 : 0; j < count; j++) {
            struct history_line record = {cohort, cohort->runs[j],
                                          j == 0 ? NULL : cohort->runs[j - 1],
                                          j + 1 == count};

            report_record(report, &record);
        }
        for (size_t j = 0; j < cohort->count; j++)
            summary_count_reasons(&report->summary, cohort->runs[j]);
    }
}

/* --- comparisons --- */

/* Whether --ack accepts what the gate would not. */
static bool is_accepted(struct report *report, const struct pair *pair,
                        const struct judgement *judgement)
{
    struct threshold_change change = {.label =
                                          pair_implementation(report->store, pair)->label,
                                      .verdict = judgement->verdict,
                                      .first_mismatch = pair_mismatch_name(pair->mismatch),
                                      .has_effect = judgement->has_ratio,
                                      .effect = judgement->effect};
    struct buf text;
    bool accepted;

    if (report->thresholds->acks.length == 0)
        return false;
    buf_init(&text);
    store_case_text(pair->cohort, &text);
    change.case_text = buf_view(&text);
    accepted = thresholds_accepts(report->thresholds, &change);
    buf_release(&text);
    return accepted;
}

static void report_ab(struct report *report, const struct ab_line *ab)
{
    report->summary.written++;
    if (report->settings->table) {
        table_add_ab(&report->table, ab);
        return;
    }
    ab_write(&report->result, report->store, ab, report->settings->duplicates,
             &report->out);
    hand_on(report, GATHERED);
}

static void report_score(struct report *report, const struct suite_score *score)
{
    report->summary.written++;
    if (report->settings->table) {
        table_add_suite(&report->table, score);
        return;
    }
    suite_write(&report->result, score, &report->settings->base_texts, &report->out);
    hand_on(report, GATHERED);
}

static void check_duplicates(struct report *report, const struct pairs *pairs)
{
    char masked[CASE_SIZE];
    struct buf text;
    int length;

    if (pairs->duplicated == NULL || report->settings->duplicates != DUPLICATE_ERROR)
        return;
    buf_init(&text);
    store_case_text(pairs->duplicated, &text);
    length = (int)diag_mask(masked, sizeof masked, text.data, text.length);
    buf_release(&text);
    diag_fail(&report->tool->diag, "--dup=error: several runs of one side in %.*s", length,
              masked);
}

static void report_pairs(struct report *report, const struct pairs *pairs,
                         struct samples *samples)
{
    struct judge judge = {report->settings, report->store, report->thresholds, samples};
    bool is_suite = report->settings->mode == COMPARE_SUITE;
    struct suite_score score;
    struct suite suite;

    suite_init(&suite, report->store, report->settings);
    for (size_t i = 0; i < pairs->count; i++) {
        struct ab_line ab = {.pair = &pairs->list[i]};

        judge_pair(&judge, ab.pair, &ab.judgement);
        ab.is_accepted = is_accepted(report, ab.pair, &ab.judgement);
        summary_count(&report->summary.verdicts, verdict_name(ab.judgement.verdict));
        summary_count(&report->summary.reasons, ab.judgement.reason);
        gate_add(&report->gate, &ab);
        if (is_suite)
            suite_add(&suite, ab.pair, &ab.judgement);
        else
            report_ab(report, &ab);
    }
    suite_sort(&suite);
    while (suite_next(&suite, &score))
        report_score(report, &score);
    suite_release(&suite);
}

static void report_comparison(struct report *report)
{
    const struct compare_settings *settings = report->settings;
    struct summary *summary = &report->summary;
    struct samples *samples = NULL;
    struct pairs pairs;

    summary->mode = settings->mode == COMPARE_SUITE ? "suite" : "ab";
    if (gate_init(&report->gate, settings, report->store, report->tool) != 0) {
        gate_release(&report->gate);
        return;
    }
    if (settings->samples != NULL)
        samples = samples_new(settings->samples, &report->tool->diag);
    pair_all(&pairs, report->store, settings);
    report_pairs(report, &pairs, samples);
    check_duplicates(report, &pairs);
    gate_decide(&report->gate, &pairs);
    summary->gate = report->gate.counts;
    gate_release(&report->gate);
    thresholds_report_unused(report->thresholds, settings, &report->tool->diag);
    if (settings->table)
        write_table(report);
    pair_release_all(&pairs);
    samples_free(samples);
}

/* --- names that options ask for --- */

/* Add a name of the input that an option may ask for; most come again and again. */
static void add_name(struct map *names, struct view name)
{
    if (name.length > 0)
        map_put(names, name.data, name.length, NULL);
}

static void add_metrics(const struct store *store, struct map *names)
{
    for (size_t i = 0; i < store->settings.count; i++) {
        const struct store_setting *setting = store->settings.entries[i].value.pointer;

        add_name(names, setting->metric);
    }
}

static void add_roles(const struct store *store, struct map *names)
{
    for (size_t i = 0; i < store->roles.count; i++) {
        const struct store_manifest *manifest = store->roles.entries[i].value.pointer;

        if (manifest->is_used)
            add_name(names, manifest->role);
    }
}

/* The labels of implementations; without a provider, each name of the manifests is one. */
static void add_labels(const struct store *store, struct map *names)
{
    for (size_t i = 0; i < store->implementations.count; i++) {
        const struct store_implementation *implementation = store->implementation_order[i];

        add_name(names, implementation->label);
        if (implementation->provider.length > 0 || implementation->manifests == NULL)
            continue;
        for (const struct store_name *name = implementation->manifests->names; name != NULL;
             name = name->next)
            add_name(names, name->text);
    }
}

/* Refuse NAME, and list those that exist. */
static void refuse_name(struct report *report, const struct map *names, const char *option,
                        struct view name)
{
    const char **texts = mem_zeroed(names->count, sizeof *texts);
    struct arena arena;

    arena_init(&arena);
    for (size_t i = 0; i < names->count; i++)
        texts[i] = arena_copy_text(&arena, names->entries[i].key, names->entries[i].length);
    opt_misuse_value(&report->tool->diag, option, name, texts, names->count);
    arena_release(&arena);
    free(texts);
}

/* Report that OPTION asks for a NAME that the input does not have; -1 where that ends the
 * run. An input that has no name at all is reported elsewhere. */
static int check_name(struct report *report, const struct map *names, const char *option,
                      struct view name)
{
    if (names->count == 0 || map_find(names, name.data, name.length) != NULL)
        return 0;
    if (!report->settings->allow_new) {
        refuse_name(report, names, option, name);
        return -1;
    }
    diag_say(&report->tool->diag, DIAG_WARNING, NULL, "unknown_name",
             "--%s: the input has no '%.*s'", option, (int)name.length, name.data);
    return 0;
}

static int check_metrics(struct report *report, const char *option,
                         const struct opt_list *list)
{
    struct map names;
    int result = 0;

    if (list->count == 0)
        return 0;
    map_init(&names);
    add_metrics(report->store, &names);
    for (size_t i = 0; i < list->count && result == 0; i++)
        result = check_name(report, &names, option, view_from(list->texts[i]));
    map_release(&names);
    return result;
}

static int check_base(struct report *report)
{
    const struct compare_settings *settings = report->settings;
    bool is_role = settings->base_form == BASE_ROLE;
    struct map names;
    int result;

    if (!is_role && settings->base_form != BASE_IMPLEMENTATION)
        return 0;
    map_init(&names);
    if (is_role)
        add_roles(report->store, &names);
    else
        add_labels(report->store, &names);
    result = check_name(report, &names, "base", settings->base_name);
    map_release(&names);
    return result;
}

static int check_names(struct report *report)
{
    const struct compare_settings *settings = report->settings;

    if (check_metrics(report, "higher-is-better", &settings->higher_is_better) != 0 ||
        check_metrics(report, "lower-is-better", &settings->lower_is_better) != 0)
        return -1;
    return check_base(report);
}

void modes_run(struct store *store, const struct compare_settings *settings,
               struct thresholds *thresholds, const struct tally *tally, struct tool *tool)
{
    struct report report = {
        .store = store, .settings = settings, .thresholds = thresholds, .tool = tool};

    report.summary.bases = &settings->base_texts;
    if (check_names(&report) != 0)
        return;
    buf_init(&report.out);
    result_init(&report.result);
    table_init(&report.table, store, settings);
    switch ((enum compare_mode)settings->mode) {
    case COMPARE_RANK:
        report_ranks(&report);
        break;
    case COMPARE_RECORDS:
        report_records(&report);
        break;
    case COMPARE_NOISE:
        noise_write(store, tool->output);
        break;
    case COMPARE_AB:
    case COMPARE_SUITE:
        report_comparison(&report);
        break;
    }
    if (settings->table && settings->base_form == BASE_NONE)
        write_table(&report);
    else if (!settings->table && settings->mode != COMPARE_NOISE)
        summary_write(&report.result, &report.summary, store, tally, &report.out);
    hand_on(&report, 0);
    table_release(&report.table);
    result_release(&report.result);
    buf_release(&report.out);
}
