/* identity: the identity body of a manifest, whose SHA-256 is the manifest's digest.
 *
 * The body is the RFC 8785 form of {"apiVersion", "kind", "spec"}, without metadata. The
 * spec is normalised: durations become integer nanoseconds, and lists that are sets are
 * sorted by UTF-16 code units, without duplicates. A table in identity.c has the members
 * that are normalised, by kind.
 *
 * When a function returns, the document is as it was before the call. Nothing here prints.
 */
#ifndef KIDX_RECORD_IDENTITY_H
#define KIDX_RECORD_IDENTITY_H

#include "json/canonical.h"
#include "record/manifest.h"

/* Append the identity body of a manifest to OUT. -1: bad_duration; then the content of OUT
 * is undefined. */
int identity_append(struct document *document, const struct manifest *manifest,
                    struct canonical *canonical, struct buf *out,
                    struct manifest_error *error);

/* Check, at less cost, whether identity_append would succeed: 0, or -1 with *ERROR. */
int identity_check(struct document *document, const struct manifest *manifest,
                   struct canonical *canonical, struct manifest_error *error);

#endif
