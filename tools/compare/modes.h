/* modes: write the results of the mode (rank.h, history.h, ab.h, suite.h, noise.h).
 *
 * Each result is written as a JSON line or added to the table, and comparisons are added to
 * the gate (gate.h). The summary is the last line. Names that an option requests (--base,
 * --higher-is-better and the like) are checked first: an unknown one is an error before any
 * line is written.
 *
 * One thread, except that ranks are made by several. Errors are reported through the tool's
 * diag.
 */
#ifndef KIDX_TOOLS_COMPARE_MODES_H
#define KIDX_TOOLS_COMPARE_MODES_H

#include "thresholds.h"
#include "settings.h"
#include "store.h"

/* Write the results of a finished store, whose runs are sorted anew by some modes. */
void modes_run(struct store *store, const struct compare_settings *settings,
               struct thresholds *thresholds, const struct tally *tally, struct tool *tool);

#endif
