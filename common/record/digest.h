/* digest: SHA-256 digests and their text, computed by OpenSSL.
 *
 * The text of a digest is "sha256:" and 64 hex digits in lower case; no other spelling is
 * accepted.
 *
 * A digester is the state of one thread; with it, hashing allocates nothing.
 */
#ifndef KIDX_RECORD_DIGEST_H
#define KIDX_RECORD_DIGEST_H

#include "json/document.h"
#include "json/writer.h"

#include <stdbool.h>
#include <stddef.h>

enum { DIGEST_SIZE = 32, DIGEST_TEXT_LENGTH = 7 + 64 };

struct digest {
    unsigned char bytes[DIGEST_SIZE];
};

/* The first 128 bits of a digest, for large tables: among 10^9 honest digests two are equal
 * here with a probability of 10^-21. */
enum { DIGEST_HALF_SIZE = 16 };

struct digest_half {
    unsigned char bytes[DIGEST_HALF_SIZE];
};

static inline struct digest_half digest_half_of(const struct digest *digest)
{
    struct digest_half half;

    memcpy(half.bytes, digest->bytes, sizeof half.bytes);
    return half;
}

struct digester;

/* Never NULL: without SHA-256, which a restricted OpenSSL may lack, no tool can do its
 * work, so the program ends with a message. */
struct digester *digester_new(void);
void digester_free(struct digester *digester);

/* The SHA-256 of LENGTH bytes. */
void digester_hash(struct digester *digester, const char *data, size_t length,
                   struct digest *digest);

/* Write the text of a digest, without a NUL. */
void digest_text(const struct digest *digest, char text[DIGEST_TEXT_LENGTH]);

/* Write a member NAME whose value is the digest. */
void digest_write(struct writer *writer, const char *name, const struct digest *digest);

/* Read TEXT; false where it is no digest. */
bool digest_parse(struct view text, struct digest *digest);

/* Read the member NAME of NODE; false where it is absent or no digest. */
bool digest_read(const struct document *document, uint32_t node, const char *name,
                 struct digest *digest);

static inline bool digest_equal(const struct digest *a, const struct digest *b)
{
    return memcmp(a->bytes, b->bytes, DIGEST_SIZE) == 0;
}

#endif
