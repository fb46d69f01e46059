/* section-stat: the section of a page with the statistics of groups, as kidx-stat wrote
 * them.
 */
#ifndef KIDX_TOOLS_REPORT_SECTION_STAT_H
#define KIDX_TOOLS_REPORT_SECTION_STAT_H

#include "labels.h"
#include "page.h"

void section_stat(struct page *page, const struct labels *labels);

#endif
