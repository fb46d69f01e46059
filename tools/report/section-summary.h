/* section-summary: the section of a page with the counts of each summary: how many records
 * were read, and what became of them.
 */
#ifndef KIDX_TOOLS_REPORT_SECTION_SUMMARY_H
#define KIDX_TOOLS_REPORT_SECTION_SUMMARY_H

#include "labels.h"
#include "page.h"

void section_summary(struct page *page, const struct labels *labels);

#endif
