/* gunzip-ahead: gzip to text on threads, ahead of whoever reads it.
 *
 * Text, faults and their offsets are those of gunzip.h, with any number of threads. The
 * caller's thread reads the source, threads inflate what it read:
 *
 * - Blocked gzip (BGZF: SAM/BAM format specification, §4.1) is cut where the "BC" fields
 *   say that blocks end, and some blocks at a time are inflated on each thread. The field
 *   is a hint. Where no such block begins, or what lies between two cuts is not whole and
 *   good, the rest of the operand is read as one stream, from that place on.
 * - Any other gzip is one stream, for one thread: that inflating and the use of the text
 *   overlap is all that can be had.
 *
 * Text of a stream comes as soon as the data for it is there, that of a block when all of
 * the block is. Memory: for each job in flight (2 × threads + 2) at most 256 KiB of data
 * and as much text, and the data that has not become text yet.
 */
#ifndef KIDX_GZIP_GUNZIP_AHEAD_H
#define KIDX_GZIP_GUNZIP_AHEAD_H

#include "base/source.h"

#include <stddef.h>
#include <stdint.h>

struct gunzip_ahead;

/* Inflate on THREADS (> 0) of its own; where they cannot be started, on the caller's. */
struct gunzip_ahead *gunzip_ahead_new(unsigned threads);
void gunzip_ahead_free(struct gunzip_ahead *ahead);

/* Begin at the current place of a source, which stands at a member's magic; what is left of
 * an earlier one is dropped. */
void gunzip_ahead_start(struct gunzip_ahead *ahead);

/* As gunzip_read; the source is read further than the text that is returned. */
ptrdiff_t gunzip_ahead_read(struct gunzip_ahead *ahead, struct source *source, char *out,
                            size_t room);

/* As gunzip_error and gunzip_error_offset. */
const char *gunzip_ahead_error(const struct gunzip_ahead *ahead);
uint64_t gunzip_ahead_error_offset(const struct gunzip_ahead *ahead);

#endif
