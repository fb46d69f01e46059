/* gunzip: gzip members to text (RFC 1952), strictly.
 *
 * The texts of members are concatenated. NUL bytes after the last member are padding; any
 * other byte there is an error, as are a wrong CRC-32 or length of a member's text, an
 * error in a header (gzip-header.h), and an end of the input inside a member. All this is
 * checked here and not by the library that inflates, so that the verdict on a file does not
 * depend on it (inflate.h lists the exceptions).
 *
 * A fed source may have no more data for now: what it has is read, and the next call
 * continues.
 *
 * Memory is bounded (that of inflate), whatever the input. A struct gunzip is for one
 * thread at a time.
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

/* Begin a stream; the source is at the magic of a member. */
void gunzip_start(struct gunzip *gunzip);

/* Begin a stream after a member that was read elsewhere. */
void gunzip_resume(struct gunzip *gunzip);

/* Write up to ROOM (> 0) bytes of text to OUT. Returns their number; 0 at the end of the
 * stream, or of what a source was fed; -1 on an error, and at each later call. Text before
 * an error has been returned by earlier calls, even that of a member with a wrong CRC. The
 * call waits for the source only while there is no text to return. */
ptrdiff_t gunzip_read(struct gunzip *gunzip, struct source *source, char *out, size_t room);

enum gunzip_state { GUNZIP_GOES_ON, GUNZIP_ENDED, GUNZIP_FAILED };

/* The state after the last call. */
enum gunzip_state gunzip_state(const struct gunzip *gunzip);

/* What is wrong, a static text; NULL where reading the source failed (source->error). */
const char *gunzip_error(const struct gunzip *gunzip);

/* The offset of that in the compressed input. */
uint64_t gunzip_error_offset(const struct gunzip *gunzip);

#endif
