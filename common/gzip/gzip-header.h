/* gzip-header: parses the header of a gzip member (RFC 1952, 2.3), part by part, and that
 * of a block of blocked gzip (BGZF: SAM/BAM format specification, 4.1).
 *
 * Reserved flags, an unknown compression method and a wrong header CRC are errors; the
 * content of the optional fields is ignored. Nothing here allocates.
 */
#ifndef KIDX_GZIP_GZIP_HEADER_H
#define KIDX_GZIP_GZIP_HEADER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The parts of a header; all but the first are optional. */
enum gzip_header_part {
    GZIP_HEADER_FIXED, /* ten bytes */
    GZIP_HEADER_EXTRA_LENGTH,
    GZIP_HEADER_EXTRA,
    GZIP_HEADER_NAME,
    GZIP_HEADER_COMMENT,
    GZIP_HEADER_CRC,
    GZIP_HEADER_END
};

/* The state between two parts. */
struct gzip_header {
    enum gzip_header_part part; /* the next one */
    unsigned flags;
    size_t extra_left;
    uint32_t crc; /* of the bytes that were read */
};

/* Whether two bytes are the magic of gzip. */
static inline bool gzip_header_is_magic(const unsigned char *data)
{
    return data[0] == 0x1f && data[1] == 0x8b;
}

void gzip_header_begin(struct gzip_header *header);

/* How many bytes the next part needs at once, at least 1. */
size_t gzip_header_wants(const struct gzip_header *header);

/* Read the next part, or some of it, from AVAILABLE (at least the wanted) bytes at DATA;
 * the caller has checked the magic. Returns the number of bytes read. Where the header is
 * wrong, sets *ERROR to a static text and returns the offset in DATA of what is wrong. */
size_t gzip_header_read(struct gzip_header *header, const unsigned char *data,
                        size_t available, const char **error);

/* The header of a block: the fixed part and one extra field "BC". */
enum { GZIP_HEADER_BLOCK_SIZE = 18 };

/* The size of the block that begins with the GZIP_HEADER_BLOCK_SIZE bytes at DATA; 0 where
 * they are not the header of a block. */
size_t gzip_header_block(const char *data);

#endif
