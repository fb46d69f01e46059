/* gzip: text to blocked gzip, and where its blocks end.
 *
 * Each block is a gzip member (RFC 1952) of at most GZIP_BLOCK_TEXT bytes of text, with the
 * size of the member in an extra field "BC", as BGZF has it (SAM/BAM format specification,
 * §4.1), and the file ends in BGZF's empty block: gunzip reads it as any gzip, bgzip and
 * our own reader find the blocks. Equal text at an equal level gives equal bytes: no time,
 * no name.
 *
 * The size field is a hint for readers: nothing checks it, and what lies between two ends
 * may be anything.
 */
#ifndef KIDX_GZIP_GZIP_H
#define KIDX_GZIP_GZIP_H

#include <stddef.h>
#include <stdint.h>

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

enum { GZIP_HEADER_SIZE = 18 };

/* The size of the block that begins with this header, at most GZIP_BLOCK_SIZE; 0 where it
 * is not one of blocked gzip. */
size_t gzip_block_size(const char header[GZIP_HEADER_SIZE]);

/* The length of the text that a block of SIZE bytes says it has. */
uint32_t gzip_block_text(const char *block, size_t size);

#endif
