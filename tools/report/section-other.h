/* section-other: the parts of a report that are tables as the lines have them: statistics
 * of groups, and at the end what became of the records, as summaries tell.
 */
#ifndef KIDX_TOOLS_REPORT_SECTION_OTHER_H
#define KIDX_TOOLS_REPORT_SECTION_OTHER_H

#include "page.h"
#include "labels.h"

void stat_report(struct page *page, const struct subjects *subjects);
void summary_report(struct page *page, const struct subjects *subjects);

/* The verdict of a gate as a headline, where a summary has one. */
void gate_headline(struct page *page, const struct subjects *subjects);

/* Names that the page shortens, in full. */
void names_report(struct page *page, const struct subjects *subjects);

#endif
