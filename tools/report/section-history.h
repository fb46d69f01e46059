/* section-history: the section of a page about record histories. */
#ifndef KIDX_TOOLS_REPORT_SECTION_HISTORY_H
#define KIDX_TOOLS_REPORT_SECTION_HISTORY_H

#include "page.h"
#include "groups.h"

void section_history(struct page *page, const struct labels *labels);

#endif
