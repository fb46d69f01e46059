/* digest-check: what `kidx-digest --check` verifies in a record.
 *
 * In a bundle (also one inside an export row) the digests by which its run, implementation
 * and workload name the other manifests; in an export row the stored digests and keys. What
 * a record does not declare is not checked. correctnessKey and comparisonKey need the
 * workload's manifest: from the same bundle, or from an earlier line, which digest_settle
 * knows about.
 *
 * No input or output here: findings go through stream.h.
 */
#ifndef KIDX_TOOLS_DIGEST_CHECK_H
#define KIDX_TOOLS_DIGEST_CHECK_H

#include "json/canonical.h"
#include "record/digest.h"
#include "record/manifest.h"
#include "record/memo.h"
#include "tool/stream.h"

/* A worker's scratch. */
struct digest_worker {
    struct canonical canonical;
    struct digester *digester;
    struct memo *memo;
};

/* The digest of a manifest's identity body. -1: rejected (bad_duration). */
int digest_manifest(struct digest_worker *worker, struct stream_record *record,
                    const struct manifest *manifest, struct digest *digest);

/* Reject the record for what is wrong with its manifests. */
enum stream_verdict digest_reject(struct stream_record *record,
                                  const struct manifest_error *error);

/* The verdict on a record; what needs earlier lines is left as facts. */
enum stream_verdict digest_check(struct digest_worker *worker,
                                 struct stream_record *record);

/* Workloads of earlier lines, by digest. */
struct digest_workloads;

struct digest_workloads *digest_workloads_new(void);
void digest_workloads_free(struct digest_workloads *workloads);

/* In input order: remember workloads, check the keys that need them. */
enum stream_verdict digest_settle(struct digest_workloads *workloads,
                                  struct stream_record *record, struct view facts);

#endif
