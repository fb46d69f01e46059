/* gunzip-ahead: gzip to text on threads, ahead of the caller that uses the text.
 *
 * Text, errors and their offsets are those of gunzip.h, with any number of threads. The
 * caller's thread reads the source, and other threads inflate what it read:
 *
 * - Blocked gzip (BGZF: SAM/BAM format specification, 4.1) is split where the "BC" fields
 *   of the headers announce the ends of blocks, and each thread inflates some blocks at a
 *   time. The field is a hint only: where no block begins, or where the data up to an
 *   announced end is not one valid member, the rest of the operand is read as one stream
 *   from that offset on.
 * - Any other gzip is one stream, which one thread inflates while the caller uses the text.
 *
 * Text of a stream is returned as soon as the data for it was read, that of a block when
 * all of the block was. Memory: for each job in flight (2 × threads + 2) at most 256 KiB of
 * data and as much text, and the data that is not inflated yet.
 */
#ifndef KIDX_GZIP_GUNZIP_AHEAD_H
#define KIDX_GZIP_GUNZIP_AHEAD_H

#include "base/source.h"

#include <stddef.h>
#include <stdint.h>

struct gunzip_ahead;

/* Start THREADS (> 0) threads when they are needed; where that fails, the caller's
 * inflates.
 */
struct gunzip_ahead *gunzip_ahead_new(unsigned threads);
void gunzip_ahead_free(struct gunzip_ahead *ahead);

/* Begin a stream, as gunzip_start; the rest of an earlier one is discarded. */
void gunzip_ahead_start(struct gunzip_ahead *ahead);

/* As gunzip_read, but the source is read further than the returned text needs. */
ptrdiff_t gunzip_ahead_read(struct gunzip_ahead *ahead, struct source *source, char *out,
                            size_t room);

/* As gunzip_error and gunzip_error_offset. */
const char *gunzip_ahead_error(const struct gunzip_ahead *ahead);
uint64_t gunzip_ahead_error_offset(const struct gunzip_ahead *ahead);

#endif
