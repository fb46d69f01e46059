/* summary: the last line of the output (kidx.summary/v1), and its counts.
 *
 * Counts have static texts as keys: verdicts by name, reasons by code. One thread; each
 * thread of rank.c has a summary of its own, and summary_add combines them.
 */
#ifndef KIDX_TOOLS_COMPARE_SUMMARY_H
#define KIDX_TOOLS_COMPARE_SUMMARY_H

#include "result.h"
#include "tool/tally.h"

enum { SUMMARY_COUNTS = 48 };

struct summary_counts {
    size_t count;
    struct {
        const char *text;
        uint64_t times;
    } entries[SUMMARY_COUNTS];
};

void summary_count(struct summary_counts *counts, const char *text);
uint64_t summary_counted(const struct summary_counts *counts, const char *text);

/* The result of the gate, in numbers of lines. */
struct summary_gate {
    bool is_requested;
    bool is_first_run; /* --allow-new: passed, as there is no base yet */
    const char *result;
    uint64_t failed;
    uint64_t acknowledged;
    uint64_t judged;
    uint64_t of; /* lines that have a base run */
    struct summary_counts failed_by;
    struct summary_counts not_judged;
};

struct summary {
    const char *mode;
    const struct opt_list *bases;
    struct summary_counts verdicts;
    struct summary_counts reasons;
    uint64_t written;  /* lines before this one */
    uint64_t left_out; /* runs, by --best-per and --latest-per */
    struct summary_gate gate;
};

/* Count a rank line, with its verdict and reasons. */
void summary_count_rank(struct summary *summary, const struct ranked_run *run);

/* Add the counts of PART to those of SUMMARY. */
void summary_add(struct summary *summary, const struct summary *part);

/* Count the reasons of a run. */
void summary_count_reasons(struct summary *summary, const struct ranked_run *run);

/* Count the hidden runs of a comparison by reason, each once, as no line has them. */
void summary_count_hidden(struct summary *summary, const struct store *store);

void summary_write(struct result *result, const struct summary *summary,
                   const struct store *store, const struct tally *tally, struct buf *out);

#endif
