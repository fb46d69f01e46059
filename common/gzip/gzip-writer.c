#include <config.h>

#include "gzip/gzip-writer.h"

#include "base/mem.h"
#include "base/pool.h"
#include "gzip/inflate.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define ZLIB_CONST /* next_in points to const */
#include <zlib.h>

enum { HEADER_SIZE = 18, TRAILER_SIZE = 8, END_SIZE = 28, STORED_SIZE = 5 };
enum { BLOCK_TEXT = 65280, BLOCK_SIZE = 65536, MEMORY_LEVEL = 8 };

/* RFC 1952, 2.3.1: magic, deflate, an extra field, no time, no hint, system unknown; then
 * an extra field of 6 bytes: subfield BC of 2 bytes, which are set for each block. */
static const unsigned char header[HEADER_SIZE] = {0x1f, 0x8b, 8, 4,   0,   0, 0, 0, 0,
                                                  0xff, 6,    0, 'B', 'C', 2, 0, 0, 0};

/* An empty member: after the header one final block of fixed codes without a symbol (03
 * 00), CRC and length 0. The NUL that ends the literal is the last byte. */
static const char end_block[END_SIZE] = "\x1f\x8b\x08\x04\0\0\0\0\0\xff\x06\0"
                                        "BC\x02\0\x1b\0"
                                        "\x03\0\0\0\0\0\0\0\0";

struct block {
    size_t text_length;
    size_t size;
    char text[BLOCK_TEXT];
    char bytes[BLOCK_SIZE];
};

struct gzip_writer {
    gzip_writer_put *put;
    void *context;
    size_t deflater_count;
    void **deflaters; /* z_stream, one for each thread */
    struct pool *pool;
    struct block *filling;
    size_t spare_count;
    struct block **spare; /* room for all blocks; each is allocated when it is needed */
};

/* --- a block --- */

static z_stream *new_deflater(int level)
{
    z_stream *deflater = mem_zeroed(1, sizeof *deflater);

    deflater->zalloc = inflate_zlib_alloc;
    deflater->zfree = inflate_zlib_free;
    /* Where this fails (a zlib of another version), each block fails to shrink and is
     * stored. */
    deflateInit2(deflater, level, Z_DEFLATED, -MAX_WBITS, MEMORY_LEVEL, Z_DEFAULT_STRATEGY);
    return deflater;
}

static void free_deflater(z_stream *deflater)
{
    deflateEnd(deflater);
    free(deflater);
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

/* A pool_work: compress a block. Text that does not shrink is stored, so a block always has
 * room. */
static void compress_block(void *deflater, void *job)
{
    struct block *block = job;
    unsigned char *out = (unsigned char *)block->bytes;
    size_t length = block->text_length;
    size_t size = deflate_text(deflater, block->text, length, out + HEADER_SIZE,
                               STORED_SIZE + length);

    if (size == 0)
        size = store_text(block->text, length, out + HEADER_SIZE);
    memcpy(out, header, HEADER_SIZE);
    put_32(out + HEADER_SIZE + size, inflate_crc(0, block->text, length));
    put_32(out + HEADER_SIZE + size + 4, (uint32_t)length);
    size += HEADER_SIZE + TRAILER_SIZE;
    put_16(out + HEADER_SIZE - 2, size - 1);
    block->size = size;
}

/* --- the writer --- */

static struct block *new_block(struct gzip_writer *writer)
{
    struct block *block = writer->spare_count > 0 ? writer->spare[--writer->spare_count]
                                                  : mem_alloc(sizeof *block);

    block->text_length = 0;
    return block;
}

struct gzip_writer *gzip_writer_new(int level, unsigned threads, gzip_writer_put *put,
                                    void *context)
{
    struct gzip_writer *writer = mem_zeroed(1, sizeof *writer);

    writer->put = put;
    writer->context = context;
    writer->deflater_count = threads > 0 ? threads : 1;
    writer->deflaters = mem_zeroed(writer->deflater_count, sizeof *writer->deflaters);
    for (size_t i = 0; i < writer->deflater_count; i++)
        writer->deflaters[i] = new_deflater(level);
    writer->pool = pool_new(threads, compress_block, writer->deflaters);
    if (!writer->pool) {
        int error = errno;

        gzip_writer_free(writer);
        errno = error;
        return NULL;
    }
    writer->spare = mem_zeroed(pool_capacity(writer->pool) + 1, sizeof(struct block *));
    writer->filling = new_block(writer);
    return writer;
}

void gzip_writer_free(struct gzip_writer *writer)
{
    if (!writer)
        return;
    while (writer->pool && pool_in_flight(writer->pool) > 0)
        free(pool_collect(writer->pool));
    pool_free(writer->pool);
    for (size_t i = 0; i < writer->deflater_count; i++)
        free_deflater(writer->deflaters[i]);
    free(writer->deflaters);
    for (size_t i = 0; i < writer->spare_count; i++)
        free(writer->spare[i]);
    free(writer->spare);
    free(writer->filling);
    free(writer);
}

/* Put the oldest block; waits for it. */
static void put_oldest(struct gzip_writer *writer)
{
    struct block *block = pool_collect(writer->pool);

    writer->put(writer->context, block->bytes, block->size);
    writer->spare[writer->spare_count++] = block;
}

void gzip_writer_flush(struct gzip_writer *writer)
{
    while (pool_ready(writer->pool))
        put_oldest(writer);
}

static void submit_block(struct gzip_writer *writer)
{
    if (pool_in_flight(writer->pool) == pool_capacity(writer->pool))
        put_oldest(writer);
    pool_submit(writer->pool, writer->filling);
    gzip_writer_flush(writer);
    writer->filling = new_block(writer);
}

void gzip_writer_write(struct gzip_writer *writer, const char *data, size_t length)
{
    while (length > 0) {
        struct block *block = writer->filling;
        size_t room = BLOCK_TEXT - block->text_length;
        size_t added = length < room ? length : room;

        memcpy(block->text + block->text_length, data, added);
        block->text_length += added;
        data += added;
        length -= added;
        if (block->text_length == BLOCK_TEXT)
            submit_block(writer);
    }
}

void gzip_writer_finish(struct gzip_writer *writer)
{
    if (writer->filling->text_length > 0)
        submit_block(writer);
    while (pool_in_flight(writer->pool) > 0)
        put_oldest(writer);
    writer->put(writer->context, end_block, END_SIZE);
}
