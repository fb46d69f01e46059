/* url: whether a text is an absolute https URL.
 *
 * The grammar is that of RFC 3986 as far as it tells where the host is and what it may
 * hold: scheme https in any case, an authority with a host that is not empty, a port of
 * digits. Beyond that only white space (ECMAScript's, NBSP too) is refused, and characters
 * beyond ASCII are accepted: people write IRIs.
 */
#ifndef KIDX_RECORD_URL_H
#define KIDX_RECORD_URL_H

#include "base/buf.h"

#include <stdbool.h>

bool url_is_https(struct view text);

#endif
