/* verify: compares the digests, keys and primary metric that a record declares with those
 * that its content has.
 *
 * In a bundle (also one inside an export row) the run, the implementation and the workload
 * name other manifests by digest. An export row stores digests, keys and the primary metric
 * of its manifests. What a record does not declare is not compared.
 *
 * correctnessKey and comparisonKey of a run's row need the run's workload manifest. Where
 * the bundle has it they are compared at once. Otherwise they are stored as facts, and the
 * ordered stage compares them with the workloads of earlier records (verify_ordered). A key
 * whose workload follows later, or never, is not compared.
 *
 * Differences are reported to a sink, which decides whether to go on.
 */
#ifndef KIDX_RECORD_VERIFY_H
#define KIDX_RECORD_VERIFY_H

#include "json/canonical.h"
#include "record/digest-cache.h"
#include "record/digest.h"
#include "record/manifest.h"

/* The scratch memory of one thread. */
struct verifier {
    struct canonical canonical;
    struct digester *digester;
    struct digest_cache *cache; /* of manifests that repeat, by their text */
};

struct verifier *verifier_new(void);
void verifier_free(struct verifier *verifier);

/* The cached digest of a manifest, or NULL. Valid until the next digest is computed. */
const struct digest *verifier_find(struct verifier *verifier,
                                   const struct document *document,
                                   const struct manifest *manifest);

/* Compute the digest of a manifest's identity body, and with STORE put it into the cache.
 * -1: bad_duration, in *ERROR. */
int verifier_digest(struct verifier *verifier, struct document *document,
                    const struct manifest *manifest, bool store, struct digest *digest,
                    struct manifest_error *error);

/* A declared value that differs from the computed one; or, where error is not NULL, a
 * manifest that has no digest: then name, declared and computed are empty. Views are valid
 * during the call of the sink. */
struct verify_finding {
    const char *name; /* of the member that declares the value */
    uint32_t node;    /* of the declared value; NODE_NONE in the ordered stage */
    size_t column;    /* of the declared value: a byte, from 1 */
    struct view declared;
    struct view computed;
    const struct manifest_error *error;
};

struct verify_sink {
    /* Returns 0 to go on, -1 to stop. */
    int (*found)(void *context, const struct verify_finding *finding);
    void *context;
};

/* What verify_ordered needs of a record. */
struct verify_facts;

/* The verification of one record. The caller sets the first part, the rest begins as 0; but
 * digests that the caller knows may be set, with known. */
struct verification {
    struct verifier *verifier;
    struct verify_sink sink;
    struct document *document;
    const struct record *manifests; /* as manifest_read_record found them in the document */
    struct arena *arena;            /* for facts; NULL: store none */
    bool no_cache;                  /* do not store digests in the verifier's cache */
    bool verified;                  /* each manifest is known to have a digest */

    const struct verify_facts *facts; /* in the arena; NULL: there are none */
    bool known[ROLE_COUNT];
    bool failed[ROLE_COUNT];           /* it has no digest, and this was reported */
    struct digest digests[ROLE_COUNT]; /* by role, valid where known */
    bool compared;                     /* the record declares something */
    bool unknown_table; /* of an export row: what the row declares is not compared */
};

/* Verify the record. A manifest without a digest is reported even where no other names it.
 * -1: the sink stopped it. */
int verify_record(struct verification *verification);

/* Compute the digest of one manifest of the record, if that was not done yet. -1: it has
 * none, and the sink stopped it. */
int verify_digest(struct verification *verification, const struct manifest *manifest);

/* The workloads of earlier records, by digest: about 150 bytes for each. They belong to the
 * thread of the ordered stage. */
struct verify_workloads;

struct verify_workloads *verify_workloads_new(void);
void verify_workloads_free(struct verify_workloads *workloads);

/* In the order of the input: add the workload, or compare the keys, of a record's facts.
 * -1: the sink stopped it. */
int verify_ordered(struct verify_workloads *workloads, const struct verify_facts *facts,
                   const struct verify_sink *sink);

#endif
