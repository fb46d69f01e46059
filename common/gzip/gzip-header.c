#include <config.h>

#include "gzip/gzip-header.h"

#include "gzip/inflate.h"

#include <string.h>

/* The flags of RFC 1952, 2.3.1; the three high bits are reserved. */
enum { FLAG_HEADER_CRC = 2, FLAG_EXTRA = 4, FLAG_NAME = 8, FLAG_COMMENT = 16 };
enum { FLAGS_RESERVED = 0xe0, METHOD_DEFLATE = 8, FIXED_SIZE = 10 };

/* The smallest block: a header, two bytes of data without text, and a trailer. */
enum { BLOCK_SIZE_MIN = 28 };

void gzip_header_begin(struct gzip_header *header)
{
    *header = (struct gzip_header){.part = GZIP_HEADER_FIXED};
}

size_t gzip_header_wants(const struct gzip_header *header)
{
    switch (header->part) {
    case GZIP_HEADER_FIXED:
        return FIXED_SIZE;
    case GZIP_HEADER_EXTRA_LENGTH:
    case GZIP_HEADER_CRC:
        return 2;
    default:
        return 1;
    }
}

/* The first part from PART on that the flags announce. */
static enum gzip_header_part next_part(const struct gzip_header *header,
                                       enum gzip_header_part part)
{
    if (part <= GZIP_HEADER_EXTRA_LENGTH && header->flags & FLAG_EXTRA)
        return GZIP_HEADER_EXTRA_LENGTH;
    if (part <= GZIP_HEADER_NAME && header->flags & FLAG_NAME)
        return GZIP_HEADER_NAME;
    if (part <= GZIP_HEADER_COMMENT && header->flags & FLAG_COMMENT)
        return GZIP_HEADER_COMMENT;
    if (part <= GZIP_HEADER_CRC && header->flags & FLAG_HEADER_CRC)
        return GZIP_HEADER_CRC;
    return GZIP_HEADER_END;
}

static size_t read_fixed(struct gzip_header *header, const unsigned char *data,
                         const char **error)
{
    if (data[2] != METHOD_DEFLATE) {
        *error = "unknown compression method";
        return 2;
    }
    if (data[3] & FLAGS_RESERVED) {
        *error = "reserved header flag is set";
        return 3;
    }
    header->flags = data[3];
    header->part = next_part(header, GZIP_HEADER_EXTRA_LENGTH);
    return FIXED_SIZE;
}

static size_t read_extra_length(struct gzip_header *header, const unsigned char *data)
{
    header->extra_left = (size_t)(data[0] | data[1] << 8);
    header->part =
        header->extra_left > 0 ? GZIP_HEADER_EXTRA : next_part(header, GZIP_HEADER_NAME);
    return 2;
}

static size_t read_extra(struct gzip_header *header, size_t available)
{
    size_t length = available < header->extra_left ? available : header->extra_left;

    header->extra_left -= length;
    if (header->extra_left == 0)
        header->part = next_part(header, GZIP_HEADER_NAME);
    return length;
}

/* A name or comment: Latin-1 text that ends in a NUL. */
static size_t read_text(struct gzip_header *header, const unsigned char *data,
                        size_t available)
{
    const unsigned char *end = memchr(data, 0, available);

    if (end == NULL)
        return available;
    header->part = next_part(header, header->part + 1);
    return (size_t)(end - data) + 1;
}

static size_t read_crc(struct gzip_header *header, const unsigned char *data,
                       const char **error)
{
    if ((data[0] | data[1] << 8) != (int)(header->crc & 0xffff)) {
        *error = "header CRC does not match";
        return 0;
    }
    header->part = GZIP_HEADER_END;
    return 2;
}

size_t gzip_header_read(struct gzip_header *header, const unsigned char *data,
                        size_t available, const char **error)
{
    size_t length = 0;

    switch (header->part) {
    case GZIP_HEADER_FIXED:
        length = read_fixed(header, data, error);
        break;
    case GZIP_HEADER_EXTRA_LENGTH:
        length = read_extra_length(header, data);
        break;
    case GZIP_HEADER_EXTRA:
        length = read_extra(header, available);
        break;
    case GZIP_HEADER_NAME:
    case GZIP_HEADER_COMMENT:
        length = read_text(header, data, available);
        break;
    case GZIP_HEADER_CRC:
        return read_crc(header, data, error);
    case GZIP_HEADER_END:
        break;
    }
    header->crc = inflate_crc(header->crc, data, length);
    return length;
}

size_t gzip_header_block(const char *header)
{
    static const unsigned char begin[] = {0x1f, 0x8b, METHOD_DEFLATE, FLAG_EXTRA};
    static const unsigned char extra[] = {6, 0, 'B', 'C', 2, 0};
    const unsigned char *data = (const unsigned char *)header;
    size_t size = (size_t)(data[16] | data[17] << 8) + 1;

    /* Bytes 4 to 9 (time, hint and system) may have any value. */
    if (memcmp(data, begin, sizeof begin) != 0 ||
        memcmp(data + FIXED_SIZE, extra, sizeof extra) != 0)
        return 0;
    return size < BLOCK_SIZE_MIN ? 0 : size;
}
