/* slug: converts texts to names of manifests. */
#ifndef KIDX_RECORD_SLUG_H
#define KIDX_RECORD_SLUG_H

#include "base/buf.h"

/* Append TEXT in kebab case: ASCII letters in lower case, each sequence of other bytes than
 * [a-z0-9] as one '-', but none at either end. */
void slug_append(struct buf *out, struct view text);

/* The maximum length of names and of parts of external ids; a '-' at the cut is not
 * removed.
 */
enum { KEBAB_MAX = 100 };

/* Cut the text from START on. */
static inline void slug_cut(struct buf *out, size_t start)
{
    if (out->length - start > KEBAB_MAX)
        out->length = start + KEBAB_MAX;
}

#endif
