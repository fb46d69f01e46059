/* uri: resolution of URI references against a base (RFC 3986, section 5.2).
 *
 * Only text is processed. Nothing is fetched, and nothing is normalised except dot segments
 * in paths. The base may be relative or even empty, since a schema need not have an $id.
 * Views are into the arguments. Running out of memory ends the process (mem.h).
 */
#ifndef KIDX_SCHEMA_URI_H
#define KIDX_SCHEMA_URI_H

#include "base/buf.h"

#include <stdbool.h>

/* The part of TEXT before its first '#'. *FRAGMENT is the part after it; its data is NULL
 * if there is none. */
struct view uri_split(struct view text, struct view *fragment);

/* Append REFERENCE resolved against BASE to OUT. Neither has a fragment. */
void uri_resolve(struct view base, struct view reference, struct buf *out);

/* Append TEXT with %XX decoded (section 2.1). False where two hex digits are missing. */
bool uri_decode(struct view text, struct buf *out);

#endif
