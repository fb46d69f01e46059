/* gunzip: gzip members to text (RFC 1952), strictly.
 *
 * The header is parsed and the members are looped over here, over raw inflate, and the
 * CRC-32 and length are checked here, so that the verdict on a file does not depend on the
 * library that inflates (inflate.h says what little does). Members are concatenated. A tail
 * of NUL bytes after the last member is padding; any other byte there is an error, and so
 * are reserved header flags, a wrong header CRC, CRC or length, and an end of the input
 * inside a member.
 *
 * From a fed source that has no more for now, what is there is read; the next call goes on.
 *
 * Memory is bounded (that of inflate), whatever the input.
 */
#ifndef KIDX_GZIP_GUNZIP_H
#define KIDX_GZIP_GUNZIP_H

#include "base/source.h"
#include "gzip/inflate.h"

#include <stddef.h>
#include <stdint.h>

struct gunzip;

/* LIBRARY as for inflate_new; inflate_best() is the usual choice. */
struct gunzip *gunzip_new(enum inflate_library library);
void gunzip_free(struct gunzip *gunzip);

/* Begin a stream at the current place of a source, which stands at a member's magic. */
void gunzip_start(struct gunzip *gunzip);

/* The same after a member that was read elsewhere. */
void gunzip_resume(struct gunzip *gunzip);

/* Up to ROOM (> 0) bytes of text into OUT. Returns their number, 0 at the end of the
 * stream (or of what a source was fed), -1 on an error, then and ever after. Text before
 * the fault has been returned by earlier calls; that of a member with a wrong CRC too. The
 * source is made to wait for more only where there is no text to return. */
ptrdiff_t gunzip_read(struct gunzip *gunzip, struct source *source, char *out, size_t room);

enum gunzip_state { GUNZIP_GOES_ON, GUNZIP_ENDED, GUNZIP_FAILED };

/* Whether there may be more text to read, by the last call. */
enum gunzip_state gunzip_state(const struct gunzip *gunzip);

/* What was wrong, static text; NULL where it was the read itself (source_error). */
const char *gunzip_error(const struct gunzip *gunzip);

/* Offset in the compressed input of what gunzip_error speaks of. */
uint64_t gunzip_error_offset(const struct gunzip *gunzip);

#endif
