#include <config.h>

#include "section-rank.h"

#include "section-cases.h"
#include "section-kernel.h"
#include "leader.h"
#include "leaderboard.h"

#include "present/quantity.h"

static void write_headline(struct page *page, const struct labels *labels,
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
    while (groups_next(&rest, GROUPS_CASE, &slice)) {
        struct leader leader = leader_find(slice);

        excluded += leader.excluded;
        alone += leader.next == NULL;
        unclear += leader.is_unclear;
        bare += leader.has_no_spread && !leader.is_unclear;
    }
    quantity_append_counted(&text, ranked.count, "run");
    buf_append_text(&text, " of ");
    quantity_append_counted(&text, groups_count(ranked, GROUPS_KERNEL), "kernel");
    buf_append_text(&text, " in ");
    quantity_append_counted(&text, groups_count(ranked, GROUPS_CASE), "case");
    buf_append_text(&text, " on ");
    quantity_append_counted(&text, labels->environments.count, "machine");
    buf_append_text(&text, ". ");
    buf_append_text(&text, "The lead is unclear in ");
    quantity_append_count(&text, unclear);
    buf_append_text(&text, ", has no known spread in ");
    quantity_append_count(&text, bare);
    buf_append_text(&text, ", and no competitor in ");
    quantity_append_count(&text, alone);
    buf_append_text(&text, "; runs excluded: ");
    quantity_append_count(&text, excluded);
    buf_append_byte(&text, '.');
    page_headline(page, buf_view(&text));
    buf_release(&text);
}

void section_rank(struct page *page, const struct labels *labels)
{
    struct slice ranked = groups_of_kind(labels->rows, ROW_RANK);
    struct leaderboard leaderboard;
    struct slice kernel;

    if (ranked.count == 0)
        return;
    leaderboard_find(&leaderboard, labels, ranked);
    leaderboard_headline(&leaderboard, page, labels);
    write_headline(page, labels, ranked);
    leaderboard_section(&leaderboard, page, labels);
    leaderboard_release(&leaderboard);
    section_kernel(page, labels, ranked);
    page_section(page, 2, view_from("Cases"), false);
    while (groups_next(&ranked, GROUPS_KERNEL, &kernel))
        section_cases(page, labels, kernel);
    page_section_end(page);
}
