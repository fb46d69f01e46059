/* modes: the results of a mode, written line by line, and the gate.
 *
 * What is judged goes one by one to the output or into the table, and to the gate of
 * --fail-on, which names on standard error what it does not let pass. Comparing with a base
 * that is not there, or where nothing is comparable, makes the run incomplete.
 */
#ifndef KIDX_TOOLS_COMPARE_MODES_H
#define KIDX_TOOLS_COMPARE_MODES_H

#include "thresholds.h"
#include "settings.h"
#include "store.h"

/* What the mode asks for, of a store that is finished, and the summary. */
void modes_run(struct store *store, const struct compare_settings *settings,
               struct thresholds *thresholds, const struct tally *tally, struct tool *tool);

#endif
