/* report-ab: the part of a report about a comparison with a base: what failed, what is
 * slower, faster or not clear, worst first; and about suites, their means.
 */
#ifndef KIDX_TOOLS_REPORT_AB_H
#define KIDX_TOOLS_REPORT_AB_H

#include "report-page.h"
#include "report-strip.h"

void ab_report(struct page *page, const struct subjects *subjects);
void suite_report(struct page *page, const struct subjects *subjects);

/* The comparisons, worst first: those of the slice. The list is the caller's to free. */
const struct row **ab_sort(struct slice compared);

/* Draw COUNT comparisons from LIST on, which are of ALL. */
void ab_draw(const struct subjects *subjects, enum strip_style style,
             const struct row *const *list, size_t count, size_t all, struct svg *svg);

/* Draw the means of suites. */
void suite_draw(const struct subjects *subjects, struct slice suites, struct svg *svg);

#endif
