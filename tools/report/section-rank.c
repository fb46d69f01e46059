#include <config.h>

#include "section-rank.h"

#include "section-cases.h"
#include "section-kernel.h"
#include "leader.h"
#include "leaderboard.h"

#include "present/quantity.h"

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
        struct lead lead = lead_find(slice);

        excluded += lead.excluded;
        alone += lead.next == NULL;
        unclear += lead.is_unclear;
        bare += lead.is_bare && !lead.is_unclear;
    }
    quantity_append_counted(&text, ranked.count, "run");
    buf_append_text(&text, " of ");
    quantity_append_counted(&text, slice_count(ranked, SLICE_KERNEL), "kernel");
    buf_append_text(&text, " in ");
    quantity_append_counted(&text, slice_count(ranked, SLICE_CASE), "case");
    buf_append_text(&text, " on ");
    quantity_append_counted(&text, subjects->environments.count, "machine");
    buf_append_text(&text, ". ");
    buf_append_text(&text, "The lead is unclear in ");
    quantity_append_count(&text, unclear);
    buf_append_text(&text, ", rests on values without spread in ");
    quantity_append_count(&text, bare);
    buf_append_text(&text, ", and has no competitor in ");
    quantity_append_count(&text, alone);
    buf_append_text(&text, "; runs excluded: ");
    quantity_append_count(&text, excluded);
    buf_append_byte(&text, '.');
    page_headline(page, buf_view(&text));
    buf_release(&text);
}

void rank_report(struct page *page, const struct subjects *subjects)
{
    struct slice ranked = slice_of_kind(subjects->rows, ROW_RANK);
    struct standings standings;
    struct slice kernel;

    if (ranked.count == 0)
        return;
    standings_find(&standings, subjects, ranked);
    standings_headline(&standings, page, subjects);
    write_headline(page, subjects, ranked);
    standings_report(&standings, page, subjects);
    standings_release(&standings);
    kernel_report(page, subjects, ranked);
    page_part(page, 2, view_from("Cases"), false);
    while (slice_next(&ranked, SLICE_KERNEL, &kernel))
        cases_report(page, subjects, kernel);
    page_part_end(page);
}
