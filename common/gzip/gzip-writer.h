/* gzip-writer: a stream of text to blocked gzip, compressed on threads if wanted.
 *
 * Each block is a gzip member (RFC 1952) of at most 65,280 bytes of text, with the size of
 * the member in an extra field "BC", as in BGZF (SAM/BAM format specification, 4.1), and
 * the file ends with BGZF's empty block: any gzip reads it, and bgzip and gunzip-ahead.h
 * find the blocks. Blocks do not depend on the lengths of the writes, and have no time and
 * no name, so equal text at an equal level gives equal bytes with any number of threads.
 *
 * At most 2 × threads + 2 blocks are in flight, which bounds the memory. Only one thread at
 * a time may call a writer, and `put` is called on that thread.
 */
#ifndef KIDX_GZIP_GZIP_WRITER_H
#define KIDX_GZIP_GZIP_WRITER_H

#include <stddef.h>

/* Receives the bytes of a block in order; DATA is valid during the call only. */
typedef void gzip_writer_put(void *context, const char *data, size_t length);

struct gzip_writer;

/* LEVEL is 0 to 9, as in zlib. With 0 THREADS blocks are compressed in the calls that fill
 * them. NULL where a thread cannot be started: errno. */
struct gzip_writer *gzip_writer_new(int level, unsigned threads, gzip_writer_put *put,
                                    void *context);

/* Discards blocks that have not been put. */
void gzip_writer_free(struct gzip_writer *writer);

void gzip_writer_write(struct gzip_writer *writer, const char *data, size_t length);

/* Put the blocks that are compressed already, without waiting for others. */
void gzip_writer_flush(struct gzip_writer *writer);

/* Put the rest of the text and the empty block. No write may follow. */
void gzip_writer_finish(struct gzip_writer *writer);

#endif
