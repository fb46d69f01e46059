#include <config.h>

#include "gzip/gzip-writer.h"

#include "base/mem.h"
#include "base/pool.h"
#include "gzip/gzip.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct block {
    size_t text_length;
    size_t size;
    char text[GZIP_BLOCK_TEXT];
    char bytes[GZIP_BLOCK_SIZE];
};

struct gzip_writer {
    gzip_writer_put *put;
    void *context;
    size_t gzip_count;
    void **gzips; /* struct gzip, one a thread */
    struct pool *pool;
    struct block *filling;
    size_t spare_count;
    struct block **spare; /* room for all blocks; each is allocated when it is needed */
};

static void compress_block(void *gzip, void *job)
{
    struct block *block = job;

    block->size = gzip_block(gzip, block->text, block->text_length, block->bytes);
}

static struct block *take_spare(struct gzip_writer *writer)
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
    writer->gzip_count = threads > 0 ? threads : 1;
    writer->gzips = mem_zeroed(writer->gzip_count, sizeof *writer->gzips);
    for (size_t i = 0; i < writer->gzip_count; i++)
        writer->gzips[i] = gzip_new(level);
    writer->pool = pool_new(threads, compress_block, writer->gzips);
    if (!writer->pool) {
        int error = errno;

        gzip_writer_free(writer);
        errno = error;
        return NULL;
    }
    writer->spare = mem_zeroed(pool_capacity(writer->pool) + 1, sizeof(struct block *));
    writer->filling = take_spare(writer);
    return writer;
}

void gzip_writer_free(struct gzip_writer *writer)
{
    if (!writer)
        return;
    while (writer->pool && pool_in_flight(writer->pool) > 0)
        free(pool_collect(writer->pool));
    pool_free(writer->pool);
    for (size_t i = 0; i < writer->gzip_count; i++)
        gzip_free(writer->gzips[i]);
    free(writer->gzips);
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
    writer->filling = take_spare(writer);
}

void gzip_writer_write(struct gzip_writer *writer, const char *data, size_t length)
{
    while (length > 0) {
        struct block *block = writer->filling;
        size_t room = GZIP_BLOCK_TEXT - block->text_length;
        size_t taken = length < room ? length : room;

        memcpy(block->text + block->text_length, data, taken);
        block->text_length += taken;
        data += taken;
        length -= taken;
        if (block->text_length == GZIP_BLOCK_TEXT)
            submit_block(writer);
    }
}

void gzip_writer_finish(struct gzip_writer *writer)
{
    if (writer->filling->text_length > 0)
        submit_block(writer);
    while (pool_in_flight(writer->pool) > 0)
        put_oldest(writer);
    writer->put(writer->context, gzip_end, GZIP_END_SIZE);
}
