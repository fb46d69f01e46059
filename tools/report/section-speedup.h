/* section-speedup: the part of a report that tells what a comparison comes to, kernel by
 * kernel: the speed-ups over the base as bars, and a table with the verdicts counted.
 */
#ifndef KIDX_TOOLS_REPORT_SECTION_SPEEDUP_H
#define KIDX_TOOLS_REPORT_SECTION_SPEEDUP_H

#include "page.h"
#include "groups.h"

/* Of the comparisons of a slice that have the metric of SAMPLE. */
void section_speedup(struct page *page, const struct labels *labels, struct slice compared,
                     const struct row *sample);

#endif
