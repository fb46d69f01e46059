/* inflate: raw deflate data (RFC 1951) to text, in pieces, by one of two libraries.
 *
 * zlib is always there; ISA-L, which is about twice as fast, where configure finds it. What
 * both agree on: a good stream gives its text and exactly the bytes after it are left,
 * whatever the pieces are; a truncated one never ends; text comes as soon as the data for
 * it is there, but for the exception below.
 *
 * Where they differ, which is on data that no compressor makes, or that was cut short:
 * - ISA-L decodes several symbols at a time, so of a truncated stream it may hold back the
 *   last two literals; before a symbol without a meaning, or a match from before the start,
 *   up to 258 bytes more.
 * - zlib refuses a block with an incomplete Huffman code (RFC 1951 leaves that open) when
 *   it reads the code, ISA-L only where a pattern without a meaning comes. What was decoded
 *   until then is text. Where none comes the stream is good: the CRC in gzip's trailer
 *   finds that, unless somebody made the file so.
 * - How much data was taken when a fault was found.
 *
 * Memory is bounded (a window of at most 128 KiB and tables), whatever the input. Nothing
 * is reported here.
 */
#ifndef KIDX_GZIP_INFLATE_H
#define KIDX_GZIP_INFLATE_H

#include <stddef.h>
#include <stdint.h>

enum inflate_library { INFLATE_ZLIB, INFLATE_ISAL };

enum inflate_verdict {
    INFLATE_GOES_ON, /* there is no more room, or no more data */
    INFLATE_ENDED,   /* all text was given; what is left of the data is not of the stream */
    INFLATE_FAULT    /* the text before it was given */
};

/* Data to take and room for text; both shrink by what was used. */
struct inflate_step {
    const unsigned char *data;
    size_t available;
    char *out;
    size_t room;
};

struct inflate;

/* The faster library that is there. */
enum inflate_library inflate_best(void);

/* LIBRARY must be there: INFLATE_ZLIB, or what inflate_best says. */
struct inflate *inflate_new(enum inflate_library library);
void inflate_free(struct inflate *inflate);

/* Begin a stream; what was left of an earlier one is forgotten. -1 where the library cannot
 * be used (zlib is not the version of its header). */
int inflate_start(struct inflate *inflate);

/* Take a step. Where the room is used up, more text may wait for which no data is needed.
 * Not called again for a stream that ended or had a fault. */
enum inflate_verdict inflate_text(struct inflate *inflate, struct inflate_step *step);

/* The CRC-32 of gzip (RFC 1952, 8) of the text that CRC belongs to (0: of no text) and the
 * LENGTH bytes after it, by the faster library. */
uint32_t inflate_crc(uint32_t crc, const void *data, size_t length);

/* zalloc and zfree for any z_stream: memory from mem.h, so that zlib never lacks it. */
void *inflate_zlib_alloc(void *state, unsigned count, unsigned size);
void inflate_zlib_free(void *state, void *memory);

#endif
