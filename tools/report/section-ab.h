/* section-ab: the part of a report about a comparison with a base: what failed, what is
 * slower, faster or not clear, worst first.
 */
#ifndef KIDX_TOOLS_REPORT_SECTION_AB_H
#define KIDX_TOOLS_REPORT_SECTION_AB_H

#include "page.h"
#include "labels.h"

void ab_report(struct page *page, const struct subjects *subjects);

#endif
