/* section-ab: the section of a page about a comparison with a base, worst first. */
#ifndef KIDX_TOOLS_REPORT_SECTION_AB_H
#define KIDX_TOOLS_REPORT_SECTION_AB_H

#include "page.h"
#include "labels.h"

void section_ab(struct page *page, const struct labels *labels);

#endif
