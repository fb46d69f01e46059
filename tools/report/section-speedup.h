/* section-speedup: the section of a page with the speed-ups over the base, kernel by
 * kernel, as bars and as a table with the number of each verdict.
 */
#ifndef KIDX_TOOLS_REPORT_SECTION_SPEEDUP_H
#define KIDX_TOOLS_REPORT_SECTION_SPEEDUP_H

#include "page.h"
#include "groups.h"

/* Only comparisons that have the metric of SAMPLE are included. */
void section_speedup(struct page *page, const struct labels *labels, struct slice compared,
                     const struct row *sample);

#endif
