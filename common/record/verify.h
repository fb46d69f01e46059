/* verify: what a record declares about itself, compared with what it holds.
 *
 * In a bundle (also one inside an export row) the digests by which its run, implementation
 * and workload name the other manifests; in an export row the stored digests, keys and the
 * primary metric. What a record does not declare is not compared. correctnessKey and
 * comparisonKey need the workload's manifest: from the same bundle, or from an earlier
 * record, which verify-keys.h remembers.
 *
 * What differs goes to a sink of the caller's, which says whether to go on.
 *
 * A verifier is the scratch memory of one thread: digests of manifests that repeat are
 * looked up in a memo by their text.
 */
#ifndef KIDX_RECORD_VERIFY_H
#define KIDX_RECORD_VERIFY_H

#include "json/canonical.h"
#include "record/digest.h"
#include "record/manifest.h"
#include "record/digest-cache.h"

struct verifier {
    struct canonical canonical;
    struct digester *digester;
    struct digest_cache *memo;
};

struct verifier *verifier_new(void);
void verifier_free(struct verifier *verifier);

/* The digest of a manifest whose text was digested before and kept, or NULL. Valid until
 * the next digest is computed. */
const struct digest *verifier_find(struct verifier *verifier,
                                   const struct document *document,
                                   const struct manifest *manifest);

/* The digest of a manifest's identity body; where KEEP is set, kept for verifier_find. -1:
 * bad_duration, in *ERROR. */
int verifier_digest(struct verifier *verifier, struct document *document,
                    const struct manifest *manifest, bool keep, struct digest *digest,
                    struct manifest_error *error);

/* A declared value that differs; or a manifest that has no digest, and then name is NULL.
 */
struct verify_finding {
    const char *name; /* of the member that declares it */
    uint32_t node;    /* NODE_NONE where the document is gone (verify_settle) */
    size_t column;    /* of the declared value, from 1 */
    struct view declared;
    struct view computed;
    const struct manifest_error *error;
};

struct verify_sink {
    /* 0: go on, -1: stop. */
    int (*found)(void *context, const struct verify_finding *finding);
    void *context;
};

/* A verification of one record. MANIFESTS is what record_read made of DOCUMENT. Digests may
 * be put in beforehand, with known set. */
struct verification {
    struct verifier *verifier;
    struct verify_sink sink;
    struct document *document;
    const struct record *manifests;
    /* Where facts for verify_settle are stored; NULL: none are wanted. */
    struct arena *arena;
    const struct verify_facts *facts; /* in the arena; NULL: verify_settle needs nothing */
    bool known[ROLE_COUNT];
    bool failed[ROLE_COUNT];           /* it has no digest, and this was reported */
    struct digest digests[ROLE_COUNT]; /* by role, valid where known */
    bool compared;                     /* something was declared */
    bool fleeting;                     /* its digests are not to be found again */
    bool sound;                        /* each manifest is known to have a digest */
};

/* Compare all of it. Returns -1 where the sink wanted to stop. A manifest has a digest, or
 * is reported, also where nothing asks for it. */
int verify_record(struct verification *verification);

/* Make the digest of a manifest of the record known, if it has one. -1: it has none, and
 * the sink wants to stop. */
int verify_digest(struct verification *verification, const struct manifest *manifest);

#endif
