/* extract: what a comparison needs of a record.
 *
 * A bundle's manifests must be those that its run names by digest (check/digest-check.h),
 * or the line is rejected. Only facts leave here (facts.h): of each BenchmarkRun, and of
 * each workload, protocol, environment and implementation, which name and place the runs.
 * Lines without a run are skipped, and counted by what they are.
 *
 * No input or output here: findings go through stream.h.
 */
#ifndef KIDX_TOOLS_COMPARE_EXTRACT_H
#define KIDX_TOOLS_COMPARE_EXTRACT_H

#include "settings.h"
#include "check/digest-check.h"

struct extract_worker;

/* NULL: it failed, and said so. */
struct extract_worker *extract_worker_new(const struct compare_settings *settings,
                                          struct diag *diag);
void extract_worker_free(struct extract_worker *worker);

enum stream_verdict extract_record(struct extract_worker *worker,
                                   struct stream_record *record);

#endif
