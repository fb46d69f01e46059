/* report-standing: the part of a report that tells how implementations stand over all
 * cases: how often each is first, how far from the best it is in the middle and at worst.
 */
#ifndef KIDX_TOOLS_REPORT_STANDING_H
#define KIDX_TOOLS_REPORT_STANDING_H

#include "report-page.h"
#include "report-subject.h"

void standing_report(struct page *page, const struct subjects *subjects,
                     struct slice ranked);

#endif
