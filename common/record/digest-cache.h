/* digest-cache: the digests of recent texts.
 *
 * Bundles repeat protocols and environments. The cache finds the digest of a text by its
 * bytes, which are compared in full, as equal hashes prove nothing. It is set-associative:
 * a text can be in a few of DIGEST_CACHE_SIZE places, and a new text evicts an old one.
 * Texts above DIGEST_CACHE_TEXT_MAX bytes are not stored. So its memory is bounded by the
 * product of the two, and hostile input can only make it useless.
 *
 * A cache belongs to one thread.
 */
#ifndef KIDX_RECORD_DIGEST_CACHE_H
#define KIDX_RECORD_DIGEST_CACHE_H

#include "record/digest.h"

enum { DIGEST_CACHE_SIZE = 1024, DIGEST_CACHE_TEXT_MAX = 4096 };

struct digest_cache;

struct digest_cache *digest_cache_new(void);
void digest_cache_free(struct digest_cache *cache);

/* The digest of TEXT, or NULL. Valid until the next digest_cache_store. */
const struct digest *digest_cache_find(struct digest_cache *cache, struct view text);

/* Store DIGEST as that of TEXT. */
void digest_cache_store(struct digest_cache *cache, struct view text,
                        const struct digest *digest);

#endif
