#include <config.h>

#include "summary.h"

#include <stdlib.h>

static void count_times(struct summary_counts *counts, const char *text, uint64_t times)
{
    size_t i = 0;

    while (i < counts->count && strcmp(counts->entries[i].text, text) != 0)
        i++;
    if (i == SUMMARY_COUNTS)
        return;
    if (i == counts->count) {
        counts->count++;
        counts->entries[i].text = text;
        counts->entries[i].times = 0;
    }
    counts->entries[i].times += times;
}

void summary_count(struct summary_counts *counts, const char *text)
{
    if (text != NULL)
        count_times(counts, text, 1);
}

uint64_t summary_counted(const struct summary_counts *counts, const char *text)
{
    for (size_t i = 0; i < counts->count; i++)
        if (strcmp(counts->entries[i].text, text) == 0)
            return counts->entries[i].times;
    return 0;
}

void summary_count_reasons(struct summary *summary, const struct ranked_run *run)
{
    const char *reasons[STORE_REASONS];
    size_t count = store_reasons(run, reasons);

    for (size_t i = 0; i < count; i++)
        summary_count(&summary->reasons, reasons[i]);
}

void summary_count_rank(struct summary *summary, const struct ranked_run *run)
{
    summary->written++;
    summary_count(&summary->verdicts, run->rank != 0 ? "ranked" : "not_ranked");
    summary_count_reasons(summary, run);
}

static void add_counts(struct summary_counts *counts, const struct summary_counts *part)
{
    for (size_t i = 0; i < part->count; i++)
        count_times(counts, part->entries[i].text, part->entries[i].times);
}

void summary_add(struct summary *summary, const struct summary *part)
{
    add_counts(&summary->verdicts, &part->verdicts);
    add_counts(&summary->reasons, &part->reasons);
    summary->written += part->written;
    summary->left_out += part->left_out;
}

/* --- JSON --- */

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void write_counts(struct line *line, const char *name, struct summary_counts counts)
{
    /* The text is the first member of an entry. */
    qsort(counts.entries, counts.count, sizeof *counts.entries, by_text);
    writer_name(&line->writer, name);
    writer_begin_object(&line->writer);
    for (size_t i = 0; i < counts.count; i++)
        line_count(line, counts.entries[i].text, counts.entries[i].times);
    writer_end_object(&line->writer);
}

static void write_share(struct line *line, const char *name,
                        const struct tally_share *share)
{
    struct summary_counts counts = {.count = 0};

    for (size_t i = 0; i < share->label_count && counts.count < SUMMARY_COUNTS; i++) {
        counts.entries[counts.count].text = share->labels[i].text;
        counts.entries[counts.count++].times = share->labels[i].count;
    }
    write_counts(line, name, counts);
}

static void write_records(struct line *line, const struct tally *tally)
{
    writer_name(&line->writer, "records");
    writer_begin_object(&line->writer);
    line_count(line, "passed", tally->passed.count);
    line_count(line, "read", tally_read(tally));
    line_count(line, "rejected", tally->rejected.count);
    write_share(line, "rejected_by_code", &tally->rejected);
    line_count(line, "skipped", tally->skipped.count);
    write_share(line, "skipped_by_reason", &tally->skipped);
    writer_end_object(&line->writer);
}

static void write_gate(struct line *line, const struct summary_gate *gate)
{
    if (!gate->is_asked) {
        line_null(line, "gate", "NO_GATE");
        return;
    }
    if (gate->is_first_run)
        line_note(line, "NO_BASE");
    writer_name(&line->writer, "gate");
    writer_begin_object(&line->writer);
    line_count(line, "acknowledged", gate->acknowledged);
    line_count(line, "failed", gate->failed);
    write_counts(line, "failed_by", gate->failed_by);
    line_count(line, "judged", gate->judged);
    write_counts(line, "not_judged", gate->not_judged);
    line_count(line, "of", gate->of);
    line_word(line, "result", gate->result);
    writer_end_object(&line->writer);
}

void summary_write(struct line *line, const struct summary *summary,
                   const struct store *store, const struct tally *tally, struct buf *out)
{
    line_begin(line, out);
    line_bases(line, summary->bases);
    line_count(line, "cohorts", store_cohort_count(store));
    line_count(line, "duplicates", store->duplicate_count);
    write_gate(line, &summary->gate);
    line_word(line, "kind", "kidx.summary/v1");
    line_count(line, "left_out", summary->left_out);
    line_count(line, "lines", summary->written);
    line_word(line, "mode", summary->mode);
    line_break(line);
    write_counts(line, "reasons", summary->reasons);
    write_records(line, tally);
    line_count(line, "runs", store->run_count);
    line_word(line, "tool", "kidx-compare");
    write_counts(line, "verdicts", summary->verdicts);
    line_word(line, "version", PACKAGE_VERSION);
    line_end(line);
}
