/* gzip: text to blocked gzip.
 *
 * Each block is a gzip member (RFC 1952) of at most GZIP_BLOCK_TEXT bytes of text, with the
 * size of the member in an extra field "BC", as BGZF has it (SAM/BAM format specification,
 * §4.1), and the file ends in BGZF's empty block: gunzip reads it as any gzip, bgzip and
 * our own reader find the blocks. Equal text at an equal level gives equal bytes: no time,
 * no name.
 */
#ifndef KIDX_IO_GZIP_H
#define KIDX_IO_GZIP_H

#include <stddef.h>

enum { GZIP_BLOCK_TEXT = 65280, GZIP_BLOCK_SIZE = 65536, GZIP_END_SIZE = 28 };

struct gzip;

/* LEVEL 0 to 9, as zlib has them. */
struct gzip *gzip_new(int level);
void gzip_free(struct gzip *gzip);

/* Compress LENGTH (≤ GZIP_BLOCK_TEXT) bytes into OUT; returns the size of the block. Text
 * that does not shrink is stored: a block always fits. */
size_t gzip_block(struct gzip *gzip, const char *text, size_t length,
                  char out[GZIP_BLOCK_SIZE]);

/* The empty block at the end. */
extern const char gzip_end[GZIP_END_SIZE];

#endif
