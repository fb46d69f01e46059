/* digest-check: the check of `kidx-digest --check`, which turns what record/verify.h
 * compares into findings. The first difference rejects the record.
 */
#ifndef KIDX_CHECK_DIGEST_CHECK_H
#define KIDX_CHECK_DIGEST_CHECK_H

#include "check/check.h"
#include "record/manifest.h"
#include "record/verify.h"

/* The sink for findings, which have no pointer. */
struct digest_sink {
    void (*report)(void *context, const struct finding *finding);
    void *context;
    const struct document *document; /* of the record; NULL in the ordered stage */
};

/* Report an error in the manifests of a record. */
void digest_check_reject(const struct digest_sink *sink,
                         const struct manifest_error *error);

/* `found` for a verify_sink whose context is a struct digest_sink: reports, and stops. */
int digest_check_found(void *sink, const struct verify_finding *finding);

/* Check a record. -1: it is rejected, which was reported. Otherwise *FACTS is what
 * verify_ordered needs, in the arena, or NULL, and *COMPARED whether anything was compared;
 * false for a row of an unknown table, which is reported as a warning. */
int digest_check(struct verifier *verifier, struct document *document,
                 const struct digest_sink *sink, struct arena *arena,
                 const struct verify_facts **facts, bool *compared);

#endif
