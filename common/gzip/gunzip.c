#include <config.h>

#include "gzip/gunzip.h"

#include "base/mem.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* The parts of a stream. Each is taken up again where the last read left it, so that text
 * is handed on before the source has to wait for more. */
enum part {
    PART_HEADER, /* the ten fixed bytes */
    PART_EXTRA_LENGTH,
    PART_EXTRA,
    PART_NAME,
    PART_COMMENT,
    PART_HEADER_CRC,
    PART_TEXT,
    PART_TRAILER,
    PART_BETWEEN, /* behind a member */
    PART_PADDING,
    PART_END,
    PART_FAULT
};

/* The flags of RFC 1952, 2.3.1; the three high bits are reserved. */
enum { FLAG_HEADER_CRC = 2, FLAG_EXTRA = 4, FLAG_NAME = 8, FLAG_COMMENT = 16 };
enum { FLAGS_RESERVED = 0xe0, METHOD_DEFLATE = 8 };
enum { HEADER_SIZE = 10, TRAILER_SIZE = 8 };

struct gunzip {
    enum part part;
    struct inflate *inflate;
    unsigned flags;
    size_t extra_left;
    uint32_t header_crc;
    uint32_t crc;
    uint32_t length; /* of the member's text, modulo 2^32 */
    bool text_waits; /* the inflater may hold text for which there was no room */
    const char *error;
    uint64_t error_offset;
};

struct gunzip *gunzip_new(enum inflate_library library)
{
    struct gunzip *gunzip = mem_zeroed(1, sizeof *gunzip);

    gunzip->inflate = inflate_new(library);
    gunzip_start(gunzip);
    return gunzip;
}

void gunzip_free(struct gunzip *gunzip)
{
    if (!gunzip)
        return;
    inflate_free(gunzip->inflate);
    free(gunzip);
}

void gunzip_start(struct gunzip *gunzip)
{
    gunzip->part = PART_HEADER;
    gunzip->error = NULL;
    gunzip->error_offset = 0;
}

void gunzip_resume(struct gunzip *gunzip)
{
    gunzip_start(gunzip);
    gunzip->part = PART_BETWEEN;
}

enum gunzip_state gunzip_state(const struct gunzip *gunzip)
{
    return gunzip->part == PART_FAULT ? GUNZIP_FAILED
           : gunzip->part == PART_END ? GUNZIP_ENDED
                                      : GUNZIP_GOES_ON;
}

const char *gunzip_error(const struct gunzip *gunzip)
{
    return gunzip->error;
}

uint64_t gunzip_error_offset(const struct gunzip *gunzip)
{
    return gunzip->error_offset;
}

static void set_fault(struct gunzip *gunzip, const char *error, uint64_t offset)
{
    gunzip->part = PART_FAULT;
    gunzip->error = error;
    gunzip->error_offset = offset;
}

static const unsigned char *source_bytes(const struct source *source)
{
    return (const unsigned char *)source->buffer + source->start;
}

static uint32_t little_endian_32(const unsigned char *data)
{
    return data[0] | (uint32_t)data[1] << 8 | (uint32_t)data[2] << 16 |
           (uint32_t)data[3] << 24;
}

/* The first optional part of the header from PART on, or the text. */
static enum part next_header_part(const struct gunzip *gunzip, enum part part)
{
    if (part <= PART_EXTRA_LENGTH && gunzip->flags & FLAG_EXTRA)
        return PART_EXTRA_LENGTH;
    if (part <= PART_NAME && gunzip->flags & FLAG_NAME)
        return PART_NAME;
    if (part <= PART_COMMENT && gunzip->flags & FLAG_COMMENT)
        return PART_COMMENT;
    if (part <= PART_HEADER_CRC && gunzip->flags & FLAG_HEADER_CRC)
        return PART_HEADER_CRC;
    return PART_TEXT;
}

/* Count LENGTH bytes at DATA as read and as part of what the header's CRC is over. */
static void take_header(struct gunzip *gunzip, struct source *source,
                        const unsigned char *data, size_t length)
{
    gunzip->header_crc = inflate_crc(gunzip->header_crc, data, length);
    source_skip(source, length);
}

static void read_fixed_header(struct gunzip *gunzip, struct source *source,
                              const unsigned char *data)
{
    uint64_t offset = source->offset;

    if (data[2] != METHOD_DEFLATE) {
        set_fault(gunzip, "unknown compression method", offset + 2);
        return;
    }
    if (data[3] & FLAGS_RESERVED) {
        set_fault(gunzip, "reserved header flag is set", offset + 3);
        return;
    }
    if (inflate_start(gunzip->inflate) != 0) {
        set_fault(gunzip, "zlib cannot inflate", offset);
        return;
    }
    gunzip->flags = data[3];
    gunzip->header_crc = gunzip->crc = 0;
    gunzip->length = 0;
    gunzip->text_waits = false;
    take_header(gunzip, source, data, HEADER_SIZE);
    gunzip->part = next_header_part(gunzip, PART_EXTRA_LENGTH);
}

static void read_extra(struct gunzip *gunzip, struct source *source,
                       const unsigned char *data, size_t available)
{
    size_t length = available < gunzip->extra_left ? available : gunzip->extra_left;

    take_header(gunzip, source, data, length);
    gunzip->extra_left -= length;
    if (gunzip->extra_left == 0)
        gunzip->part = next_header_part(gunzip, PART_NAME);
}

/* A name or comment: Latin-1 text that ends in a NUL. */
static void read_text_field(struct gunzip *gunzip, struct source *source,
                            const unsigned char *data, size_t available)
{
    const unsigned char *end = memchr(data, 0, available);

    take_header(gunzip, source, data, end ? (size_t)(end - data) + 1 : available);
    if (end)
        gunzip->part = next_header_part(gunzip, gunzip->part + 1);
}

static void read_header_crc(struct gunzip *gunzip, struct source *source,
                            const unsigned char *data)
{
    if ((data[0] | data[1] << 8) != (int)(gunzip->header_crc & 0xffff)) {
        set_fault(gunzip, "header CRC does not match", source->offset);
        return;
    }
    source_skip(source, 2);
    gunzip->part = PART_TEXT;
}

static void read_trailer(struct gunzip *gunzip, struct source *source,
                         const unsigned char *data)
{
    if (little_endian_32(data) != gunzip->crc) {
        set_fault(gunzip, "CRC of the text does not match", source->offset);
        return;
    }
    if (little_endian_32(data + 4) != gunzip->length) {
        set_fault(gunzip, "length of the text does not match", source->offset + 4);
        return;
    }
    source_skip(source, TRAILER_SIZE);
    gunzip->part = PART_BETWEEN;
}

static void read_between(struct gunzip *gunzip, struct source *source,
                         const unsigned char *data)
{
    if (data[0] == 0)
        gunzip->part = PART_PADDING;
    else if (data[0] == 0x1f)
        gunzip->part = PART_HEADER;
    else
        set_fault(gunzip, "bytes behind the last member", source->offset);
}

static void read_padding(struct gunzip *gunzip, struct source *source,
                         const unsigned char *data, size_t available)
{
    size_t length = 0;

    while (length < available && data[length] == 0)
        length++;
    if (length < available)
        set_fault(gunzip, "bytes behind the padding", source->offset + length);
    source_skip(source, length);
}

/* Inflate what is available into OUT; returns the length of the text. */
static size_t read_text(struct gunzip *gunzip, struct source *source,
                        const unsigned char *data, size_t available, char *out, size_t room)
{
    struct inflate_step step = {data, available, out, room};
    enum inflate_verdict verdict = inflate_text(gunzip->inflate, &step);
    size_t length = room - step.room;

    source_skip(source, available - step.available);
    gunzip->crc = inflate_crc(gunzip->crc, out, length);
    gunzip->length += (uint32_t)length;
    gunzip->text_waits = step.room == 0;
    if (verdict == INFLATE_ENDED)
        gunzip->part = PART_TRAILER;
    else if (verdict == INFLATE_FAULT)
        set_fault(gunzip, "invalid deflate data", source->offset);
    return length;
}

/* How many bytes a part needs at once. */
static size_t part_wants(const struct gunzip *gunzip)
{
    switch (gunzip->part) {
    case PART_HEADER:
        return HEADER_SIZE;
    case PART_EXTRA_LENGTH:
    case PART_HEADER_CRC:
        return 2;
    case PART_TRAILER:
        return TRAILER_SIZE;
    case PART_TEXT:
        return gunzip->text_waits ? 0 : 1;
    default:
        return 1;
    }
}

/* The input ends, AVAILABLE bytes on, where a part needs more. */
static void meet_end(struct gunzip *gunzip, const struct source *source,
                     const unsigned char *data, size_t available)
{
    if (gunzip->part == PART_BETWEEN || gunzip->part == PART_PADDING)
        gunzip->part = PART_END;
    else if (gunzip->part == PART_HEADER && available > 1 && data[1] != 0x8b)
        set_fault(gunzip, "bytes behind the last member", source->offset);
    else
        set_fault(gunzip, "the input ends inside a member", source->offset + available);
}

/* Take one step with the AVAILABLE bytes at DATA; returns the length of the text made. */
static size_t read_part(struct gunzip *gunzip, struct source *source,
                        const unsigned char *data, size_t available, char *out, size_t room)
{
    switch (gunzip->part) {
    case PART_HEADER:
        if (data[0] == 0x1f && data[1] == 0x8b)
            read_fixed_header(gunzip, source, data);
        else
            set_fault(gunzip, "bytes behind the last member", source->offset);
        break;
    case PART_EXTRA_LENGTH:
        gunzip->extra_left = (size_t)(data[0] | data[1] << 8);
        take_header(gunzip, source, data, 2);
        gunzip->part =
            gunzip->extra_left ? PART_EXTRA : next_header_part(gunzip, PART_NAME);
        break;
    case PART_EXTRA:
        read_extra(gunzip, source, data, available);
        break;
    case PART_NAME:
    case PART_COMMENT:
        read_text_field(gunzip, source, data, available);
        break;
    case PART_HEADER_CRC:
        read_header_crc(gunzip, source, data);
        break;
    case PART_TEXT:
        return read_text(gunzip, source, data, available, out, room);
    case PART_TRAILER:
        read_trailer(gunzip, source, data);
        break;
    case PART_BETWEEN:
        read_between(gunzip, source, data);
        break;
    case PART_PADDING:
        read_padding(gunzip, source, data, available);
        break;
    case PART_END:
    case PART_FAULT:
        break;
    }
    return 0;
}

ptrdiff_t gunzip_read(struct gunzip *gunzip, struct source *source, char *out, size_t room)
{
    size_t length = 0;

    while (length < room && gunzip->part < PART_END) {
        size_t wants = part_wants(gunzip);
        ptrdiff_t available;

        if (length > 0 && !source->end && source->fill - source->start < wants)
            break;
        available = source_need(source, wants);
        if (available < 0)
            gunzip->part = PART_FAULT;
        else if ((size_t)available < wants && !source->end)
            break;
        else if ((size_t)available < wants)
            meet_end(gunzip, source, source_bytes(source), (size_t)available);
        else
            length += read_part(gunzip, source, source_bytes(source), (size_t)available,
                                out + length, room - length);
    }
    return length == 0 && gunzip->part == PART_FAULT ? -1 : (ptrdiff_t)length;
}
