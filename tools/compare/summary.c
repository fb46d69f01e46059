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

void summary_count_hidden(struct summary *summary, const struct store *store)
{
    for (size_t i = 0; i < store_cohort_count(store); i++) {
        const struct store_cohort *cohort = store->ordered[i];

        for (size_t j = 0; j < cohort->count; j++)
            if (store_is_hidden(cohort->runs[j]))
                summary_count(&summary->reasons, store_hidden_reason(cohort->runs[j]));
    }
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

static void write_counts(struct result *result, const char *name,
                         struct summary_counts counts)
{
    /* The text is the first member of an entry. */
    qsort(counts.entries, counts.count, sizeof *counts.entries, by_text);
    writer_name(&result->writer, name);
    writer_begin_object(&result->writer);
    for (size_t i = 0; i < counts.count; i++)
        result_count(result, counts.entries[i].text, counts.entries[i].times);
    writer_end_object(&result->writer);
}

static void write_share(struct result *result, const char *name,
                        const struct tally_share *share)
{
    struct summary_counts counts = {.count = 0};

    for (size_t i = 0; i < share->label_count && counts.count < SUMMARY_COUNTS; i++) {
        counts.entries[counts.count].text = share->labels[i].text;
        counts.entries[counts.count++].times = share->labels[i].count;
    }
    write_counts(result, name, counts);
}

static void write_records(struct result *result, const struct tally *tally)
{
    writer_name(&result->writer, "records");
    writer_begin_object(&result->writer);
    result_count(result, "passed", tally->passed.count);
    result_count(result, "read", tally_read(tally));
    result_count(result, "rejected", tally->rejected.count);
    write_share(result, "rejected_by_code", &tally->rejected);
    result_count(result, "skipped", tally->skipped.count);
    write_share(result, "skipped_by_reason", &tally->skipped);
    writer_end_object(&result->writer);
}

static void write_gate(struct result *result, const struct summary_gate *gate)
{
    if (!gate->is_requested) {
        result_null(result, "gate");
        return;
    }
    writer_name(&result->writer, "gate");
    writer_begin_object(&result->writer);
    result_count(result, "acknowledged", gate->acknowledged);
    result_count(result, "failed", gate->failed);
    write_counts(result, "failed_by", gate->failed_by);
    result_count(result, "judged", gate->judged);
    write_counts(result, "not_judged", gate->not_judged);
    result_count(result, "of", gate->of);
    result_word(result, "result", gate->result);
    writer_end_object(&result->writer);
}

void summary_write(struct result *result, const struct summary *summary,
                   const struct store *store, const struct tally *tally, struct buf *out)
{
    result_note_if(result, !summary->gate.is_requested, "NO_GATE");
    result_note_if(result, summary->gate.is_requested && summary->gate.is_first_run,
                   "NO_BASE");
    result_begin(result, out);
    result_bases(result, summary->bases);
    result_count(result, "cohorts", store_cohort_count(store));
    result_count(result, "duplicates", store->duplicate_count);
    write_gate(result, &summary->gate);
    result_word(result, "kind", "kidx.summary/v1");
    result_count(result, "left_out", summary->left_out);
    result_count(result, "lines", summary->written);
    result_word(result, "mode", summary->mode);
    result_write_notes(result);
    write_counts(result, "reasons", summary->reasons);
    write_records(result, tally);
    result_count(result, "runs", store->run_count);
    result_word(result, "tool", "kidx-compare");
    write_counts(result, "verdicts", summary->verdicts);
    result_word(result, "version", PACKAGE_VERSION);
    result_end(result);
}
