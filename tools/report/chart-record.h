/* chart-record: the record history of a case as steps: each record replaces the one before.
 *
 * Time is on the x axis where the instants of the history differ; otherwise its records
 * are at equal distances.
 */
#ifndef KIDX_TOOLS_REPORT_CHART_RECORD_H
#define KIDX_TOOLS_REPORT_CHART_RECORD_H

#include "chart.h"
#include "groups.h"

void chart_record_draw(const struct labels *labels, struct slice history, struct svg *svg);

#endif
