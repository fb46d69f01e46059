/* report-kernel: the part of a report with a row for each kernel: who is first in how many
 * of its cases, by how much, where that is not clear, and what is missing.
 */
#ifndef KIDX_TOOLS_REPORT_KERNEL_H
#define KIDX_TOOLS_REPORT_KERNEL_H

#include "report-page.h"
#include "report-slice.h"

void kernel_report(struct page *page, const struct subjects *subjects, struct slice ranked);

#endif
