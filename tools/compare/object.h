/* object: what a comparison needs of the manifests that place and name runs:
 * workloads, protocols, environments and implementations.
 *
 * It leaves facts (facts.h). Protocols and environments come with every bundle, so
 * a reader remembers what it has sent lately and does not send it again; the store may see
 * one several times. An implementation is always sent, since its manifests differ in their
 * roles too.
 */
#ifndef KIDX_TOOLS_COMPARE_OBJECT_H
#define KIDX_TOOLS_COMPARE_OBJECT_H

#include "record/manifest.h"
#include "record/verify.h"
#include "tool/stream.h"

enum { OBJECT_SENT_PLACES = 256, OBJECT_SENT_NAME = 96 };

/* A manifest of this digest and name has been sent. Its place is given by the digest; a new
 * one drives out the old one. */
struct object_sent {
    struct digest digest;
    uint32_t name_length; /* 0: free */
    char name[OBJECT_SENT_NAME];
};

struct object_reader {
    struct verifier *verifier; /* the caller's */
    struct buf text;
    struct object_sent sent[OBJECT_SENT_PLACES];
};

void object_reader_init(struct object_reader *reader, struct verifier *verifier);
void object_reader_release(struct object_reader *reader);

/* Store the fact about a manifest of the record whose digest is DIGEST; other kinds and
 * what was sent lately give none. */
void object_read(struct object_reader *reader, const struct manifest *manifest,
                 const struct digest *digest, bool is_of_base,
                 struct stream_record *record);

#endif
