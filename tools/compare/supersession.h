/* supersession: which runs are hidden because a later row supersedes them.
 *
 * A row names the row that it supersedes by id, and no digest covers either id. So a row
 * hides only a run of its own source, workload, implementation, protocol and environment;
 * with --base=FILE also only one of its own side, the base's files or the candidates'. Any
 * other run that it names is not hidden, but has RANKING_SUPERSESSION_MISMATCH.
 *
 * One thread.
 */
#ifndef KIDX_TOOLS_COMPARE_SUPERSESSION_H
#define KIDX_TOOLS_COMPARE_SUPERSESSION_H

#include "store.h"

/* Precondition: cohorts and implementations are in order, and each run has its place in
 * them. Set the flags of all runs. */
void supersession_resolve(struct store *store, const struct compare_settings *settings);

/* Whether RUN supersedes HIDDEN, be it through others between them. Precondition: RUN
 * itself is not superseded. Where several rows supersede one run, the newest counts. */
bool supersession_covers(const struct store *store, const struct ranked_run *run,
                         const struct ranked_run *hidden);

#endif
