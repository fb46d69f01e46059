/* manifest: a manifest on its way to being an object.
 *
 * The manifests that runs refer to are composed as text in RFC 8785 form:
 *
 *     writer = composer_begin(composer, KIND_…);
 *     … the members of its metadata, in order …
 *     composer_begin_spec(&writer);
 *     … the spec …
 *     composer_finish(composer, &writer, …, &object);
 *
 * The object has the text, the digest as kidx-digest computes it (the text is read again
 * for that, so that there is one way to normalise), and the identity of its external id.
 * One composer serves one thread, and one manifest at a time.
 */
#ifndef KIDX_TOOLS_CSV2RUN_MANIFEST_H
#define KIDX_TOOLS_CSV2RUN_MANIFEST_H

#include "catalog.h"

#include "json/canonical.h"
#include "json/writer.h"
#include "record/digest.h"
#include "record/manifest.h"

enum { IDENTITY_SIZE = 16 };

/* 128 bits of the SHA-256 of an external id. */
struct identity {
    unsigned char bytes[IDENTITY_SIZE];
};

enum object_kind {
    OBJECT_OPERATION,
    OBJECT_WORKLOAD,
    OBJECT_IMPLEMENTATION,
    OBJECT_PROJECT,
    OBJECT_KIND_COUNT,
    OBJECT_PROTOCOL = OBJECT_KIND_COUNT, /* these two are in each bundle */
    OBJECT_ENVIRONMENT
};

struct object {
    struct view text; /* of the whole manifest */
    char digest[DIGEST_TEXT_LENGTH];
    struct identity identity; /* of kind and external id */
};

static inline struct view object_digest(const struct object *object)
{
    return (struct view){object->digest, DIGEST_TEXT_LENGTH};
}

struct composer {
    const struct catalog *catalog;
    struct canonical canonical;
    struct digester *digester;
    struct reader *reader;
    struct buf text;     /* the manifest */
    struct buf scratch;  /* one text of it */
    const char *problem; /* why the last object could not be made, static words */
};

/* -1 where OpenSSL has no SHA-256. */
int composer_init(struct composer *composer, const struct catalog *catalog);
void composer_release(struct composer *composer);

/* The identity of TEXT. */
void composer_identify(struct composer *composer, struct view text,
                       struct identity *identity);

struct writer composer_begin(struct composer *composer, enum manifest_kind kind);

/* Texts in parts: an array of views, ended by one with data NULL. */
#define COMPOSER_PARTS(...) ((const struct view[]){__VA_ARGS__, {NULL, 0}})
#define COMPOSER_WORDS(text)     \
    {                            \
        "" text, sizeof text - 1 \
    }

/* The member NAME, a text, and the member "name", in kebab case. */
void composer_write_parts(struct composer *composer, struct writer *writer,
                          const char *name, const struct view parts[]);
void composer_write_name(struct composer *composer, struct writer *writer,
                         const struct view parts[]);

/* A value of a layer's document, in canonical form. */
void composer_write_node(struct composer *composer, struct writer *writer,
                         const struct catalog_layer *layer, uint32_t node);

/* End the metadata; what is written next is the spec. */
void composer_begin_spec(struct writer *writer);

/* End the manifest, the external id of which is given in parts, and make it *OBJECT; its
 * text is kept in ARENA. -1: problem says why. */
int composer_finish(struct composer *composer, struct writer *writer, enum object_kind kind,
                    const struct view external_id[], struct arena *arena,
                    struct object *object);

#endif
