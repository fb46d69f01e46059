#include <config.h>

#include "leaderboard.h"

#include "leader.h"

#include "present/quantity.h"
#include "stats/quantile.h"

#include <stdlib.h>

/* Of each implementation the first row with a ratio counts; NUMBER is the case's, from 1.
 */
static void count_case(struct leaderboard_entry *leaderboard, const struct labels *labels,
                       struct slice slice, size_t number)
{
    struct leader leader = leader_find(slice);

    for (size_t i = 0; i < slice.count; i++) {
        struct view label = rows_label(&slice.rows[i]);
        struct leaderboard_entry *entry = &leaderboard[labels_series(labels, label)];
        double ratio;

        if (entry->counted == number ||
            !rows_number(&slice.rows[i], COLUMN_RATIO_TO_BEST, &ratio) || !(ratio > 0))
            continue;
        entry->counted = number;
        entry->ratios = mem_resize(entry->ratios, entry->cases + 1, sizeof ratio);
        entry->ratios[entry->cases++] = ratio;
    }
    if (leader.first == NULL || leader.next == NULL)
        return;
    leaderboard[labels_series(labels, rows_label(leader.first))].first++;
    leaderboard[labels_series(labels, rows_label(leader.first))].clear +=
        !leader.is_unclear && !leader.has_no_spread;
}

/* Most often first at the top; ties are ordered by series. */
static int by_firsts(const void *left, const void *right)
{
    const struct leaderboard_entry *a = left;
    const struct leaderboard_entry *b = right;

    if (a->first != b->first)
        return a->first > b->first ? -1 : 1;
    return (a->series > b->series) - (a->series < b->series);
}

void leaderboard_find(struct leaderboard *leaderboard, const struct labels *labels,
                      struct slice ranked)
{
    struct slice slice;
    size_t number = 0;

    leaderboard->count = labels_count(labels);
    leaderboard->list = mem_zeroed(leaderboard->count + 1, sizeof *leaderboard->list);
    for (size_t i = 0; i < leaderboard->count; i++)
        leaderboard->list[i].series = i;
    while (groups_next(&ranked, GROUPS_CASE, &slice))
        count_case(leaderboard->list, labels, slice, ++number);
    qsort(leaderboard->list, leaderboard->count, sizeof *leaderboard->list, by_firsts);
}

void leaderboard_release(struct leaderboard *leaderboard)
{
    /* The last is of rows without a name. */
    for (size_t i = 0; i <= leaderboard->count; i++)
        free(leaderboard->list[i].ratios);
    free(leaderboard->list);
}

/* "cublas 12 (8 clearly)"; the first of a sentence is "cublas in 12 cases (8 clearly)". */
static void write_firsts(const struct leaderboard_entry *entry, struct view label,
                         bool is_begin, struct buf *text)
{
    buf_append(text, label.data, label.length);
    buf_append_text(text, is_begin ? " in " : " ");
    if (is_begin)
        quantity_append_counted(text, entry->first, "case");
    else
        quantity_append_count(text, entry->first);
    buf_append_text(text, " (");
    quantity_append_count(text, entry->clear);
    buf_append_text(text, " clearly)");
}

void leaderboard_headline(const struct leaderboard *leaderboard, struct page *page,
                          const struct labels *labels)
{
    enum { SHOWN = 4 };
    size_t others = 0;
    struct buf text;

    if (leaderboard->count == 0 || leaderboard->list[0].first == 0)
        return;
    buf_init(&text);
    buf_append_text(&text, "First is ");
    for (size_t i = 0; i < leaderboard->count; i++) {
        if (i >= SHOWN)
            others += leaderboard->list[i].first;
        if (i >= SHOWN || leaderboard->list[i].first == 0)
            continue;
        buf_append_text(&text, i > 0 ? ", " : "");
        write_firsts(&leaderboard->list[i],
                     labels->implementations[leaderboard->list[i].series], i == 0, &text);
    }
    if (others > 0) {
        buf_append_text(&text, ", others ");
        quantity_append_count(&text, others);
    }
    buf_append_byte(&text, '.');
    page_headline(page, buf_view(&text));
    buf_release(&text);
}

static void write_row(struct page *page, const struct labels *labels,
                      const struct leaderboard_entry *entry)
{
    if (entry->cases == 0 || !page_row(page, WEIGHT_CHANGED))
        return;
    page_cell(page, STYLE_TEXT, labels->implementations[entry->series], NULL);
    page_count(page, (double)entry->cases);
    page_count(page, (double)entry->first);
    page_count(page, (double)entry->clear);
    page_ratio(page, quantile_median(entry->ratios, entry->cases));
    page_ratio(page,
               entry->ratios[0] < 1 ? entry->ratios[0] : entry->ratios[entry->cases - 1]);
    page_row_end(page);
}

void leaderboard_section(const struct leaderboard *leaderboard, struct page *page,
                         const struct labels *labels)
{
    page_section(page, 2, view_from("Who is first"), false);
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
    for (size_t i = 0; i < leaderboard->count; i++)
        write_row(page, labels, &leaderboard->list[i]);
    page_table_end(page);
    page_section_end(page);
}
