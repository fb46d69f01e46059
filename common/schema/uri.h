/* uri: references to resources, resolved against a base (RFC 3986, section 5.2).
 *
 * Text in, text out: nothing is looked up, fetched or normalised beyond what the algorithm
 * asks (dots in paths). The base may be relative, even empty: a schema need not say where
 * it lives.
 */
#ifndef KIDX_SCHEMA_URI_H
#define KIDX_SCHEMA_URI_H

#include "base/buf.h"

#include <stdbool.h>

/* Split TEXT at its first '#'. *FRAGMENT is what stands behind it, with data NULL where
 * there is none. */
struct view uri_split(struct view text, struct view *fragment);

/* Append REFERENCE, without its fragment, resolved against BASE, which has none. */
void uri_resolve(struct view base, struct view reference, struct buf *out);

/* Append TEXT with its %XX decoded; false where one is not two hex digits. */
bool uri_decode(struct view text, struct buf *out);

#endif
