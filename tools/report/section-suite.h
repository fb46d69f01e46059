/* section-suite: the section of a page about suites: their mean speed-ups, as bars and as a
 * table.
 */
#ifndef KIDX_TOOLS_REPORT_SECTION_SUITE_H
#define KIDX_TOOLS_REPORT_SECTION_SUITE_H

#include "page.h"
#include "groups.h"

void section_suite(struct page *page, const struct labels *labels);

/* Draw the means of suites. */
void section_suite_draw(const struct labels *labels, struct slice suites, struct svg *svg);

#endif
