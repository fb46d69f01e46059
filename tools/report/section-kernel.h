/* section-kernel: the section of a page with a row for each kernel: which implementations
 * are first in how many of its cases, by how much, and how many leads are uncertain.
 */
#ifndef KIDX_TOOLS_REPORT_SECTION_KERNEL_H
#define KIDX_TOOLS_REPORT_SECTION_KERNEL_H

#include "page.h"
#include "groups.h"

void section_kernel(struct page *page, const struct labels *labels, struct slice ranked);

#endif
