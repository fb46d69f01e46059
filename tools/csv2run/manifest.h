/* manifest: write the manifests that runs refer to.
 *
 * Each function writes one manifest in RFC 8785 form from the catalog, and the workload
 * from the sizes of a row as well, and makes it an object: its text, its digest and its
 * identity. The digest is computed by reading the text again, so that normalisation is only
 * in record/identity.h.
 *
 * A writer serves one thread.
 */
#ifndef KIDX_TOOLS_CSV2RUN_MANIFEST_H
#define KIDX_TOOLS_CSV2RUN_MANIFEST_H

#include "catalog.h"
#include "sizes.h"

#include "json/canonical.h"
#include "json/writer.h"
#include "record/digest.h"
#include "record/manifest.h"

enum { IDENTITY_SIZE = 12 };

/* The start of a SHA-256: of an external id, or of what struct object names. */
struct identity {
    unsigned char bytes[IDENTITY_SIZE];
};

enum object_kind {
    OBJECT_OPERATION,
    OBJECT_WORKLOAD,
    OBJECT_IMPLEMENTATION,
    OBJECT_PROJECT,
    OBJECT_KIND_COUNT,
    OBJECT_PROTOCOL = OBJECT_KIND_COUNT, /* these two are in every bundle */
    OBJECT_ENVIRONMENT
};

struct object {
    struct view text; /* of the whole manifest */
    char digest[DIGEST_TEXT_LENGTH];
    uint32_t digest_hash;     /* the first 32 bits of the digest */
    struct identity identity; /* of kind, digest and metadata.name */
};

static inline struct view object_digest(const struct object *object)
{
    return (struct view){object->digest, DIGEST_TEXT_LENGTH};
}

struct manifest_writer {
    const struct catalog *catalog;
    struct canonical canonical;
    struct digester *digester;
    struct reader *reader;
    struct buf text;     /* the manifest */
    struct buf scratch;  /* one text of it */
    struct buf name;     /* its metadata.name */
    const char *problem; /* why the last object could not be made; static */
};

/* CATALOG must outlive the writer. */
void manifest_init(struct manifest_writer *manifests, const struct catalog *catalog);
void manifest_release(struct manifest_writer *manifests);

/* Set *IDENTITY to that of TEXT. */
void manifest_identify(struct manifest_writer *manifests, struct view text,
                       struct identity *identity);

/* Make *OBJECT, the text of which is in ARENA. -1: problem has the reason. */
int manifest_operation(struct manifest_writer *manifests,
                       const struct catalog_kernel *kernel, struct arena *arena,
                       struct object *object);
int manifest_workload(struct manifest_writer *manifests,
                      const struct catalog_kernel *kernel, const struct sizes *sizes,
                      const struct object *operation, struct arena *arena,
                      struct object *object);
int manifest_implementation(struct manifest_writer *manifests,
                            const struct catalog_kernel *kernel,
                            const struct catalog_provider *provider,
                            const struct object *operation, struct arena *arena,
                            struct object *object);
int manifest_project(struct manifest_writer *manifests,
                     const struct catalog_project *project, struct arena *arena,
                     struct object *object);
int manifest_protocol(struct manifest_writer *manifests,
                      const struct catalog_metric *metric, const struct catalog_mode *mode,
                      struct arena *arena, struct object *object);
int manifest_environment(struct manifest_writer *manifests, const struct catalog_gpu *gpu,
                         struct arena *arena, struct object *object);

#endif
