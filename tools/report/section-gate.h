/* section-gate: the result of a gate, where a summary has one: a headline, and a table of
 * what failed, what was accepted, and what was not judged for which reason.
 *
 * The members read are those of `gate` in kidx.summary/v1: result, failed, failed_by,
 * acknowledged, judged, of, not_judged. Any of them but the result may be absent. Summaries
 * of early versions have the results "pass" and "fail" and only the number of failures.
 */
#ifndef KIDX_TOOLS_REPORT_SECTION_GATE_H
#define KIDX_TOOLS_REPORT_SECTION_GATE_H

#include "labels.h"
#include "page.h"

void section_gate(struct page *page, const struct labels *labels);

#endif
