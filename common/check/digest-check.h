/* digest-check: what `kidx-digest --check` says about a record; record/verify.h knows what
 * is compared.
 *
 * The first thing that differs rejects the line.
 */
#ifndef KIDX_CHECK_DIGEST_CHECK_H
#define KIDX_CHECK_DIGEST_CHECK_H

#include "check/checks.h"
#include "record/manifest.h"
#include "record/verify.h"

/* Where findings go; they have no pointer. */
struct digest_sink {
    void (*report)(void *context, const struct finding *finding);
    void *context;
    const struct document *document; /* of the record; NULL in the ordered stage */
};

/* Report what is wrong with the manifests of a record. */
void digest_reject(const struct digest_sink *sink, const struct manifest_error *error);

/* The found of a verify_sink whose context is a digest_sink: reports, and stops. */
int digest_found(void *sink, const struct verify_finding *finding);

/* Check a record. -1: it is rejected, which was reported. Otherwise *FACTS is what
 * verify_ordered needs, in the arena, or NULL, and *COMPARED whether anything was compared;
 * false for a row of an unknown table, which is reported as a warning. */
int digest_check(struct verifier *verifier, struct document *document,
                 const struct digest_sink *sink, struct arena *arena,
                 const struct verify_facts **facts, bool *compared);

#endif
