#include <config.h>

#include "section-kernel.h"

#include "chart-heat.h"
#include "leader.h"
#include "chart-speedup.h"

#include "present/quantity.h"
#include "stats/quantile.h"

#include <stdlib.h>

/* Of a case that has a competitor: who is first, and its ratio to the next. */
struct first {
    size_t series;
    double ratio;
};

struct kernel {
    struct slice rows;
    size_t cases;
    size_t unclear;
    size_t bare;
    size_t alone; /* no competitor */
    size_t holes; /* implementations of the kernel that a case lacks */
    size_t excluded;
    struct first *firsts;
    size_t first_count;
};

static void count_kernel(const struct labels *labels, struct kernel *kernel)
{
    bool *present = mem_zeroed(labels_count(labels) + 1, sizeof *present);
    size_t all_labels = leader_count_labels(labels, kernel->rows, present);
    struct slice rest = kernel->rows;
    struct slice slice;

    kernel->firsts =
        mem_zeroed(groups_count(rest, GROUPS_CASE) + 1, sizeof *kernel->firsts);
    while (groups_next(&rest, GROUPS_CASE, &slice)) {
        struct leader leader = leader_find(slice);

        kernel->cases++;
        kernel->excluded += leader.excluded;
        kernel->holes += all_labels - leader_count_labels(labels, slice, present);
        kernel->alone += leader.next == NULL;
        kernel->unclear += leader.is_unclear;
        kernel->bare += leader.has_no_spread && !leader.is_unclear;
        if (leader.next != NULL)
            kernel->firsts[kernel->first_count++] = (struct first){
                labels_series(labels, rows_label(leader.first)), leader.ratio};
    }
    free(present);
}

/* The ratios of one implementation, or of all; returns how many are known. */
static size_t find_ratios(const struct kernel *kernel, bool all, size_t series,
                          double *ratios)
{
    size_t count = 0;

    for (size_t i = 0; i < kernel->first_count; i++)
        if ((all || kernel->firsts[i].series == series) && kernel->firsts[i].ratio > 0)
            ratios[count++] = kernel->firsts[i].ratio;
    return count;
}

/* The implementation that is first most often of those not marked in SHOWN. */
static size_t find_most(const struct kernel *kernel, const bool *shown, size_t all_labels,
                        size_t *most)
{
    size_t *counts = mem_zeroed(all_labels + 1, sizeof *counts);
    size_t found = 0;

    for (size_t i = 0; i < kernel->first_count; i++)
        counts[kernel->firsts[i].series]++;
    for (size_t i = 0; i < all_labels; i++)
        if (!shown[i] && counts[i] > counts[found] * !shown[found])
            found = i;
    *most = shown[found] ? 0 : counts[found];
    free(counts);
    return found;
}

/* "triton 10 by 1.9×, torch 2 by 1.1×": who is first how often, and its median lead. */
static void write_firsts(struct page *page, const struct labels *labels,
                         const struct kernel *kernel, double *ratios)
{
    enum { SHOWN = 3 };
    size_t all_labels = labels_count(labels);
    bool *shown = mem_zeroed(all_labels + 1, sizeof *shown);
    struct buf text;
    size_t most;

    buf_init(&text);
    for (int i = 0; i < SHOWN && all_labels > 0; i++) {
        size_t series = find_most(kernel, shown, all_labels, &most);
        struct view label = labels->implementations[series];
        size_t known = find_ratios(kernel, false, series, ratios);

        if (most == 0)
            break;
        shown[series] = true;
        buf_append_text(&text, i > 0 ? ", " : "");
        buf_append(&text, label.data, label.length);
        buf_append_byte(&text, ' ');
        quantity_append_count(&text, most);
        if (known > 0) {
            buf_append_text(&text, " by ");
            quantity_append_ratio(&text, quantile_median(ratios, known));
        }
    }
    page_cell(page, STYLE_TEXT,
              text.length > 0 ? buf_view(&text) : view_from("\xe2\x80\x93"), NULL);
    buf_release(&text);
    free(shown);
}

/* Counts that are a column only where a kernel has some. */
enum { UNCERTAIN_COUNTS = 5 };

static const char *const uncertain_names[UNCERTAIN_COUNTS] = {
    "Unclear", "No spread", "No competitor", "Not measured", "Excluded"};

static size_t uncertain_count(const struct kernel *kernel, size_t doubt)
{
    const size_t counts[UNCERTAIN_COUNTS] = {kernel->unclear, kernel->bare, kernel->alone,
                                             kernel->holes, kernel->excluded};

    return counts[doubt];
}

static void write_kernel_row(struct page *page, const struct labels *labels,
                             const struct kernel *kernel, const bool *has, double *ratios)
{
    size_t known;

    if (!page_row(page, kernel->excluded > 0 ? WEIGHT_FAILED : WEIGHT_CHANGED))
        return;
    page_cell(page, STYLE_TEXT, labels_kernel(labels, kernel->rows.rows), NULL);
    page_count(page, (double)kernel->cases);
    write_firsts(page, labels, kernel, ratios);
    known = find_ratios(kernel, true, 0, ratios);
    if (known > 0) {
        page_ratio(page, quantile_median(ratios, known));
        page_ratio(page, ratios[known - 1]);
    } else {
        page_unknown(page);
        page_unknown(page);
    }
    for (size_t i = 0; i < UNCERTAIN_COUNTS; i++)
        if (has[i])
            page_count(page, (double)uncertain_count(kernel, i));
    page_row_end(page);
}

/* The caption, which names what no kernel has, and the headings. */
static void begin_table(struct page *page, const bool *has)
{
    const char *before = " Zero for all kernels: ";
    struct buf text;

    buf_init(&text);
    buf_append_text(&text, "Kernels: who is first in how many cases by what median lead on "
                           "the next, and in how many that is not clear or not known.");
    for (size_t i = 0; i < UNCERTAIN_COUNTS; i++)
        if (!has[i]) {
            buf_append_format(&text, "%s%s", before, uncertain_names[i]);
            before = ", ";
        }
    buf_append_text(&text, *before == ',' ? "." : "");
    page_table(page, buf_view(&text));
    buf_release(&text);
    page_table_column(page, view_from("Kernel"), false);
    page_table_column(page, view_from("Cases"), true);
    page_table_column(page, view_from("First"), false);
    page_table_column(page, view_from("Lead, median"), true);
    page_table_column(page, view_from("Lead, largest"), true);
    for (size_t i = 0; i < UNCERTAIN_COUNTS; i++)
        if (has[i])
            page_table_column(page, view_from(uncertain_names[i]), true);
}

static void write_table(struct page *page, const struct labels *labels, struct slice ranked)
{
    size_t count = groups_count(ranked, GROUPS_KERNEL);
    struct kernel *kernels = mem_zeroed(count, sizeof *kernels);
    double *ratios = mem_zeroed(ranked.count, sizeof *ratios);
    bool has[UNCERTAIN_COUNTS] = {false};

    for (size_t i = 0; groups_next(&ranked, GROUPS_KERNEL, &kernels[i].rows); i++) {
        count_kernel(labels, &kernels[i]);
        for (size_t j = 0; j < UNCERTAIN_COUNTS; j++)
            has[j] = has[j] || uncertain_count(&kernels[i], j) > 0;
        if (i + 1 == count)
            break;
    }
    begin_table(page, has);
    for (size_t i = 0; i < count; i++) {
        write_kernel_row(page, labels, &kernels[i], has, ratios);
        free(kernels[i].firsts);
    }
    page_table_end(page);
    free(ratios);
    free(kernels);
}

static void write_pictures(struct page *page, const struct labels *labels,
                           struct slice ranked)
{
    size_t count;
    const struct row **samples = groups_metrics(ranked, &count);
    struct svg svg;

    svg_init(&svg);
    for (size_t i = 0; i < count; i++) {
        struct speedups speedups;

        chart_speedup_rank(&speedups, labels, ranked, samples[i]);
        for (size_t at = 0; at < speedups.count; at += CHART_ROWS) {
            if (!page_wants_picture(page))
                continue;
            chart_speedup_draw(&speedups, labels, at, &svg);
            page_picture(page, &svg);
        }
        chart_speedup_release(&speedups);
    }
    if (page_wants_picture(page)) {
        chart_heat_kernels(labels, ranked, &svg);
        page_picture(page, &svg);
    }
    free(samples);
    svg_release(&svg);
}

void section_kernel(struct page *page, const struct labels *labels, struct slice ranked)
{
    page_section(page, 2, view_from("Kernels"), false);
    write_pictures(page, labels, ranked);
    write_table(page, labels, ranked);
    page_section_end(page);
}
