#include <config.h>

#include "gzip/gunzip.h"

#include "base/mem.h"
#include "gzip/gzip-header.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* The parts of a stream. A read continues where the last one ended, so that text is
 * returned before the source has to wait for more. */
enum part {
    PART_HEADER,
    PART_TEXT,
    PART_TRAILER,
    PART_BETWEEN, /* after a member */
    PART_PADDING,
    PART_END,
    PART_FAULT
};

enum { TRAILER_SIZE = 8 };

struct gunzip {
    enum part part;
    struct inflate *inflate;
    struct gzip_header header;
    uint32_t crc;
    uint32_t length;   /* of the member's text, modulo 2^32 */
    bool text_pending; /* the inflater may hold text for which there was no room */
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
    gzip_header_begin(&gunzip->header);
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

static void read_header(struct gunzip *gunzip, struct source *source,
                        const unsigned char *data, size_t available)
{
    const char *error = NULL;
    size_t length;

    if (gunzip->header.part == GZIP_HEADER_FIXED && !gzip_header_is_magic(data)) {
        set_fault(gunzip, "bytes after the last member", source->offset);
        return;
    }
    length = gzip_header_read(&gunzip->header, data, available, &error);
    if (error != NULL) {
        set_fault(gunzip, error, source->offset + length);
        return;
    }
    source_skip(source, length);
    if (gunzip->header.part != GZIP_HEADER_END)
        return;
    if (inflate_start(gunzip->inflate) != 0) {
        set_fault(gunzip, "zlib cannot inflate", source->offset);
        return;
    }
    gunzip->crc = 0;
    gunzip->length = 0;
    gunzip->text_pending = false;
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
        gunzip_start(gunzip);
    else
        set_fault(gunzip, "bytes after the last member", source->offset);
}

static void read_padding(struct gunzip *gunzip, struct source *source,
                         const unsigned char *data, size_t available)
{
    size_t length = 0;

    while (length < available && data[length] == 0)
        length++;
    if (length < available)
        set_fault(gunzip, "bytes after the padding", source->offset + length);
    source_skip(source, length);
}

/* Inflate the available data into OUT; returns the length of the text. */
static size_t read_text(struct gunzip *gunzip, struct source *source,
                        const unsigned char *data, size_t available, char *out, size_t room)
{
    struct inflate_step step = {data, available, out, room};
    enum inflate_verdict verdict = inflate_text(gunzip->inflate, &step);
    size_t length = room - step.room;

    source_skip(source, available - step.available);
    gunzip->crc = inflate_crc(gunzip->crc, out, length);
    gunzip->length += (uint32_t)length;
    gunzip->text_pending = step.room == 0;
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
        return gzip_header_wants(&gunzip->header);
    case PART_TRAILER:
        return TRAILER_SIZE;
    case PART_TEXT:
        return gunzip->text_pending ? 0 : 1;
    default:
        return 1;
    }
}

/* The input ends after AVAILABLE bytes, fewer than the part needs. */
static void end_input(struct gunzip *gunzip, const struct source *source,
                      const unsigned char *data, size_t available)
{
    if (gunzip->part == PART_BETWEEN || gunzip->part == PART_PADDING)
        gunzip->part = PART_END;
    else if (gunzip->part == PART_HEADER && gunzip->header.part == GZIP_HEADER_FIXED &&
             available > 1 && !gzip_header_is_magic(data))
        set_fault(gunzip, "bytes after the last member", source->offset);
    else
        set_fault(gunzip, "the input ends inside a member", source->offset + available);
}

/* Process some of the AVAILABLE bytes at DATA; returns the length of the text from them. */
static size_t read_part(struct gunzip *gunzip, struct source *source,
                        const unsigned char *data, size_t available, char *out, size_t room)
{
    switch (gunzip->part) {
    case PART_HEADER:
        read_header(gunzip, source, data, available);
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
            end_input(gunzip, source, source_bytes(source), (size_t)available);
        else
            length += read_part(gunzip, source, source_bytes(source), (size_t)available,
                                out + length, room - length);
    }
    return length == 0 && gunzip->part == PART_FAULT ? -1 : (ptrdiff_t)length;
}
