/* url: whether a text is an absolute https URL.
 *
 * The check is a part of RFC 3986: scheme https in upper or lower case, a non-empty host of
 * allowed characters, a port of digits. In the rest, only white space (that of ECMAScript,
 * with NBSP) is rejected. Characters beyond ASCII are accepted, as in IRIs.
 */
#ifndef KIDX_RECORD_URL_H
#define KIDX_RECORD_URL_H

#include "base/buf.h"

#include <stdbool.h>

bool url_is_https(struct view text);

#endif
