#include <config.h>

#include "modes.h"

#include "ranks.h"
#include "table.h"
#include "present/text-table.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>

/* Lines gather up to this size; so many failures of the gate are named. */
enum { GATHERED = 64 * 1024, NAMED_FAILURES = 20, LABEL_SIZE = 200, CASE_SIZE = 1000 };

struct report {
    struct store *store;
    const struct compare_settings *settings;
    const struct compare_files *files;
    struct tool *tool;
    struct summary summary;
    struct line line;
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

static void name_failure(struct report *report, const struct ab_line *ab)
{
    struct view label = pair_implementation(report->store, ab->pair)->label;
    const struct judgement *judgement = ab->judgement;
    char masked_case[CASE_SIZE];
    char masked_label[LABEL_SIZE];
    char change[64] = "";
    struct buf text;
    int case_length, label_length;

    buf_init(&text);
    store_case_text(ab->pair->cohort, &text);
    case_length = (int)diag_mask(masked_case, sizeof masked_case, text.data, text.length);
    label_length =
        (int)diag_mask(masked_label, sizeof masked_label, label.data, label.length);
    buf_release(&text);
    if (judgement->has_ratio)
        snprintf(change, sizeof change, ", %+.1f %%", (judgement->ratio - 1) * 100);
    diag_say(&report->tool->diag, DIAG_ERROR, NULL, "gate", "%s: %.*s (%.*s)%s, %s",
             verdict_name(judgement->verdict), case_length, masked_case, label_length,
             masked_label, change, judgement->reason);
}

/* Whether --ack accepts what the gate would not. */
static bool is_accepted(struct report *report, const struct pair *pair,
                        const struct judgement *judgement)
{
    struct buf text;
    bool accepted;

    if (report->files->acks.length == 0)
        return false;
    buf_init(&text);
    store_case_text(pair->cohort, &text);
    accepted = compare_files_accepts(
        report->files, buf_view(&text), pair_implementation(report->store, pair)->label,
        judgement->verdict, judgement->has_ratio, judgement->effect);
    buf_release(&text);
    return accepted;
}

static void pass_gate(struct report *report, const struct ab_line *ab)
{
    struct summary *summary = &report->summary;

    if (!report->settings->fail_on[ab->judgement->verdict])
        return;
    if (ab->is_accepted) {
        summary->acknowledged++;
        return;
    }
    if (summary->gate_failed++ < NAMED_FAILURES)
        name_failure(report, ab);
    diag_raise(&report->tool->diag, EXIT_FINDINGS);
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

/* A comparison without a base, or of nothing, must not look like one that went well. */
static void check_base(struct report *report, const struct pairs *pairs)
{
    struct diag *diag = &report->tool->diag;
    const struct compare_settings *settings = report->settings;

    if (pairs->duplicated != NULL && settings->duplicates == DUPLICATE_ERROR) {
        char masked[CASE_SIZE];
        struct buf text;
        int length;

        buf_init(&text);
        store_case_text(pairs->duplicated, &text);
        length = (int)diag_mask(masked, sizeof masked, text.data, text.length);
        buf_release(&text);
        diag_fail(diag, "--dup=error: several runs of one side in %.*s", length, masked);
    }
    if (settings->allow_new || pairs->comparable > 0)
        return;
    if (pairs->base_runs == 0)
        diag_fail(diag,
                  "--base=%s: no run is on the side of the base, so nothing was compared; "
                  "--allow-new accepts that%s",
                  settings->base_texts.texts[0],
                  settings->base_form == BASE_ROLE
                      ? " (roles are in manifests of implementations, which kidx-csv2run "
                        "writes with --objects)"
                      : "");
    else
        diag_fail(diag,
                  "--base=%s: no case has both a base and a candidate to compare; "
                  "--allow-new accepts that",
                  settings->base_texts.texts[0]);
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
        pass_gate(report, &ab);
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
    summary->has_gate = settings->fail_on_text != NULL;
    summary->fail_on = settings->fail_on;
    if (settings->samples != NULL)
        samples = samples_new(settings->samples, &report->tool->diag);
    pairs_make(&pairs, report->store, settings);
    report_pairs(report, &pairs, samples);
    if (summary->gate_failed > NAMED_FAILURES)
        diag_say(&report->tool->diag, DIAG_ERROR, NULL, "gate", "and %" PRIu64 " more",
                 summary->gate_failed - NAMED_FAILURES);
    check_base(report, &pairs);
    if (settings->table) {
        table_write(&report->table, summary,
                    settings->stream.output == NULL && text_table_wants_colours(),
                    &report->out);
    }
    pairs_release(&pairs);
    samples_free(samples);
}

void compare_report(struct store *store, const struct compare_settings *settings,
                    const struct compare_files *files, const struct tally *tally,
                    struct tool *tool)
{
    struct report report = {
        .store = store, .settings = settings, .files = files, .tool = tool};
    bool colours = settings->stream.output == NULL && text_table_wants_colours();

    report.summary.bases = &settings->base_texts;
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
