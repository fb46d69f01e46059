/* section-cases: the section of a page about the cases of one kernel: their pictures, and a
 * table for each metric with the values of all implementations.
 */
#ifndef KIDX_TOOLS_REPORT_SECTION_CASES_H
#define KIDX_TOOLS_REPORT_SECTION_CASES_H

#include "page.h"
#include "groups.h"

void section_cases(struct page *page, const struct labels *labels, struct slice kernel);

#endif
