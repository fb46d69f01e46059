/* section-history: the part of a report about record histories, and a history as steps.
 *
 * Time runs on the x axis where the instants of a history differ; else its events follow
 * each other.
 */
#ifndef KIDX_TOOLS_REPORT_SECTION_HISTORY_H
#define KIDX_TOOLS_REPORT_SECTION_HISTORY_H

#include "page.h"
#include "chart.h"
#include "groups.h"

/* Pictures of a page, those of the longest histories. */
enum { RECORDS_PICTURES = 12 };

void records_report(struct page *page, const struct subjects *subjects);

/* Draw the history of a case. */
void records_draw(const struct subjects *subjects, struct slice history, struct svg *svg);

#endif
