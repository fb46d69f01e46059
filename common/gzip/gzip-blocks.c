#include <config.h>

#include "gzip/gzip-blocks.h"

#include "gzip/gzip.h"

/* Whether WANT bytes are there: 1, or 0 where the input ends before; -1 where it would have
 * to be waited for them, and may not. */
static int has_bytes(struct source *source, size_t want, bool may_wait)
{
    if (!may_wait && !source_is_ready(source, want))
        return -1;
    return source_need(source, want) >= (ptrdiff_t)want;
}

/* Whether a whole block begins here, by its header, and its *SIZE; as has_bytes. */
static int find_block(struct source *source, bool may_wait, size_t *size)
{
    int found = has_bytes(source, GZIP_HEADER_SIZE, may_wait);

    if (found <= 0)
        return found;
    *size = gzip_block_size(source->buffer + source->start);
    return *size == 0 ? 0 : has_bytes(source, *size, may_wait);
}

bool gzip_blocks_read(struct source *source, struct buf *data,
                      const struct gzip_blocks_limit *most, bool may_wait)
{
    uint64_t text = 0;

    for (;;) {
        bool is_first = data->length == 0;
        size_t size;
        int found = find_block(source, may_wait && is_first, &size);

        if (found <= 0)
            return found != 0;
        text += gzip_block_text(source->buffer + source->start, size);
        if (!is_first && (text > most->text || data->length + size > most->data))
            return true;
        buf_append(data, source->buffer + source->start, size);
        source_skip(source, size);
    }
}
