/* section-rank: the part of a report about ranks: who is first, by how much, where that is
 * not clear, and what is missing; from all cases down to one (report-standing, -kernel,
 * -cases).
 */
#ifndef KIDX_TOOLS_REPORT_SECTION_RANK_H
#define KIDX_TOOLS_REPORT_SECTION_RANK_H

#include "page.h"
#include "labels.h"

void rank_report(struct page *page, const struct subjects *subjects);

#endif
