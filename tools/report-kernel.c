#include <config.h>

#include "report-kernel.h"

#include "report-cell.h"
#include "report-heat.h"
#include "report-lead.h"
#include "report-number.h"

#include <stdlib.h>

struct kernel_counts {
    size_t cases;
    size_t alone; /* no competitor */
    size_t unclear;
    size_t bare;
    size_t holes; /* implementations of the kernel that a case lacks */
    size_t excluded;
    size_t leads;
    double *ratios;
    size_t *firsts; /* by implementation */
};

static void count_kernel(const struct subjects *subjects, struct slice kernel,
                         struct kernel_counts *counts)
{
    bool *present = mem_zeroed(subject_label_count(subjects) + 1, sizeof *present);
    size_t labels = lead_labels(subjects, kernel, present);
    struct slice slice;

    while (slice_next(&kernel, SLICE_CASE, &slice)) {
        struct lead lead = lead_find(slice);

        counts->cases++;
        counts->excluded += lead.excluded;
        counts->holes += labels - lead_labels(subjects, slice, present);
        if (lead.next == NULL) {
            counts->alone++;
            continue;
        }
        counts->firsts[subject_series(subjects, row_label(lead.first))]++;
        counts->unclear += lead.is_unclear;
        counts->bare += lead.is_bare && !lead.is_unclear;
        if (lead.ratio > 0)
            counts->ratios[counts->leads++] = lead.ratio;
    }
    free(present);
}

/* "liger 10, torch 2": who is first how often, the most frequent first. */
static void write_firsts(const struct subjects *subjects, struct kernel_counts *counts,
                         struct buf *out)
{
    for (int shown = 0; shown < 3; shown++) {
        size_t most = 0;

        for (size_t i = 1; i < subject_label_count(subjects); i++)
            if (counts->firsts[i] > counts->firsts[most])
                most = i;
        if (subject_label_count(subjects) == 0 || counts->firsts[most] == 0)
            break;
        if (shown > 0)
            buf_append_text(out, ", ");
        buf_append(out, subjects->sorted_labels[most].data,
                   subjects->sorted_labels[most].length);
        buf_append_byte(out, ' ');
        number_write_count(out, counts->firsts[most]);
        counts->firsts[most] = 0;
    }
}

static void write_kernel_row(struct page *page, const struct subjects *subjects,
                             struct slice kernel, struct kernel_counts *counts)
{
    struct buf text;

    if (!page_row(page, counts->excluded > 0 ? WEIGHT_FAILED : WEIGHT_CHANGED))
        return;
    buf_init(&text);
    page_cell(page, STYLE_TEXT, subject_kernel(subjects, kernel.rows), NULL);
    cell_count(page, counts->cases);
    write_firsts(subjects, counts, &text);
    page_cell(page, STYLE_TEXT,
              text.length > 0 ? buf_view(&text) : text_view("\xe2\x80\x93"), NULL);
    if (counts->leads > 0) {
        cell_ratio(page, median_of(counts->ratios, counts->leads));
        cell_ratio(page, counts->ratios[counts->leads - 1]);
    } else {
        cell_unknown(page);
        cell_unknown(page);
    }
    cell_count(page, counts->unclear);
    cell_count(page, counts->bare);
    cell_count(page, counts->alone);
    cell_count(page, counts->holes);
    cell_count(page, counts->excluded);
    page_row_end(page);
    buf_release(&text);
}

void kernel_report(struct page *page, const struct subjects *subjects, struct slice ranked)
{
    struct kernel_counts counts;
    struct slice rest = ranked;
    struct slice kernel;

    page_part(page, 2, text_view("Kernels"), false);
    page_table(page,
               text_view("Kernels: who is first in how many cases, its lead on the next, "
                         "and where that is not clear or not known."));
    page_table_column(page, text_view("Kernel"), false);
    page_table_column(page, text_view("Cases"), true);
    page_table_column(page, text_view("First"), false);
    page_table_column(page, text_view("Lead, median"), true);
    page_table_column(page, text_view("Lead, largest"), true);
    page_table_column(page, text_view("Unclear"), true);
    page_table_column(page, text_view("No spread"), true);
    page_table_column(page, text_view("No competitor"), true);
    page_table_column(page, text_view("Not measured"), true);
    page_table_column(page, text_view("Excluded"), true);
    memset(&counts, 0, sizeof counts);
    counts.ratios = mem_zeroed(ranked.count + 1, sizeof *counts.ratios);
    counts.firsts = mem_zeroed(subject_label_count(subjects) + 1, sizeof *counts.firsts);
    while (slice_next(&rest, SLICE_KERNEL, &kernel)) {
        struct kernel_counts fresh = {.ratios = counts.ratios, .firsts = counts.firsts};

        memset(fresh.firsts, 0, subject_label_count(subjects) * sizeof *fresh.firsts);
        count_kernel(subjects, kernel, &fresh);
        write_kernel_row(page, subjects, kernel, &fresh);
    }
    free(counts.ratios);
    free(counts.firsts);
    page_table_end(page);
    if (page_wants_picture(page)) {
        struct svg svg;

        svg_init(&svg);
        heat_draw_kernels(subjects, ranked, &svg);
        page_picture(page, &svg);
        svg_release(&svg);
    }
    page_part_end(page);
}
