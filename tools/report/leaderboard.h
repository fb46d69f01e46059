/* leaderboard: the part of a report that tells how implementations stand over all
 * cases: how often each is first, how far from the best it is in the middle and at worst.
 */
#ifndef KIDX_TOOLS_REPORT_LEADERBOARD_H
#define KIDX_TOOLS_REPORT_LEADERBOARD_H

#include "page.h"
#include "groups.h"

struct standing {
    size_t series; /* the number of the implementation */
    size_t cases;
    size_t first;   /* cases in which it is, with a competitor */
    size_t clear;   /* those in which its lead is clear */
    double *ratios; /* to the best, of each case */
    size_t counted; /* the number of the last case that is among them, from 1 */
};

struct standings {
    struct standing *list; /* the most often first before others */
    size_t count;
};

void standings_find(struct standings *standings, const struct subjects *subjects,
                    struct slice ranked);
void standings_release(struct standings *standings);

void standings_headline(const struct standings *standings, struct page *page,
                        const struct subjects *subjects);
void standings_report(const struct standings *standings, struct page *page,
                      const struct subjects *subjects);

#endif
