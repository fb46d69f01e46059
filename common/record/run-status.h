/* run-status: what became of a BenchmarkRun, as its spec.status says.
 *
 * Only a run that passed is ranked; "STATUS_…" is why another is not.
 */
#ifndef KIDX_RECORD_RUN_STATUS_H
#define KIDX_RECORD_RUN_STATUS_H

#include "json/reader.h"

enum run_status {
    RUN_PASSED,
    RUN_INCORRECT_SHAPE,
    RUN_INCORRECT_DTYPE,
    RUN_INCORRECT_NUMERICAL,
    RUN_COMPILE_ERROR,
    RUN_RUNTIME_ERROR,
    RUN_TIMEOUT,
    RUN_RESOURCE_EXCEEDED,
    RUN_INVALID_REFERENCE,
    RUN_POLICY_VIOLATION,
    RUN_SUSPECTED_REWARD_HACK,
    RUN_INCOMPLETE_EVIDENCE,
    RUN_REVOKED,
    RUN_STATUS_COUNT
};

/* The status that a node says; false where it says none. */
bool run_status_read(const struct document *document, uint32_t node,
                     enum run_status *status);

/* The name of a status, as records have it, and its reason. */
const char *run_status_name(enum run_status status);
const char *run_status_reason(enum run_status status);

#endif
