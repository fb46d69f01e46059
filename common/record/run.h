/* run: what a comparison needs to know of a BenchmarkRun.
 *
 * All views are into the document, or static text.
 *
 * A run names its implementation by digest, which two implementations may share: the digest
 * covers the spec, and specs can read alike. What tells them apart, where there is one, is
 * the provider: the third part of sourceNative.externalId, which is then
 * KERNEL/MODE/PROVIDER/….
 *
 * The quantiles p20 and p80 are the measurements of these names that have the metric and
 * the unit of the primary value.
 */
#ifndef KIDX_RECORD_RUN_H
#define KIDX_RECORD_RUN_H

#include "record/cohort.h"
#include "record/instant.h"
#include "record/manifest.h"
#include "record/run-status.h"

struct run {
    enum run_status status;
    struct digest implementation;
    struct digest workload;
    struct digest protocol;
    struct digest environment;
    struct primary_metric primary;
    double samples; /* behind the primary value; 0: not said */
    double p20;
    double p80;
    double low; /* confidence95 */
    double high;
    struct view observed_at;
    struct instant observed;
    struct view kernel;   /* the first part of externalId; empty where there is no third */
    struct view provider; /* the third */
    struct view benchmark;
    struct view harness_commit;
    struct digest raw_samples;
    bool is_median; /* the primary value is a median */
    bool is_mean;   /* the primary value is a mean */
    bool has_p20;
    bool has_p80;
    bool has_interval;
    bool is_disordered; /* quantiles that are not in order */
    bool is_source_native;
    bool has_evidence; /* raw samples or logs */
    bool has_raw_samples;
};

/* Read a run from its spec. -1: incomplete_run (a digest, the status or observedAt is not
 * there or not readable). */
int run_read(const struct document *document, uint32_t spec, struct run *run,
             struct manifest_error *error);

/* Part NUMBER (from 0) of an external id, parted by slashes; empty where there is none. */
struct view run_external_part(struct view external_id, int number);

#endif
