#include <config.h>

#include "gzip/gzip.h"

#include "base/mem.h"
#include "gzip/crc.h"
#include "gzip/zlib-memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define ZLIB_CONST /* next_in points to const */
#include <zlib.h>

enum { TRAILER_SIZE = 8, STORED_SIZE = 5, MEMORY_LEVEL = 8 };

/* RFC 1952, 2.3.1: magic, deflate, an extra field, no time, no hint, system unknown; then
 * an extra field of 6 bytes: subfield BC of 2 bytes, which are set for each block. */
static const unsigned char header[GZIP_HEADER_SIZE] = {0x1f, 0x8b, 8, 4,   0,   0, 0, 0, 0,
                                                       0xff, 6,    0, 'B', 'C', 2, 0, 0, 0};

/* An empty member: after the header one final block of fixed codes without a symbol (03
 * 00), CRC and length 0. The NUL that ends the literal is the last byte. */
const char gzip_end[GZIP_END_SIZE] = "\x1f\x8b\x08\x04\0\0\0\0\0\xff\x06\0"
                                     "BC\x02\0\x1b\0"
                                     "\x03\0\0\0\0\0\0\0\0";

struct gzip {
    z_stream deflater;
};

struct gzip *gzip_new(int level)
{
    struct gzip *gzip = mem_zeroed(1, sizeof *gzip);

    gzip->deflater.zalloc = zlib_memory_alloc;
    gzip->deflater.zfree = zlib_memory_free;
    /* Where this fails (a zlib of another version), each block fails to shrink and is
     * stored. */
    deflateInit2(&gzip->deflater, level, Z_DEFLATED, -MAX_WBITS, MEMORY_LEVEL,
                 Z_DEFAULT_STRATEGY);
    return gzip;
}

void gzip_free(struct gzip *gzip)
{
    if (!gzip)
        return;
    deflateEnd(&gzip->deflater);
    free(gzip);
}

static void put_16(unsigned char *out, size_t value)
{
    out[0] = (unsigned char)(value & 0xff);
    out[1] = (unsigned char)(value >> 8 & 0xff);
}

static void put_32(unsigned char *out, uint32_t value)
{
    put_16(out, value & 0xffff);
    put_16(out + 2, value >> 16);
}

/* Compress into OUT; returns the size, 0 where it does not get below ROOM. */
static size_t deflate_text(z_stream *deflater, const char *text, size_t length,
                           unsigned char *out, size_t room)
{
    if (deflateReset(deflater) != Z_OK)
        return 0;
    deflater->next_in = (const Bytef *)text;
    deflater->avail_in = (uInt)length;
    deflater->next_out = out;
    deflater->avail_out = (uInt)room;
    return deflate(deflater, Z_FINISH) == Z_STREAM_END ? room - deflater->avail_out : 0;
}

/* RFC 1951, 3.2.4: one final stored block. */
static size_t store_text(const char *text, size_t length, unsigned char *out)
{
    out[0] = 1;
    put_16(out + 1, length);
    put_16(out + 3, ~length);
    if (length > 0)
        memcpy(out + STORED_SIZE, text, length);
    return STORED_SIZE + length;
}

size_t gzip_block(struct gzip *gzip, const char *text, size_t length,
                  char out[GZIP_BLOCK_SIZE])
{
    unsigned char *block = (unsigned char *)out;
    size_t size = deflate_text(&gzip->deflater, text, length, block + GZIP_HEADER_SIZE,
                               STORED_SIZE + length);

    if (size == 0)
        size = store_text(text, length, block + GZIP_HEADER_SIZE);
    memcpy(block, header, GZIP_HEADER_SIZE);
    put_32(block + GZIP_HEADER_SIZE + size, crc_add(0, text, length));
    put_32(block + GZIP_HEADER_SIZE + size + 4, (uint32_t)length);
    size += GZIP_HEADER_SIZE + TRAILER_SIZE;
    put_16(block + GZIP_HEADER_SIZE - 2, size - 1);
    return size;
}

size_t gzip_block_size(const char start[GZIP_HEADER_SIZE])
{
    const unsigned char *data = (const unsigned char *)start;
    size_t size = (size_t)(data[16] | data[17] << 8) + 1;

    /* Time, hint and system (bytes 4 to 9) are free. */
    if (memcmp(data, header, 4) != 0 || memcmp(data + 10, header + 10, 6) != 0)
        return 0;
    return size < GZIP_END_SIZE ? 0 : size;
}

uint32_t gzip_block_text(const char *block, size_t size)
{
    const unsigned char *end = (const unsigned char *)block + size;

    return end[-4] | (uint32_t)end[-3] << 8 | (uint32_t)end[-2] << 16 |
           (uint32_t)end[-1] << 24;
}
