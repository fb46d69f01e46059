#include <config.h>

#include "modes.h"

#include "base/mem.h"
#include "base/opt.h"
#include "gate.h"
#include "ranks.h"
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
    struct compare_files *files;
    struct tool *tool;
    struct summary summary;
    struct line line;
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

/* --- ranks and records --- */

static void tabulate_rank(void *context, const struct rank_line *rank)
{
    struct report *report = context;

    summary_count_rank(&report->summary, rank->run);
    table_add_rank(&report->table, rank);
}

static void take_lines(void *context, const char *lines, size_t length)
{
    struct report *report = context;

    output_write(report->tool->output, lines, length);
}

static void report_ranks(struct report *report)
{
    const struct compare_settings *settings = report->settings;
    struct store *store = report->store;

    report->summary.mode = "rank";
    if (!settings->table) {
        if (ranks_write(store, settings->per, stream_worker_count(&settings->stream),
                        &report->summary, take_lines, report) != 0)
            diag_fail(&report->tool->diag, "cannot start a thread: %s", strerror(errno));
        return;
    }
    for (size_t i = 0; i < store_cohort_count(store); i++)
        report->summary.left_out +=
            rank_cohort(store, store->ordered[i], settings->per, tabulate_rank, report);
}

static void report_record(struct report *report, const struct record_line *record)
{
    report->summary.written++;
    summary_count(&report->summary.verdicts, record->is_current ? "current" : "broken");
    if (report->settings->table) {
        table_add_record(&report->table, record);
        return;
    }
    record_write(&report->line, report->store, record, &report->out);
    hand_on(report, GATHERED);
}

static void report_records(struct report *report)
{
    const struct compare_settings *settings = report->settings;
    const struct instant *as_of = settings->as_of_text == NULL ? NULL : &settings->as_of;

    report->summary.mode = "records";
    for (size_t i = 0; i < store_cohort_count(report->store); i++) {
        struct store_cohort *cohort = report->store->ordered[i];
        size_t count = records_sort(cohort, as_of);

        for (size_t j = settings->holders && count > 0 ? count - 1 : 0; j < count; j++) {
            struct record_line record = {cohort, cohort->runs[j],
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
    struct compare_change change = {.label =
                                        pair_implementation(report->store, pair)->label,
                                    .verdict = judgement->verdict,
                                    .first_mismatch = pair_mismatch_name(pair->mismatch),
                                    .has_effect = judgement->has_ratio,
                                    .effect = judgement->effect};
    struct buf text;
    bool accepted;

    if (report->files->acks.length == 0)
        return false;
    buf_init(&text);
    store_case_text(pair->cohort, &text);
    change.case_text = buf_view(&text);
    accepted = compare_files_accepts(report->files, &change);
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
    ab_write(&report->line, report->store, ab, report->settings->duplicates, &report->out);
    hand_on(report, GATHERED);
}

static void report_suite(void *context, const struct suite_score *score)
{
    struct report *report = context;

    report->summary.written++;
    if (report->settings->table) {
        table_add_suite(&report->table, score);
        return;
    }
    suite_write(&report->line, score, &report->settings->base_texts, &report->out);
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
    struct judge judge = {report->settings, report->store, report->files, samples};
    bool is_suite = report->settings->mode == COMPARE_SUITE;
    struct suite suite;

    suite_init(&suite);
    for (size_t i = 0; i < pairs->count; i++) {
        struct judgement judgement;
        struct ab_line ab = {&pairs->list[i], &judgement, false};

        judge_pair(&judge, ab.pair, &judgement);
        ab.is_accepted = is_accepted(report, ab.pair, &judgement);
        summary_count(&report->summary.verdicts, verdict_name(judgement.verdict));
        summary_count(&report->summary.reasons, judgement.reason);
        gate_add(&report->gate, &ab);
        if (is_suite)
            suite_add(&suite, report->store, ab.pair, &judgement);
        else
            report_ab(report, &ab);
    }
    if (is_suite)
        suite_report(&suite, report->store, report->settings, report_suite, report);
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
    pairs_make(&pairs, report->store, settings);
    report_pairs(report, &pairs, samples);
    check_duplicates(report, &pairs);
    gate_decide(&report->gate, &pairs);
    summary->gate = report->gate.counts;
    gate_release(&report->gate);
    compare_files_report_unused(report->files, settings, &report->tool->diag);
    if (settings->table) {
        table_write(&report->table, summary,
                    settings->stream.output == NULL && text_table_wants_colours(),
                    &report->out);
    }
    pairs_release(&pairs);
    samples_free(samples);
}

/* --- names that options ask for --- */

/* The different texts of the input that an option can name. */
struct known_names {
    struct map map;
    struct arena arena;
};

static void add_name(struct known_names *names, struct view name)
{
    bool is_new;

    if (name.length == 0)
        return;
    map_put(&names->map, name.data, name.length, &is_new);
}

/* Report that OPTION asks for a NAME that the input does not have; -1 where that ends the
 * run. An input that has no name at all is reported elsewhere. */
static int check_name(struct report *report, struct known_names *names, const char *option,
                      struct view name)
{
    struct diag *diag = &report->tool->diag;
    size_t count = names->map.count;
    const char **texts;

    if (count == 0 || map_find(&names->map, name.data, name.length) != NULL)
        return 0;
    if (report->settings->allow_new) {
        diag_say(diag, DIAG_WARNING, NULL, "unknown_name", "--%s: the input has no '%.*s'",
                 option, (int)name.length, name.data);
        return 0;
    }
    texts = mem_zeroed(count, sizeof *texts);
    for (size_t i = 0; i < count; i++) {
        struct buf text;

        buf_init(&text);
        buf_append(&text, names->map.entries[i].key, names->map.entries[i].length);
        texts[i] = arena_copy_text(&names->arena, buf_text(&text), text.length + 1);
        buf_release(&text);
    }
    opt_misuse_value(diag, option, name, texts, count);
    free(texts);
    return -1;
}

static int check_names(struct report *report)
{
    const struct compare_settings *settings = report->settings;
    const struct store *store = report->store;
    const struct opt_list *const lists[] = {&settings->higher_is_better,
                                            &settings->lower_is_better};
    static const char *const options[] = {"higher-is-better", "lower-is-better"};
    bool is_role = settings->base_form == BASE_ROLE;
    struct known_names metrics, bases;
    int result = 0;

    map_init(&metrics.map);
    map_init(&bases.map);
    arena_init(&metrics.arena);
    arena_init(&bases.arena);
    for (size_t i = 0; i < store->settings.count; i++) {
        const struct store_setting *setting = store->settings.entries[i].value.pointer;

        add_name(&metrics, setting->metric);
    }
    for (size_t i = 0; i < store->implementations.count; i++)
        add_name(&bases, is_role ? store->implementation_order[i]->role
                                 : store->implementation_order[i]->label);
    for (size_t i = 0; i < 2; i++)
        for (size_t j = 0; j < lists[i]->count && result == 0; j++)
            result =
                check_name(report, &metrics, options[i], view_from(lists[i]->texts[j]));
    if (result == 0 && (is_role || settings->base_form == BASE_IMPLEMENTATION))
        result = check_name(report, &bases, "base", settings->base_name);
    map_release(&metrics.map);
    map_release(&bases.map);
    arena_release(&metrics.arena);
    arena_release(&bases.arena);
    return result;
}

void compare_report(struct store *store, const struct compare_settings *settings,
                    struct compare_files *files, const struct tally *tally,
                    struct tool *tool)
{
    struct report report = {
        .store = store, .settings = settings, .files = files, .tool = tool};
    bool colours = settings->stream.output == NULL && text_table_wants_colours();

    report.summary.bases = &settings->base_texts;
    if (check_names(&report) != 0)
        return;
    buf_init(&report.out);
    line_init(&report.line);
    table_init(&report.table, store, settings);
    switch ((enum compare_mode)settings->mode) {
    case COMPARE_RANK:
        report_ranks(&report);
        break;
    case COMPARE_RECORDS:
        report_records(&report);
        break;
    case COMPARE_AB:
    case COMPARE_SUITE:
        report_comparison(&report);
        break;
    }
    if (settings->table && settings->base_form == BASE_NONE)
        table_write(&report.table, &report.summary, colours, &report.out);
    else if (!settings->table)
        summary_write(&report.line, &report.summary, store, tally, &report.out);
    hand_on(&report, 0);
    table_release(&report.table);
    line_release(&report.line);
    buf_release(&report.out);
}
