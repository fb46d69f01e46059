/* property: the names in \p{…}, from ECMAScript's (ECMA-262, tables 67 to 69) to
 * PCRE2's, whose own additions and loose spelling are not taken over.
 */
#ifndef KIDX_PATTERN_PROPERTY_H
#define KIDX_PATTERN_PROPERTY_H

#include "base/buf.h"

#include <stdbool.h>

/* Append to OUT the expression that stands for \p{TEXT}, or for \P{TEXT} where it is
 * NEGATED, inside a class or outside. False where ECMAScript has no such property. Whether
 * PCRE2 knows a script is found out when it compiles. */
bool pattern_property_append(struct view text, bool negated, struct buf *out);

#endif
