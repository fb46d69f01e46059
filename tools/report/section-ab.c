#include <config.h>

#include "section-ab.h"

#include "section-speedup.h"
#include "sort.h"
#include "chart-ratio.h"

#include "present/quantity.h"
#include "stats/quantile.h"

#include <stdlib.h>

/* Comparisons in the picture of a page; SVG has all. */
enum { WORST = 40 };

static struct quantity_unit find_unit(const struct row *const *list, size_t count)
{
    double *values = mem_zeroed(count + 1, sizeof *values);
    size_t known = 0;
    struct quantity_unit unit;

    for (size_t i = 0; i < count; i++)
        if (rows_number(list[i], COLUMN_BASE_VALUE, &values[known]))
            known++;
    unit = quantity_unit_of(rows_text(list[0], COLUMN_UNIT),
                            known == 0 ? 1 : quantile_median(values, known));
    free(values);
    return unit;
}

/* Sorted by the lower end. */
static void write_interval(struct page *page, const struct row *row)
{
    double low;
    double high;
    struct buf text;

    if (!rows_number(row, COLUMN_RATIO_LO, &low) ||
        !rows_number(row, COLUMN_RATIO_HI, &high)) {
        page_unknown(page);
        return;
    }
    buf_init(&text);
    quantity_append_ratio(&text, low);
    buf_append_text(&text, " to ");
    quantity_append_ratio(&text, high);
    page_cell(page, STYLE_NUMBER, buf_view(&text), &low);
    buf_release(&text);
}

static enum page_weight weight_of(enum verdict verdict)
{
    if (verdict <= VERDICT_BOTH_FAILED)
        return WEIGHT_FAILED;
    return verdict == VERDICT_UNCLEAR || verdict == VERDICT_SAME ? WEIGHT_UNCHANGED
                                                                 : WEIGHT_CHANGED;
}

static void write_row(struct page *page, const struct labels *labels, const struct row *row,
                      const struct quantity_unit *unit)
{
    struct view base = rows_text(row, COLUMN_BASE_LABEL);
    struct buf text;

    if (!page_row(page, weight_of(rows_verdict(row))))
        return;
    buf_init(&text);
    labels_write_gpu(labels, row, &text);
    page_cell(page, STYLE_TEXT, rows_text(row, COLUMN_VERDICT), NULL);
    page_percent(page, row, COLUMN_CHANGE_PCT);
    page_cell(page, STYLE_TEXT, labels_kernel(labels, row), NULL);
    page_cell(page, STYLE_TEXT, row->axes, NULL);
    page_cell(page, STYLE_TEXT, labels_protocol(labels, row), NULL);
    page_cell(page, STYLE_TEXT, rows_label(row), NULL);
    page_cell(page, STYLE_TEXT, base.length > 0 ? base : view_from("\xe2\x80\x93"), NULL);
    page_cell(page, STYLE_TEXT, buf_view(&text), NULL);
    page_value(page, row, COLUMN_BASE_VALUE, unit);
    page_value(page, row, COLUMN_CAND_VALUE, unit);
    write_interval(page, row);
    page_cell(page, STYLE_TEXT, rows_text(row, COLUMN_REASON), NULL);
    page_row_end(page);
    buf_release(&text);
}

/* What matters most is to the left, where a narrow screen shows it. */
static void write_table(struct page *page, const struct labels *labels,
                        const struct row *const *list, size_t count)
{
    static const struct {
        const char *heading;
        bool is_number;
    } columns[] = {{"Verdict", false},
                   {"Change", true},
                   {"Kernel", false},
                   {"Case", false},
                   {"Protocol", false},
                   {"Implementation", false},
                   {"Base is", false},
                   {"GPU", false},
                   {"Base", true},
                   {"Candidate", true},
                   {"Ratio, interval", true},
                   {"Reason", false}};
    struct quantity_unit unit = find_unit(list, count);
    struct buf text;

    buf_init(&text);
    labels_write_metric_in(list[0], unit.name, &text);
    buf_append_text(&text, "; worst first. Ratios are candidate / base.");
    page_table(page, buf_view(&text));
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        page_table_column(page, view_from(columns[i].heading), columns[i].is_number);
    for (size_t i = 0; i < count; i++)
        write_row(page, labels, list[i], &unit);
    page_table_end(page);
    buf_release(&text);
}

static void write_headline(struct page *page, const struct row *const *list, size_t count)
{
    size_t counts[VERDICT_COUNT] = {0};
    struct buf text;

    buf_init(&text);
    for (size_t i = 0; i < count; i++)
        counts[rows_verdict(list[i])]++;
    quantity_append_counted(&text, count, "comparison");
    buf_append_text(&text, " with a base:");
    for (size_t i = 0; i < VERDICT_COUNT; i++) {
        if (counts[i] == 0)
            continue;
        buf_append_byte(&text, ' ');
        quantity_append_count(&text, counts[i]);
        buf_append_format(&text, " %s;", verdict_name((enum verdict)i));
    }
    text.data[text.length - 1] = '.';
    page_headline(page, buf_view(&text));
    buf_release(&text);
}

static void write_picture(struct page *page, const struct labels *labels,
                          const struct row *const *list, size_t count)
{
    struct svg svg;

    if (!page_wants_picture(page))
        return;
    svg_init(&svg);
    chart_ratio_draw(labels, CHART_RATIOS, list, count < WORST ? count : WORST, count,
                     &svg);
    page_picture(page, &svg);
    svg_release(&svg);
}

/* Those of LIST that have the metric of SAMPLE, in their order; the list is the caller's.
 */
static const struct row **of_metric(const struct row *const *list, size_t *count,
                                    const struct row *sample)
{
    const struct row **found = mem_zeroed(*count + 1, sizeof *found);
    size_t all = *count;

    *count = 0;
    for (size_t i = 0; i < all; i++)
        if (groups_same_metric(list[i], sample))
            found[(*count)++] = list[i];
    return found;
}

static void write_comparisons(struct page *page, const struct labels *labels,
                              const struct row *const *list, size_t all,
                              const struct row *sample)
{
    size_t count = all;
    const struct row **found = of_metric(list, &count, sample);

    write_picture(page, labels, found, count);
    write_table(page, labels, found, count);
    free(found);
}

void section_ab(struct page *page, const struct labels *labels)
{
    struct slice compared = groups_of_kind(labels->rows, ROW_AB);
    const struct row **list;
    const struct row **samples;
    size_t count;

    if (compared.count == 0)
        return;
    list = sort_comparisons(compared);
    samples = groups_metrics(compared, &count);
    write_headline(page, list, compared.count);
    page_section(page, 2, view_from("Kernels against the base"), false);
    for (size_t i = 0; i < count; i++)
        section_speedup(page, labels, compared, samples[i]);
    page_section_end(page);
    page_section(page, 2, view_from("Comparisons with the base"), false);
    for (size_t i = 0; i < count; i++)
        write_comparisons(page, labels, list, compared.count, samples[i]);
    page_section_end(page);
    free(list);
    free(samples);
}
