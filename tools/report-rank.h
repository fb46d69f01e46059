/* report-rank: the part of a report about ranks: who is first, by how much, where that is
 * not clear, and what is missing.
 *
 * A lead is clear where p20 to p80 of the first and of the next implementation do not
 * overlap; the lines say so (spread_tie_with_previous).
 */
#ifndef KIDX_TOOLS_REPORT_RANK_H
#define KIDX_TOOLS_REPORT_RANK_H

#include "report-page.h"
#include "report-subject.h"

void rank_report(struct page *page, const struct subjects *subjects);

#endif
