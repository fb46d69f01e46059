/* mismatch: in which members two cases differ, so that their runs are not compared.
 *
 * A case is operation, workload, protocol, environment, correctness and metric. Where the
 * manifests of the workloads were seen, two workloads differ in their operation or in their
 * correctness, all else of them being equal (struct store_object's shape).
 */
#ifndef KIDX_TOOLS_COMPARE_MISMATCH_H
#define KIDX_TOOLS_COMPARE_MISMATCH_H

#include "store.h"

/* In the order in which the first one is named. */
enum mismatch {
    MISMATCH_NONE,
    MISMATCH_OPERATION,
    MISMATCH_PROTOCOL,
    MISMATCH_ENVIRONMENT,
    MISMATCH_CORRECTNESS,
    MISMATCH_METRIC
};

/* Members in which two cases of one shape differ at most. */
enum { MISMATCH_MOST = 4 };

/* In how many members two cases of one shape differ, and the first of them. */
unsigned mismatch_count(const struct store_cohort *a, const struct store_cohort *b,
                        enum mismatch *first);

/* The name of the member, and the reason of the verdict; NULL for none. */
const char *mismatch_name(enum mismatch mismatch);
const char *mismatch_reason(enum mismatch mismatch);

#endif
