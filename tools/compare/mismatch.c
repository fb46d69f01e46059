#include <config.h>

#include "mismatch.h"

unsigned mismatch_count(const struct store_cohort *a, const struct store_cohort *b,
                        enum mismatch *first)
{
    bool same_operation = !a->workload->has_keys || !b->workload->has_keys ||
                          digest_equal(&a->workload->operation, &b->workload->operation);
    const struct {
        bool differs;
        enum mismatch mismatch;
    } members[] = {
        {!same_operation, MISMATCH_OPERATION},
        {a->setting->protocol != b->setting->protocol, MISMATCH_PROTOCOL},
        {a->setting->environment != b->setting->environment, MISMATCH_ENVIRONMENT},
        {a->workload != b->workload && same_operation, MISMATCH_CORRECTNESS},
        {!view_equal(a->setting->metric_text, b->setting->metric_text), MISMATCH_METRIC}};
    unsigned count = 0;

    *first = MISMATCH_NONE;
    for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
        if (!members[i].differs)
            continue;
        if (count++ == 0)
            *first = members[i].mismatch;
    }
    return count;
}

const char *mismatch_name(enum mismatch mismatch)
{
    static const char *const names[] = {NULL,          "operation",   "protocol",
                                        "environment", "correctness", "metric"};

    return names[mismatch];
}

const char *mismatch_reason(enum mismatch mismatch)
{
    static const char *const reasons[] = {NULL,
                                          "OPERATION_DIFFERS",
                                          "PROTOCOL_DIFFERS",
                                          "ENVIRONMENT_DIFFERS",
                                          "CORRECTNESS_DIFFERS",
                                          "METRIC_DIFFERS"};

    return reasons[mismatch];
}
