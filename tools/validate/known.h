/* known: --known=FILE, digests that records may refer to though they are not in
 * the stream.
 *
 * A line of the file is a digest as it is, or an object with it as the member digest, such
 * as kidx-digest writes; then kind, where it is there, says what has the digest.
 */
#ifndef KIDX_TOOLS_VALIDATE_KNOWN_H
#define KIDX_TOOLS_VALIDATE_KNOWN_H

#include "index.h"

#include "base/diag.h"

/* Take the digests of a file. -1: it failed and said why. */
int known_read(const char *file, struct index *index, struct diag *diag);

#endif
