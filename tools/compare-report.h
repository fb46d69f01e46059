/* compare-report: the results, written line by line to the output of the tool. */
#ifndef KIDX_TOOLS_COMPARE_REPORT_H
#define KIDX_TOOLS_COMPARE_REPORT_H

#include "compare-settings.h"
#include "compare-store.h"

/* What the mode asks for, of a store that is finished, and the summary. */
void compare_report(struct store *store, const struct compare_settings *settings,
                    const struct tally *tally, struct tool *tool);

#endif
