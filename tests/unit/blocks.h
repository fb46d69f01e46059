/* blocks: blocked gzip for tests, made by the writer. */
#ifndef KIDX_TESTS_BLOCKS_H
#define KIDX_TESTS_BLOCKS_H

#include "gzip/gzip-writer.h"

#include <string.h>

/* The text of a full block, the largest block, and the empty block at the end. */
enum { BLOCKS_TEXT = 65280, BLOCKS_SIZE = 65536, BLOCKS_END_SIZE = 28 };

/* Where the next bytes go. */
static inline void blocks_put(void *context, const char *data, size_t length)
{
    char **out = context;

    memcpy(*out, data, length);
    *out += length;
}

/* Write a whole file with LENGTH bytes of text to OUT; returns its size. */
static inline size_t blocks_make(int level, const char *text, size_t length, char *out)
{
    char *end = out;
    struct gzip_writer *writer = gzip_writer_new(level, 0, blocks_put, &end);

    gzip_writer_write(writer, text, length);
    gzip_writer_finish(writer);
    gzip_writer_free(writer);
    return (size_t)(end - out);
}

/* The same without the empty block at the end: one block where LENGTH is at most
 * BLOCKS_TEXT. OUT has room for the empty block. */
static inline size_t blocks_make_open(int level, const char *text, size_t length, char *out)
{
    return blocks_make(level, text, length, out) - BLOCKS_END_SIZE;
}

#endif
