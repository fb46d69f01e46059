/* inflate: raw deflate data (RFC 1951) to text, in pieces, by one of two libraries.
 *
 * zlib is always available; ISA-L, which is about twice as fast, where configure finds it.
 * With both, a valid stream gives its text and leaves exactly the bytes after the stream,
 * however the data is split; a truncated stream does not end; text is returned as soon as
 * the data for it is available, with the exceptions below.
 *
 * They differ on data that no compressor writes, and on truncated data:
 * - ISA-L decodes several symbols at a time. It may not return the last two literals of a
 *   truncated stream, and up to 258 bytes more before an invalid symbol or a match that
 *   begins before the text.
 * - zlib rejects a block with an incomplete Huffman code (RFC 1951 leaves that open) when
 *   it reads the code, ISA-L when it reads an invalid symbol: the text before that is
 *   returned. Without such a symbol the stream is valid, and the CRC in gzip's trailer
 *   shows an accidental error.
 * - The amount of data that is consumed before a fault is found.
 *
 * Memory is bounded (a window of at most 128 KiB and tables), whatever the input. Nothing
 * is reported here. A struct inflate is for one thread at a time.
 */
#ifndef KIDX_GZIP_INFLATE_H
#define KIDX_GZIP_INFLATE_H

#include <stddef.h>
#include <stdint.h>

enum inflate_library { INFLATE_ZLIB, INFLATE_ISAL };

enum inflate_verdict {
    INFLATE_GOES_ON, /* the room or the data is used up */
    INFLATE_ENDED,   /* all text was returned; the rest of the data is after the stream */
    INFLATE_FAULT    /* the data is invalid; the text before that was returned */
};

/* Data to read and room for text; a step reduces both by what it used. */
struct inflate_step {
    const unsigned char *data;
    size_t available;
    char *out;
    size_t room;
};

struct inflate;

/* The fastest available library. */
enum inflate_library inflate_best(void);

/* Precondition: LIBRARY is available, as are INFLATE_ZLIB and inflate_best(). */
struct inflate *inflate_new(enum inflate_library library);
void inflate_free(struct inflate *inflate);

/* Begin a stream; the rest of an earlier one is discarded. -1 where the library cannot be
 * used (zlib is not the version of its header). */
int inflate_start(struct inflate *inflate);

/* Inflate some data. Where the room is used up, there may be more text that needs no more
 * data. Precondition: the stream has neither ended nor had a fault. */
enum inflate_verdict inflate_text(struct inflate *inflate, struct inflate_step *step);

/* Update CRC, the CRC-32 of gzip (RFC 1952, 8) of some text (0: of none), by the LENGTH
 * bytes that follow the text. */
uint32_t inflate_crc(uint32_t crc, const void *data, size_t length);

/* zalloc and zfree for a z_stream, by mem.h: allocation does not fail. */
void *inflate_zlib_alloc(void *state, unsigned count, unsigned size);
void inflate_zlib_free(void *state, void *memory);

#endif
