#include <config.h>

#include "compare-report.h"

#include "compare-rank.h"
#include "compare-records.h"
#include "compare-summary.h"

/* Lines gather up to this size. */
enum { GATHERED = 64 * 1024 };

struct report {
    struct store *store;
    const struct compare_settings *settings;
    struct tool *tool;
    struct summary summary;
    struct line line;
    struct buf out;
};

static void hand_on(struct report *report, size_t limit)
{
    if (report->out.length <= limit)
        return;
    output_write(report->tool->output, report->out.data, report->out.length);
    buf_clear(&report->out);
}

static void report_rank(void *context, const struct rank_line *rank)
{
    struct report *report = context;

    report->summary.written++;
    summary_count(&report->summary.verdicts,
                  rank->run->rank != 0 ? "ranked" : "not_ranked");
    summary_count_reasons(&report->summary, rank->run);
    rank_write(&report->line, report->store, rank, &report->out);
    hand_on(report, GATHERED);
}

static void report_ranks(struct report *report)
{
    report->summary.mode = "rank";
    for (size_t i = 0; i < store_cohort_count(report->store); i++)
        report->summary.left_out += rank_cohort(report->store, report->store->ordered[i],
                                                report->settings->per, report_rank, report);
}

static void report_record(struct report *report, const struct record_line *record)
{
    report->summary.written++;
    summary_count(&report->summary.verdicts, record->is_current ? "current" : "broken");
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

void compare_report(struct store *store, const struct compare_settings *settings,
                    const struct tally *tally, struct tool *tool)
{
    struct report report = {.store = store, .settings = settings, .tool = tool};

    buf_init(&report.out);
    line_init(&report.line);
    if (settings->mode == COMPARE_RECORDS)
        report_records(&report);
    else
        report_ranks(&report);
    summary_write(&report.line, &report.summary, store, tally, &report.out);
    hand_on(&report, 0);
    line_release(&report.line);
    buf_release(&report.out);
}
