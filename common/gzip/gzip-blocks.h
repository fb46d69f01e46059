/* gzip-blocks: whole blocks of blocked gzip (gzip.h), out of a source.
 *
 * Blocks are found by what their headers say, and that is not checked: the bytes may be
 * anything.
 */
#ifndef KIDX_GZIP_GZIP_BLOCKS_H
#define KIDX_GZIP_GZIP_BLOCKS_H

#include "base/buf.h"
#include "base/source.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* How much is taken: bytes of the blocks, and of the text that they say they have. */
struct gzip_blocks_limit {
    size_t data;
    uint64_t text;
};

/* Take blocks off the source and append them to DATA, which is empty: those that are there,
 * within the limits, but the first one whatever it has; where MAY_WAIT that one is waited
 * for. False where behind what was taken (which may be nothing) no whole block comes. */
bool gzip_blocks_read(struct source *source, struct buf *data,
                      const struct gzip_blocks_limit *most, bool may_wait);

#endif
