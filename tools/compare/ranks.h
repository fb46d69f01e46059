/* ranks: the rank lines of all cohorts, made on as many threads as there are jobs.
 *
 * A cohort needs nothing of another one. Each thread takes some that follow one another,
 * ranks their runs and writes their lines into memory, and what it made is handed on in the
 * order of the cohorts: the bytes do not depend on the number of threads. A cohort of more
 * runs than whose lines may be held is done by the calling thread.
 */
#ifndef KIDX_TOOLS_COMPARE_RANKS_H
#define KIDX_TOOLS_COMPARE_RANKS_H

#include "summary.h"

typedef void ranks_sink(void *context, const char *lines, size_t length);

/* Give the lines of all cohorts to SINK, and count them in SUMMARY. -1, with errno set:
 * a thread cannot be started; nothing was given then. */
int ranks_write(struct store *store, enum per_implementation per, unsigned threads,
                struct summary *summary, ranks_sink *sink, void *context);

#endif
