/* digest-check: what `kidx-digest --check` says about a record; record/verify.h knows what
 * is compared.
 *
 * The first thing that differs rejects the line.
 */
#ifndef KIDX_CHECK_DIGEST_CHECK_H
#define KIDX_CHECK_DIGEST_CHECK_H

#include "record/manifest.h"
#include "record/verify-keys.h"
#include "tool/stream.h"

/* Reject the record for what is wrong with its manifests. */
enum stream_verdict digest_reject(struct stream_record *record,
                                  const struct manifest_error *error);

/* The found of a verify_sink whose context is the stream_record: rejects it. */
int digest_found(void *record, const struct verify_finding *finding);

/* The verdict on a record; what needs earlier lines becomes facts. */
enum stream_verdict digest_check(struct verifier *verifier, struct stream_record *record);

/* In input order: remember workloads, check the keys that need them. */
enum stream_verdict digest_settle(struct verify_workloads *workloads,
                                  struct stream_record *record);

#endif
