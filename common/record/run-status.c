#include <config.h>

#include "record/run-status.h"

static const struct {
    const char *name;
    const char *reason;
} statuses[RUN_STATUS_COUNT] = {
    [RUN_PASSED] = {"passed", "STATUS_PASSED"},
    [RUN_INCORRECT_SHAPE] = {"incorrect_shape", "STATUS_INCORRECT_SHAPE"},
    [RUN_INCORRECT_DTYPE] = {"incorrect_dtype", "STATUS_INCORRECT_DTYPE"},
    [RUN_INCORRECT_NUMERICAL] = {"incorrect_numerical", "STATUS_INCORRECT_NUMERICAL"},
    [RUN_COMPILE_ERROR] = {"compile_error", "STATUS_COMPILE_ERROR"},
    [RUN_RUNTIME_ERROR] = {"runtime_error", "STATUS_RUNTIME_ERROR"},
    [RUN_TIMEOUT] = {"timeout", "STATUS_TIMEOUT"},
    [RUN_RESOURCE_EXCEEDED] = {"resource_exceeded", "STATUS_RESOURCE_EXCEEDED"},
    [RUN_INVALID_REFERENCE] = {"invalid_reference", "STATUS_INVALID_REFERENCE"},
    [RUN_POLICY_VIOLATION] = {"policy_violation", "STATUS_POLICY_VIOLATION"},
    [RUN_SUSPECTED_REWARD_HACK] = {"suspected_reward_hack", "STATUS_SUSPECTED_REWARD_HACK"},
    [RUN_INCOMPLETE_EVIDENCE] = {"incomplete_evidence", "STATUS_INCOMPLETE_EVIDENCE"},
    [RUN_REVOKED] = {"revoked", "STATUS_REVOKED"},
};

bool run_status_read(const struct document *document, uint32_t node,
                     enum run_status *status)
{
    for (int i = 0; i < RUN_STATUS_COUNT; i++) {
        if (!document_string_is(document, node, statuses[i].name))
            continue;
        *status = (enum run_status)i;
        return true;
    }
    return false;
}

const char *run_status_name(enum run_status status)
{
    return statuses[status].name;
}

const char *run_status_reason(enum run_status status)
{
    return statuses[status].reason;
}
