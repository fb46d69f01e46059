/* unsafe-integers: integers in a document that no double represents exactly.
 *
 * They are passed byte for byte but digested as the nearest double, so the user is warned.
 * Any thread may call this; nothing fails.
 */
#ifndef KIDX_JSON_UNSAFE_INTEGERS_H
#define KIDX_JSON_UNSAFE_INTEGERS_H

#include "base/buf.h"
#include "json/reader.h"

/* Whether there is such an integer. *NODE is the first one then, and a message about it and
 * the number of others is appended to MESSAGE. Costs nothing where all integers are short.
 */
bool unsafe_integers_find(const struct document *document, uint32_t *node,
                          struct buf *message);

#endif
