/* section-rank: the section of a page about ranks: the leaderboard, then the kernels, then
 * the cases of each kernel.
 */
#ifndef KIDX_TOOLS_REPORT_SECTION_RANK_H
#define KIDX_TOOLS_REPORT_SECTION_RANK_H

#include "page.h"
#include "labels.h"

void section_rank(struct page *page, const struct labels *labels);

#endif
