/* section-suite: the part of a report about suites, their mean speed-ups, and those as
 * bars.
 */
#ifndef KIDX_TOOLS_REPORT_SECTION_SUITE_H
#define KIDX_TOOLS_REPORT_SECTION_SUITE_H

#include "page.h"
#include "groups.h"

void suite_report(struct page *page, const struct subjects *subjects);

/* Draw the means of suites. */
void suite_draw(const struct subjects *subjects, struct slice suites, struct svg *svg);

#endif
