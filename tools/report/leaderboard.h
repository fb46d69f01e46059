/* leaderboard: implementations compared over all cases: how often each is first, and how
 * far from the best it is, in the median and at worst.
 */
#ifndef KIDX_TOOLS_REPORT_LEADERBOARD_H
#define KIDX_TOOLS_REPORT_LEADERBOARD_H

#include "page.h"
#include "groups.h"

struct leaderboard_entry {
    size_t series; /* the number of the implementation */
    size_t cases;
    size_t first;   /* cases in which it is first and has a competitor */
    size_t clear;   /* those of them in which its lead is clear */
    double *ratios; /* to the best, of each case */
    size_t counted; /* the last case that was added, numbered from 1 */
};

struct leaderboard {
    struct leaderboard_entry *list; /* most often first at the top */
    size_t count;
};

void leaderboard_find(struct leaderboard *leaderboard, const struct labels *labels,
                      struct slice ranked);
void leaderboard_release(struct leaderboard *leaderboard);

void leaderboard_headline(const struct leaderboard *leaderboard, struct page *page,
                          const struct labels *labels);
void leaderboard_section(const struct leaderboard *leaderboard, struct page *page,
                         const struct labels *labels);

#endif
