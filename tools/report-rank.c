#include <config.h>

#include "report-rank.h"

#include "report-heat.h"
#include "report-number.h"
#include "report-sweep.h"

#include <stdlib.h>

/* Of a case: who is first, and how sure that is. */
struct lead {
    const struct row *first; /* NULL: nobody is ranked */
    const struct row *next;  /* of another implementation, NULL: none */
    double ratio;            /* next to first, at least 1 */
    bool is_unclear;         /* p20 to p80 of both overlap, or the values are equal */
    bool is_bare;            /* one of them has no spread: often a single sample */
    size_t excluded;         /* runs */
};

static bool has_spread(const struct row *row)
{
    return view_is(row_text(row, COLUMN_SPREAD_STATE), "ok");
}

/* Complete a lead of which both sides are known. OVERLAPS: all from first to next do. */
static void judge_lead(struct lead *lead, bool overlaps)
{
    double ratio;
    double first = 0;
    double next = 0;
    bool is_equal = row_number(lead->first, COLUMN_VALUE, &first) &&
                    row_number(lead->next, COLUMN_VALUE, &next) && first == next;

    lead->is_bare = !has_spread(lead->first) || !has_spread(lead->next);
    lead->is_unclear = is_equal || (overlaps && !lead->is_bare);
    if (row_number(lead->next, COLUMN_RATIO_TO_BEST, &ratio) && ratio > 0)
        lead->ratio = ratio < 1 ? 1 / ratio : ratio;
}

static struct lead find_lead(struct slice slice)
{
    struct lead lead = {.first = NULL};
    bool overlaps = true;
    double rank;

    for (size_t i = 0; i < slice.count; i++) {
        const struct row *row = &slice.rows[i];

        if (!row_number(row, COLUMN_RANK, &rank)) {
            lead.excluded++;
        } else if (lead.first == NULL) {
            lead.first = row;
        } else if (lead.next == NULL) {
            overlaps = overlaps && row_is_true(row, COLUMN_SPREAD_TIE);
            if (!view_equal(row_label(row), row_label(lead.first)))
                lead.next = row;
        }
    }
    if (lead.next != NULL)
        judge_lead(&lead, overlaps);
    return lead;
}

/* --- who is first --- */

struct standing {
    size_t cases;
    size_t first;
    size_t clear;
    double *ratios; /* to the best */
};

static void count_case(struct standing *standings, const struct subjects *subjects,
                       struct slice slice)
{
    struct lead lead = find_lead(slice);

    for (size_t i = 0; i < slice.count; i++) {
        struct view label = row_label(&slice.rows[i]);
        struct standing *standing = &standings[subject_series(subjects, label)];
        double ratio;
        bool is_repeated = false;

        for (size_t j = 0; j < i && !is_repeated; j++)
            is_repeated = view_equal(row_label(&slice.rows[j]), label);
        if (!is_repeated && case_ratio(slice, label, &ratio)) {
            standing->ratios =
                mem_resize(standing->ratios, standing->cases + 1, sizeof ratio);
            standing->ratios[standing->cases++] = ratio;
        }
    }
    if (lead.first == NULL || lead.next == NULL)
        return;
    standings[subject_series(subjects, row_label(lead.first))].first++;
    standings[subject_series(subjects, row_label(lead.first))].clear +=
        !lead.is_unclear && !lead.is_bare;
}

static void cell_count(struct page *page, size_t count)
{
    double value = (double)count;
    struct buf text;

    buf_init(&text);
    number_write_count(&text, count);
    page_cell(page, STYLE_NUMBER, buf_view(&text), &value);
    buf_release(&text);
}

static void cell_ratio(struct page *page, bool known, double ratio)
{
    struct buf text;

    buf_init(&text);
    if (known)
        number_write_ratio(&text, ratio);
    page_cell(page, STYLE_NUMBER, known ? buf_view(&text) : text_view("\xe2\x80\x93"),
              known ? &ratio : NULL);
    buf_release(&text);
}

static void write_standings(struct page *page, const struct subjects *subjects,
                            struct slice ranked)
{
    size_t count = subject_label_count(subjects);
    struct standing *standings = mem_zeroed(count + 1, sizeof *standings);
    struct slice slice;

    while (slice_next(&ranked, SLICE_CASE, &slice))
        count_case(standings, subjects, slice);
    page_part(page, 2, text_view("Who is first"), false);
    page_table(page,
               text_view("Implementations, over all cases in which they were measured. "
                         "First counts cases with a competitor; a lead is clear where "
                         "p20 to p80 of first and next are known and do not overlap."));
    page_table_column(page, text_view("Implementation"), false);
    page_table_column(page, text_view("Cases"), true);
    page_table_column(page, text_view("First"), true);
    page_table_column(page, text_view("Clearly"), true);
    page_table_column(page, text_view("Ratio to best, median"), true);
    page_table_column(page, text_view("Worst"), true);
    for (size_t i = 0; i < count; i++) {
        struct standing *standing = &standings[i];

        if (standing->cases > 0 && page_row(page, WEIGHT_CHANGED)) {
            page_cell(page, STYLE_TEXT, subjects->sorted_labels[i], NULL);
            cell_count(page, standing->cases);
            cell_count(page, standing->first);
            cell_count(page, standing->clear);
            cell_ratio(page, true, median_of(standing->ratios, standing->cases));
            cell_ratio(page, true,
                       standing->ratios[0] < 1 ? standing->ratios[0]
                                               : standing->ratios[standing->cases - 1]);
            page_row_end(page);
        }
        free(standing->ratios);
    }
    free(standings);
    page_table_end(page);
    page_part_end(page);
}

/* --- kernels --- */

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

/* How many implementations SLICE has; those are marked in PRESENT. */
static size_t count_labels(const struct subjects *subjects, struct slice slice,
                           bool *present)
{
    size_t count = 0;

    memset(present, 0, subject_label_count(subjects) * sizeof *present);
    for (size_t i = 0; i < slice.count; i++) {
        size_t series = subject_series(subjects, row_label(&slice.rows[i]));
        double rank;

        if (present[series] || !row_number(&slice.rows[i], COLUMN_RANK, &rank))
            continue;
        present[series] = true;
        count++;
    }
    return count;
}

static void count_kernel(const struct subjects *subjects, struct slice kernel,
                         struct kernel_counts *counts)
{
    bool *present = mem_zeroed(subject_label_count(subjects) + 1, sizeof *present);
    size_t labels = count_labels(subjects, kernel, present);
    struct slice slice;

    while (slice_next(&kernel, SLICE_CASE, &slice)) {
        struct lead lead = find_lead(slice);

        counts->cases++;
        counts->excluded += lead.excluded;
        counts->holes += labels - count_labels(subjects, slice, present);
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
    cell_ratio(page, counts->leads > 0,
               counts->leads > 0 ? median_of(counts->ratios, counts->leads) : 0);
    cell_ratio(page, counts->leads > 0,
               counts->leads > 0 ? counts->ratios[counts->leads - 1] : 0);
    cell_count(page, counts->unclear);
    cell_count(page, counts->bare);
    cell_count(page, counts->alone);
    cell_count(page, counts->holes);
    cell_count(page, counts->excluded);
    page_row_end(page);
    buf_release(&text);
}

static void write_kernels(struct page *page, const struct subjects *subjects,
                          struct slice ranked)
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

/* --- a kernel's cases --- */

enum { TABLE_LABELS = 12 };

struct case_table {
    const struct subjects *subjects;
    struct axes axes;
    struct unit unit;
    size_t labels[TABLE_LABELS];
    size_t label_count;
    bool is_all; /* the kernel has no more implementations */
};

static bool is_same_metric(const struct row *a, const struct row *b)
{
    return view_equal(row_text(a, COLUMN_METRIC), row_text(b, COLUMN_METRIC)) &&
           view_equal(row_text(a, COLUMN_STATISTIC), row_text(b, COLUMN_STATISTIC)) &&
           view_equal(row_text(a, COLUMN_UNIT), row_text(b, COLUMN_UNIT));
}

static void find_table_labels(struct case_table *table, struct slice kernel)
{
    size_t all = subject_label_count(table->subjects);
    bool *present = mem_zeroed(all + 1, sizeof *present);
    size_t count = count_labels(table->subjects, kernel, present);

    for (size_t i = 0; i < all && table->label_count < TABLE_LABELS; i++)
        if (present[i])
            table->labels[table->label_count++] = i;
    table->is_all = count == table->label_count;
    free(present);
}

/* One unit for all values of a metric: that of the median. */
static void choose_unit(struct case_table *table, struct slice kernel,
                        const struct row *sample)
{
    double *values = mem_zeroed(kernel.count + 1, sizeof *values);
    size_t count = 0;

    for (size_t i = 0; i < kernel.count; i++)
        if (is_same_metric(&kernel.rows[i], sample) &&
            row_number(&kernel.rows[i], COLUMN_VALUE, &values[count]))
            count++;
    table->unit = unit_choose(row_text(sample, COLUMN_UNIT),
                              count == 0 ? 1 : median_of(values, count));
    free(values);
}

static void cell_value(struct page *page, const struct case_table *table,
                       struct slice slice, struct view label, const struct lead *lead)
{
    const struct row *row = NULL;
    double value = 0;
    double rank;
    struct buf text;

    for (size_t i = 0; i < slice.count && row == NULL; i++)
        if (view_equal(row_label(&slice.rows[i]), label) &&
            row_number(&slice.rows[i], COLUMN_RANK, &rank) &&
            row_number(&slice.rows[i], COLUMN_VALUE, &value))
            row = &slice.rows[i];
    if (row == NULL) {
        page_cell(page, STYLE_NUMBER, text_view("\xe2\x80\x93"), NULL);
        return;
    }
    buf_init(&text);
    number_write_in(&text, value, &table->unit);
    page_cell(page, row == lead->first ? STYLE_BEST : STYLE_NUMBER, buf_view(&text),
              &value);
    buf_release(&text);
}

static void cell_lead(struct page *page, const struct lead *lead)
{
    struct buf text;

    buf_init(&text);
    if (lead->first == NULL) {
        buf_append_text(&text, "excluded");
    } else if (lead->next == NULL) {
        buf_append_text(&text, "no competitor");
    } else {
        number_write_ratio(&text, lead->ratio);
        buf_append_text(&text, lead->is_unclear ? " unclear"
                               : lead->is_bare  ? " no spread"
                                                : "");
    }
    page_cell(page, STYLE_NUMBER, buf_view(&text),
              lead->next != NULL ? &lead->ratio : NULL);
    buf_release(&text);
}

/* The codes for which runs of the case are excluded, each once. */
static void cell_excluded(struct page *page, struct slice slice)
{
    struct buf text;

    buf_init(&text);
    for (size_t i = 0; i < slice.count; i++) {
        struct view label = row_label(&slice.rows[i]);
        struct view reasons = row_text(&slice.rows[i], COLUMN_REASONS);

        if (reasons.length == 0 || text.length > 400)
            continue;
        if (text.length > 0)
            buf_append_text(&text, ", ");
        buf_append(&text, label.data, label.length);
        buf_append_text(&text, ": ");
        buf_append(&text, reasons.data, reasons.length);
    }
    page_cell(page, STYLE_TEXT, buf_view(&text), NULL);
    buf_release(&text);
}

static void write_case(struct page *page, const struct case_table *table,
                       struct slice slice, bool has_excluded)
{
    struct lead lead = find_lead(slice);
    struct buf text;

    if (!page_row(page, lead.excluded > 0 ? WEIGHT_FAILED : WEIGHT_UNCHANGED))
        return;
    buf_init(&text);
    axes_write(table->subjects, table->axes.varying, table->axes.varying_count, slice.rows,
               &text);
    page_cell(page, STYLE_TEXT, text.length > 0 ? buf_view(&text) : text_view("all"), NULL);
    buf_clear(&text);
    subject_write_gpu(table->subjects, slice.rows, &text);
    page_cell(page, STYLE_TEXT, buf_view(&text), NULL);
    page_cell(page, STYLE_TEXT, subject_protocol(table->subjects, slice.rows), NULL);
    for (size_t i = 0; i < table->label_count; i++)
        cell_value(page, table, slice, table->subjects->sorted_labels[table->labels[i]],
                   &lead);
    if (!table->is_all)
        page_cell(page, STYLE_TEXT,
                  lead.first == NULL ? text_view("\xe2\x80\x93") : row_label(lead.first),
                  NULL);
    cell_lead(page, &lead);
    if (has_excluded)
        cell_excluded(page, slice);
    page_row_end(page);
    buf_release(&text);
}

static void begin_case_table(struct page *page, const struct case_table *table,
                             const struct row *row, bool has_excluded)
{
    struct buf text;

    buf_init(&text);
    subject_write_metric(row, &text);
    buf_append_text(&text, " in ");
    buf_append(&text, table->unit.name.data, table->unit.name.length);
    buf_append_format(&text, ", %s; the first of each case stands out",
                      subject_direction(row));
    if (table->axes.fixed_count > 0) {
        buf_append_text(&text, "; all cases: ");
        axes_write(table->subjects, table->axes.fixed, table->axes.fixed_count, row, &text);
    }
    page_table(page, buf_view(&text));
    page_table_column(page, text_view("Case"), false);
    page_table_column(page, text_view("GPU"), false);
    page_table_column(page, text_view("Protocol"), false);
    for (size_t i = 0; i < table->label_count; i++)
        page_table_column(page, table->subjects->sorted_labels[table->labels[i]], true);
    if (!table->is_all)
        page_table_column(page, text_view("First"), false);
    page_table_column(page, text_view("Lead"), true);
    if (has_excluded)
        page_table_column(page, text_view("Excluded"), false);
    buf_release(&text);
}

/* The table of one metric. */
static void write_case_table(struct page *page, const struct subjects *subjects,
                             struct slice kernel, const struct row *sample)
{
    struct case_table table = {.subjects = subjects};
    bool has_excluded = false;
    struct slice slice;

    for (size_t i = 0; i < kernel.count; i++)
        has_excluded = has_excluded || row_text(&kernel.rows[i], COLUMN_REASONS).length > 0;
    axes_find(&table.axes, subjects, kernel);
    find_table_labels(&table, kernel);
    choose_unit(&table, kernel, sample);
    begin_case_table(page, &table, sample, has_excluded);
    while (slice_next(&kernel, SLICE_CASE, &slice))
        if (is_same_metric(slice.rows, sample))
            write_case(page, &table, slice, has_excluded);
    page_table_end(page);
}

static void write_pictures(struct page *page, const struct subjects *subjects,
                           struct slice kernel)
{
    struct sweeps sweeps;
    struct slice panel;
    struct svg svg;

    svg_init(&svg);
    sweeps_init(&sweeps);
    while (slice_next(&kernel, SLICE_PANEL, &panel)) {
        sweeps_find(&sweeps, subjects, panel);
        for (size_t i = 0; i < sweeps.count; i++) {
            if (sweeps.list[i].count < 2 || !page_wants_picture(page))
                continue;
            sweep_draw(&sweeps.list[i], subjects, &svg);
            page_picture(page, &svg);
        }
    }
    sweeps_release(&sweeps);
    svg_release(&svg);
}

static void write_kernel(struct page *page, const struct subjects *subjects,
                         struct slice kernel)
{
    page_part(page, 3, subject_kernel(subjects, kernel.rows), true);
    write_pictures(page, subjects, kernel);
    for (size_t i = 0; i < kernel.count; i++) {
        bool is_new = true;

        for (size_t j = 0; j < i && is_new; j++) {
            /* Rows are sorted, so that most are like the one before. */
            is_new = !is_same_metric(&kernel.rows[i - 1 - j], &kernel.rows[i]);
        }
        if (is_new)
            write_case_table(page, subjects, kernel, &kernel.rows[i]);
    }
    page_part_end(page);
}

/* --- the whole --- */

static void write_headline(struct page *page, const struct subjects *subjects,
                           struct slice ranked)
{
    size_t unclear = 0;
    size_t bare = 0;
    size_t alone = 0;
    size_t excluded = 0;
    struct slice rest = ranked;
    struct slice slice;
    struct buf text;

    buf_init(&text);
    while (slice_next(&rest, SLICE_CASE, &slice)) {
        struct lead lead = find_lead(slice);

        excluded += lead.excluded;
        alone += lead.next == NULL;
        unclear += lead.is_unclear;
        bare += lead.is_bare && !lead.is_unclear;
    }
    number_write_counted(&text, ranked.count, "run");
    buf_append_text(&text, " of ");
    number_write_counted(&text, slice_count(ranked, SLICE_KERNEL), "kernel");
    buf_append_text(&text, " in ");
    number_write_counted(&text, slice_count(ranked, SLICE_CASE), "case");
    buf_append_text(&text, " on ");
    number_write_counted(&text, subjects->environments.count, "machine");
    buf_append_text(&text, ". ");
    buf_append_text(&text, "The lead is unclear in ");
    number_write_count(&text, unclear);
    buf_append_text(&text, ", rests on values without spread in ");
    number_write_count(&text, bare);
    buf_append_text(&text, ", and has no competitor in ");
    number_write_count(&text, alone);
    buf_append_text(&text, "; runs excluded: ");
    number_write_count(&text, excluded);
    buf_append_byte(&text, '.');
    page_headline(page, buf_view(&text));
    buf_release(&text);
}

void rank_report(struct page *page, const struct subjects *subjects)
{
    struct slice ranked = slice_of_kind(subjects->rows, ROW_RANK);
    struct slice kernel;

    if (ranked.count == 0)
        return;
    write_headline(page, subjects, ranked);
    write_standings(page, subjects, ranked);
    write_kernels(page, subjects, ranked);
    page_part(page, 2, text_view("Cases"), false);
    while (slice_next(&ranked, SLICE_KERNEL, &kernel))
        write_kernel(page, subjects, kernel);
    page_part_end(page);
}
