#include <config.h>

#include "leaderboard.h"

#include "cell.h"
#include "leader.h"

#include "present/quantity.h"
#include "stats/quantile.h"


#include <stdlib.h>

/* Of each implementation the first row with a ratio counts; NUMBER is the case's, from 1.
 */
static void count_case(struct standing *standings, const struct subjects *subjects,
                       struct slice slice, size_t number)
{
    struct lead lead = lead_find(slice);

    for (size_t i = 0; i < slice.count; i++) {
        struct view label = row_label(&slice.rows[i]);
        struct standing *standing = &standings[subject_series(subjects, label)];
        double ratio;

        if (standing->counted == number ||
            !row_number(&slice.rows[i], COLUMN_RATIO_TO_BEST, &ratio) || !(ratio > 0))
            continue;
        standing->counted = number;
        standing->ratios = mem_resize(standing->ratios, standing->cases + 1, sizeof ratio);
        standing->ratios[standing->cases++] = ratio;
    }
    if (lead.first == NULL || lead.next == NULL)
        return;
    standings[subject_series(subjects, row_label(lead.first))].first++;
    standings[subject_series(subjects, row_label(lead.first))].clear +=
        !lead.is_unclear && !lead.is_bare;
}

/* The most often first before others; of equal ones the number decides. */
static int by_firsts(const void *left, const void *right)
{
    const struct standing *a = left;
    const struct standing *b = right;

    if (a->first != b->first)
        return a->first > b->first ? -1 : 1;
    return (a->series > b->series) - (a->series < b->series);
}

void standings_find(struct standings *standings, const struct subjects *subjects,
                    struct slice ranked)
{
    struct slice slice;
    size_t number = 0;

    standings->count = subject_label_count(subjects);
    standings->list = mem_zeroed(standings->count + 1, sizeof *standings->list);
    for (size_t i = 0; i < standings->count; i++)
        standings->list[i].series = i;
    while (slice_next(&ranked, SLICE_CASE, &slice))
        count_case(standings->list, subjects, slice, ++number);
    qsort(standings->list, standings->count, sizeof *standings->list, by_firsts);
}

void standings_release(struct standings *standings)
{
    /* The last is of rows without a name. */
    for (size_t i = 0; i <= standings->count; i++)
        free(standings->list[i].ratios);
    free(standings->list);
}

/* "liger 12 (8 clearly)", or of the first of a sentence "liger in 12 cases (8 clearly)". */
static void write_firsts(const struct standing *standing, struct view label, bool is_begin,
                         struct buf *text)
{
    buf_append(text, label.data, label.length);
    buf_append_text(text, is_begin ? " in " : " ");
    if (is_begin)
        quantity_append_counted(text, standing->first, "case");
    else
        quantity_append_count(text, standing->first);
    buf_append_text(text, " (");
    quantity_append_count(text, standing->clear);
    buf_append_text(text, " clearly)");
}

void standings_headline(const struct standings *standings, struct page *page,
                        const struct subjects *subjects)
{
    enum { SHOWN = 4 };
    size_t others = 0;
    struct buf text;

    if (standings->count == 0 || standings->list[0].first == 0)
        return;
    buf_init(&text);
    buf_append_text(&text, "First is ");
    for (size_t i = 0; i < standings->count; i++) {
        if (i >= SHOWN)
            others += standings->list[i].first;
        if (i >= SHOWN || standings->list[i].first == 0)
            continue;
        buf_append_text(&text, i > 0 ? ", " : "");
        write_firsts(&standings->list[i],
                     subjects->sorted_labels[standings->list[i].series], i == 0, &text);
    }
    if (others > 0) {
        buf_append_text(&text, ", others ");
        quantity_append_count(&text, others);
    }
    buf_append_byte(&text, '.');
    page_headline(page, buf_view(&text));
    buf_release(&text);
}

static void write_row(struct page *page, const struct subjects *subjects,
                      const struct standing *standing)
{
    if (standing->cases == 0 || !page_row(page, WEIGHT_CHANGED))
        return;
    page_cell(page, STYLE_TEXT, subjects->sorted_labels[standing->series], NULL);
    cell_count(page, standing->cases);
    cell_count(page, standing->first);
    cell_count(page, standing->clear);
    cell_ratio(page, quantile_median(standing->ratios, standing->cases));
    cell_ratio(page, standing->ratios[0] < 1 ? standing->ratios[0]
                                             : standing->ratios[standing->cases - 1]);
    page_row_end(page);
}

void standings_report(const struct standings *standings, struct page *page,
                      const struct subjects *subjects)
{
    page_part(page, 2, view_from("Who is first"), false);
    page_table(page,
               view_from("Implementations, over all cases in which they were measured. "
                         "First counts cases with a competitor; a lead is clear where "
                         "p20 to p80 of first and next are known and do not overlap."));
    page_table_column(page, view_from("Implementation"), false);
    page_table_column(page, view_from("Cases"), true);
    page_table_column(page, view_from("First"), true);
    page_table_column(page, view_from("Clearly"), true);
    page_table_column(page, view_from("Ratio to best, median"), true);
    page_table_column(page, view_from("Worst"), true);
    for (size_t i = 0; i < standings->count; i++)
        write_row(page, subjects, &standings->list[i]);
    page_table_end(page);
    page_part_end(page);
}
