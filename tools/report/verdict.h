/* verdict: the verdicts of comparisons, from the worst on. */
#ifndef KIDX_TOOLS_REPORT_VERDICT_H
#define KIDX_TOOLS_REPORT_VERDICT_H

#include "page.h"
#include "groups.h"

enum { VERDICTS = 11 };

/* The place of a row's verdict, 0 the worst; one that is not known is with the worst. */
size_t verdict_place(const struct row *row);
const char *verdict_name(size_t place);
enum page_weight verdict_weight(size_t place);

/* The comparisons of a slice, worst first: by verdict, then by effect. The list is the
 * caller's to free. */
const struct row **verdict_sort(struct slice compared);

#endif
