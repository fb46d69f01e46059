/* property: translation of the names in \p{…} from ECMAScript (ECMA-262, tables 67 to 69)
 * to PCRE2. Names and loose spellings that only PCRE2 accepts are rejected. Allocation does
 * not fail (mem.h); any thread may call this.
 */
#ifndef KIDX_PATTERN_PROPERTY_H
#define KIDX_PATTERN_PROPERTY_H

#include "base/buf.h"

#include <stdbool.h>

/* Append the PCRE2 expression for \p{TEXT}, or for \P{TEXT} if NEGATED, to OUT. It is valid
 * inside and outside a class. False where ECMAScript has no such property. A script that
 * PCRE2 does not know is rejected only when PCRE2 compiles the expression. */
bool pattern_property_append(struct view text, bool negated, struct buf *out);

#endif
