/* run: a BenchmarkRun as comparisons need it, and what an export row adds to it.
 *
 * Views are into the document, or static text.
 *
 * A run names its implementation by a digest of the implementation's spec, and two
 * implementations may have equal specs. The provider tells them apart: it is the third part
 * of sourceNative.externalId where that is KERNEL/MODE/PROVIDER/….
 *
 * The quantiles p20 and p80 are the first measurements of these statistics that have the
 * metric and the unit of the primary value.
 */
#ifndef KIDX_RECORD_RUN_H
#define KIDX_RECORD_RUN_H

#include "record/cohort.h"
#include "record/instant.h"
#include "record/manifest.h"

/* spec.status. Only a run that passed is ranked. */
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

/* Read a status; false where NODE is none. */
bool run_status_read(const struct document *document, uint32_t node,
                     enum run_status *status);

/* The name of a status, as records have it, and the reason "STATUS_…" for which a run of
 * that status is not ranked. */
const char *run_status_name(enum run_status status);
const char *run_status_reason(enum run_status status);

struct run {
    enum run_status status;
    struct digest implementation;
    struct digest workload;
    struct digest protocol;
    struct digest environment;
    struct primary_metric primary;
    double samples; /* the number of them in the primary value; 0: unknown */
    double p20;
    double p80;
    double low; /* confidence95 */
    double high;
    struct view observed_at;
    struct instant observed;
    struct view kernel;   /* the first part of externalId; empty where there is no third */
    struct view provider; /* the third part */
    struct view source;   /* sourceNative.source */
    struct view benchmark;
    struct view harness_commit;
    struct digest raw_samples;
    bool is_median; /* the primary value is a median */
    bool is_mean;   /* the primary value is a mean */
    bool has_p20;
    bool has_p80;
    bool has_interval;
    bool is_disordered; /* a quantile is above a higher one */
    bool is_source_native;
    bool has_evidence; /* raw samples or logs */
    bool has_raw_samples;
};

/* Read a run from its spec. -1: incomplete_run (a digest, the status or observedAt is
 * absent or unreadable). */
int run_read(const struct document *document, uint32_t spec, struct run *run,
             struct manifest_error *error);

/* Part NUMBER (from 0) of an external id, which is split at slashes; empty where it has
 * fewer parts. */
struct view run_external_part(struct view external_id, int number);

/* The members of an export row that describe its run. */
struct run_row {
    bool is_published; /* also where the row does not have the member */
    bool is_retracted;
    bool is_replicated; /* two independent replications or more */
    bool is_reproduced;
    bool has_source;
    bool has_evidence;
    struct view id;
    struct view supersedes; /* the id of another row; empty: none */
};

void run_row_read(const struct document *document, uint32_t row, struct run_row *members);

#endif
