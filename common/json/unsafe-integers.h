/* unsafe-integers: integers in a document that no double holds exactly.
 *
 * They pass byte for byte and are digested as the nearest double, which is why somebody
 * should hear of them.
 */
#ifndef KIDX_JSON_UNSAFE_INTEGERS_H
#define KIDX_JSON_UNSAFE_INTEGERS_H

#include "base/buf.h"
#include "json/reader.h"

/* Whether there is one. *NODE is the first then, and what is to be said about it, and how
 * many more there are, is appended to MESSAGE. Costs nothing where all integers are short.
 */
bool unsafe_integers_find(const struct document *document, uint32_t *node,
                          struct buf *message);

#endif
