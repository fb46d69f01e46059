#include <config.h>

#include "report-standing.h"

#include "report-cell.h"
#include "report-lead.h"
#include "report-number.h"

#include <stdlib.h>

struct standing {
    size_t cases;
    size_t first;
    size_t clear;
    double *ratios; /* to the best */
};

static void count_case(struct standing *standings, const struct subjects *subjects,
                       struct slice slice)
{
    struct lead lead = lead_find(slice);

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

void standing_report(struct page *page, const struct subjects *subjects,
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
            cell_ratio(page, median_of(standing->ratios, standing->cases));
            cell_ratio(page, standing->ratios[0] < 1
                                 ? standing->ratios[0]
                                 : standing->ratios[standing->cases - 1]);
            page_row_end(page);
        }
        free(standing->ratios);
    }
    free(standings);
    page_table_end(page);
    page_part_end(page);
}
