/* gzip-writer: a stream of text to blocked gzip (gzip.h), on threads where some are given.
 *
 * The text is cut into blocks of GZIP_BLOCK_TEXT bytes wherever the writes end, and blocks
 * come in the order of the text: the bytes are the same with any number of threads. At most
 * 2 × threads + 2 blocks are in hand, which bounds the memory.
 *
 * One thread at a time has to do with a writer, and it is the one that gets the blocks.
 */
#ifndef KIDX_GZIP_GZIP_WRITER_H
#define KIDX_GZIP_GZIP_WRITER_H

#include <stddef.h>

/* Takes the bytes of a block, which are there during the call only. */
typedef void gzip_writer_put(void *context, const char *data, size_t length);

struct gzip_writer;

/* Without THREADS blocks are compressed as they fill. NULL where a thread cannot be started
 * (errno says why). */
struct gzip_writer *gzip_writer_new(int level, unsigned threads, gzip_writer_put *put,
                                    void *context);

/* Blocks that are not put yet are dropped. */
void gzip_writer_free(struct gzip_writer *writer);

void gzip_writer_write(struct gzip_writer *writer, const char *data, size_t length);

/* Put what was compressed meanwhile; waits for nothing. */
void gzip_writer_flush(struct gzip_writer *writer);

/* Put all text that is left and the empty block; nothing is written after it. */
void gzip_writer_finish(struct gzip_writer *writer);

#endif
