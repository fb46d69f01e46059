#include <config.h>

#include "section-speedup.h"

#include "chart-speedup.h"

static void write_pictures(struct page *page, const struct labels *labels,
                           const struct speedups *speedups)
{
    struct svg svg;

    svg_init(&svg);
    for (size_t at = 0; at < speedups->count; at += CHART_ROWS) {
        if (!page_wants_picture(page))
            continue;
        chart_speedup_draw(speedups, labels, at, &svg);
        page_picture(page, &svg);
    }
    svg_release(&svg);
}

static void write_row(struct page *page, const struct labels *labels,
                      const struct speedup *speedup, const bool *has)
{
    if (!page_row(page, WEIGHT_CHANGED))
        return;
    page_cell(page, STYLE_TEXT, labels_kernel(labels, speedup->row), NULL);
    if (speedup->known > 0) {
        page_ratio(page, speedup->median);
        page_ratio(page, speedup->least);
        page_ratio(page, speedup->greatest);
    } else {
        for (int i = 0; i < 3; i++)
            page_unknown(page);
    }
    page_cell(page, STYLE_TEXT, speedup->label, NULL);
    page_cell(page, STYLE_TEXT,
              speedup->base_count == 1  ? speedup->base
              : speedup->base_count > 1 ? view_from("several")
                                        : view_from("\xe2\x80\x93"),
              NULL);
    page_count(page, (double)speedup->cases);
    for (size_t i = 0; i < VERDICT_COUNT; i++)
        if (has[i])
            page_count(page, (double)speedup->verdicts[i]);
    page_row_end(page);
}

static void write_table(struct page *page, const struct labels *labels,
                        const struct speedups *speedups)
{
    bool has[VERDICT_COUNT] = {false};

    for (size_t i = 0; i < speedups->count; i++)
        for (size_t j = 0; j < VERDICT_COUNT; j++)
            has[j] = has[j] || speedups->list[i].verdicts[j] > 0;
    page_table(page,
               view_from("Speed-ups over the base, above 1 is better: of the cases of a "
                         "kernel the median, the least and the greatest, and how many "
                         "have which verdict."));
    page_table_column(page, view_from("Kernel"), false);
    page_table_column(page, view_from("Speed-up"), true);
    page_table_column(page, view_from("Least"), true);
    page_table_column(page, view_from("Greatest"), true);
    page_table_column(page, view_from("Implementation"), false);
    page_table_column(page, view_from("Base"), false);
    page_table_column(page, view_from("Cases"), true);
    for (size_t i = 0; i < VERDICT_COUNT; i++)
        if (has[i])
            page_table_column(page, view_from(verdict_name((enum verdict)i)), true);
    for (size_t i = 0; i < speedups->count; i++)
        write_row(page, labels, &speedups->list[i], has);
    page_table_end(page);
}

void section_speedup(struct page *page, const struct labels *labels, struct slice compared,
                     const struct row *sample)
{
    struct speedups speedups;

    chart_speedup_compare(&speedups, labels, compared, sample);
    write_pictures(page, labels, &speedups);
    write_table(page, labels, &speedups);
    chart_speedup_release(&speedups);
}
