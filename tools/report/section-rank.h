/* section-rank: the part of a report about ranks: who is first, by how much, where that is
 * not clear, and what is missing; from all cases down to one (report-entry, -kernel,
 * -cases).
 */
#ifndef KIDX_TOOLS_REPORT_SECTION_RANK_H
#define KIDX_TOOLS_REPORT_SECTION_RANK_H

#include "page.h"
#include "labels.h"

void section_rank(struct page *page, const struct labels *labels);

#endif
