/* slug: names of manifests, made of texts. */
#ifndef KIDX_RECORD_SLUG_H
#define KIDX_RECORD_SLUG_H

#include "base/buf.h"

/* Append TEXT in kebab case: ASCII letters small, each run of bytes outside [a-z0-9] one
 * '-', none at either end. */
void slug_append(struct buf *out, struct view text);

/* Names, and parts of external ids, are cut to this; a '-' at the cut stays. */
enum { KEBAB_MAX = 100 };

/* Cut what was appended behind START. */
static inline void slug_cut(struct buf *out, size_t start)
{
    if (out->length - start > KEBAB_MAX)
        out->length = start + KEBAB_MAX;
}

#endif
