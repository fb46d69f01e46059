/* digest-cache: digests of texts seen before.
 *
 * Protocols and environments repeat in every bundle. A memo finds the digest of such a text
 * by its bytes, which are compared in full: a hash alone proves nothing. It is a cache: of
 * a fixed number of places, each text has a few it can be in, and a new one drives out an
 * old one; texts above MEMO_TEXT_MAX bytes are not kept. So its memory is bounded
 * (MEMO_PLACES × MEMO_TEXT_MAX), and input made to collide costs speed, nothing else.
 *
 * A memo belongs to one thread.
 */
#ifndef KIDX_RECORD_DIGEST_CACHE_H
#define KIDX_RECORD_DIGEST_CACHE_H

#include "record/digest.h"

enum { MEMO_PLACES = 1024, MEMO_TEXT_MAX = 4096 };

struct digest_cache;

struct digest_cache *digest_cache_new(void);
void digest_cache_free(struct digest_cache *memo);

/* The digest kept for TEXT, or NULL. Valid until the next digest_cache_store. */
const struct digest *digest_cache_find(struct digest_cache *memo, struct view text);

/* Keep DIGEST for TEXT. */
void digest_cache_store(struct digest_cache *memo, struct view text,
                        const struct digest *digest);

#endif
