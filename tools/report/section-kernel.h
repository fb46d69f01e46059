/* section-kernel: the part of a report with a row for each kernel: who is first in how many
 * of its cases, by how much, where that is not clear, and what is missing.
 */
#ifndef KIDX_TOOLS_REPORT_SECTION_KERNEL_H
#define KIDX_TOOLS_REPORT_SECTION_KERNEL_H

#include "page.h"
#include "groups.h"

void section_kernel(struct page *page, const struct labels *labels, struct slice ranked);

#endif
