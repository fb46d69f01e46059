/* section-gate: the result of a gate, where a summary has one, as a headline. */
#ifndef KIDX_TOOLS_REPORT_SECTION_GATE_H
#define KIDX_TOOLS_REPORT_SECTION_GATE_H

#include "labels.h"
#include "page.h"

void section_gate(struct page *page, const struct labels *labels);

#endif
