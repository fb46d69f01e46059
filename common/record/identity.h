/* identity: what identifies a manifest.
 *
 * The digest of a manifest is the SHA-256 of its identity body: the RFC 8785 form of
 * {"apiVersion", "kind", "spec"}, the spec normalised as its kind asks: durations become
 * integer nanoseconds, set-like lists are sorted by UTF-16 code unit without duplicates.
 * One table (identity.c) says where those places are. metadata is no part of it.
 *
 * The document is as before when a function returns. Nothing here prints.
 */
#ifndef KIDX_RECORD_IDENTITY_H
#define KIDX_RECORD_IDENTITY_H

#include "json/canonical.h"
#include "record/manifest.h"

/* Append the identity body of a manifest to OUT. -1: bad_duration, and OUT is not to be
 * used. */
int identity_append(struct document *document, const struct manifest *manifest,
                    struct canonical *canonical, struct buf *out,
                    struct manifest_error *error);

/* Whether it has one, at less cost: 0, or -1 as above. */
int identity_check(struct document *document, const struct manifest *manifest,
                   struct canonical *canonical, struct manifest_error *error);

#endif
