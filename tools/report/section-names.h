/* section-names: the names that a page shortens, in full. */
#ifndef KIDX_TOOLS_REPORT_SECTION_NAMES_H
#define KIDX_TOOLS_REPORT_SECTION_NAMES_H

#include "labels.h"
#include "page.h"

void section_names(struct page *page, const struct labels *labels);

#endif
