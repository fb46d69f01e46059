/* leaderboard: the part of a report that tells how implementations stand over all
 * cases: how often each is first, how far from the best it is in the middle and at worst.
 */
#ifndef KIDX_TOOLS_REPORT_LEADERBOARD_H
#define KIDX_TOOLS_REPORT_LEADERBOARD_H

#include "page.h"
#include "groups.h"

struct leaderboard_entry {
    size_t series; /* the number of the implementation */
    size_t cases;
    size_t first;   /* cases in which it is, with a competitor */
    size_t clear;   /* those in which its leader is clear */
    double *ratios; /* to the best, of each case */
    size_t counted; /* the number of the last case that is among them, from 1 */
};

struct leaderboard {
    struct leaderboard_entry *list; /* the most often first before others */
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
