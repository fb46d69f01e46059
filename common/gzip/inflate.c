#include <config.h>

#include "gzip/inflate.h"

#include "base/mem.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define ZLIB_CONST /* next_in points to const */
#include <zlib.h>

#ifdef HAVE_ISAL
#include <isa-l.h>
#endif

struct inflate {
    enum inflate_library library;
    z_stream zlib;
#ifdef HAVE_ISAL
    struct inflate_state *isal;
    bool has_fault; /* it was found; text before it may still have to be returned */
#endif
};

static uint32_t at_most_32_bits(size_t length)
{
    return length < UINT32_MAX ? (uint32_t)length : UINT32_MAX;
}

static void advance(struct inflate_step *step, size_t read, size_t written)
{
    step->data += read;
    step->available -= read;
    step->out += written;
    step->room -= written;
}

static enum inflate_verdict zlib_text(z_stream *zlib, struct inflate_step *step)
{
    uInt available = at_most_32_bits(step->available);
    uInt room = at_most_32_bits(step->room);
    int verdict;

    zlib->next_in = step->data;
    zlib->avail_in = available;
    zlib->next_out = (Bytef *)step->out;
    zlib->avail_out = room;
    verdict = inflate(zlib, Z_SYNC_FLUSH);
    advance(step, available - zlib->avail_in, room - zlib->avail_out);
    if (verdict == Z_STREAM_END)
        return INFLATE_ENDED;
    return verdict == Z_OK || verdict == Z_BUF_ERROR ? INFLATE_GOES_ON : INFLATE_FAULT;
}

#ifdef HAVE_ISAL

enum { MATCH_MAX = 258 }; /* RFC 1951, 3.2.5 */

/* ISA-L reads ahead up to eight bytes. Return whole ones to the caller after a step: they
 * may be after the end of the stream, and a later step could not return them. But where
 * data was missing they begin a symbol, and ISA-L has to have them. */
static void return_data(struct inflate_state *isal, uint32_t read, bool has_fault)
{
    bool is_short = isal->avail_in == 0 && isal->avail_out > 0;
    uint32_t bytes = isal->read_in_length < 8 ? 0 : (uint32_t)isal->read_in_length / 8;

    if (is_short && isal->block_state != ISAL_BLOCK_FINISH && !has_fault)
        return;
    if (isal->tmp_in_size > 0)
        return; /* these bytes begin a header, which follows them */
    if (bytes > read)
        bytes = read;
    if (bytes == 0)
        return;
    isal->next_in -= bytes;
    isal->avail_in += bytes;
    isal->read_in_length -= (int32_t)(8 * bytes);
    isal->read_in &= ((uint64_t)1 << isal->read_in_length) - 1;
}

/* ISA-L counts an invalid match as text though it wrote nothing. Remove the length of the
 * longest match from the pending text, and the rest of it from the ROOM that was used. */
static void cut_match(struct inflate_state *isal, uint32_t room)
{
    uint32_t pending = (uint32_t)(isal->tmp_out_valid - isal->tmp_out_processed);
    uint32_t written = room - isal->avail_out;
    uint32_t cut = pending < MATCH_MAX ? pending : MATCH_MAX;

    isal->tmp_out_valid -= (int32_t)cut;
    cut = MATCH_MAX - cut;
    isal->avail_out += written < cut ? written : cut;
}

/* Return pending text before a fault; ISA-L must not be called again. */
static enum inflate_verdict drain(struct inflate_state *isal, struct inflate_step *step)
{
    size_t pending = (size_t)(isal->tmp_out_valid - isal->tmp_out_processed);
    size_t length = pending < step->room ? pending : step->room;

    if (length > 0)
        memcpy(step->out, isal->tmp_out_buffer + isal->tmp_out_processed, length);
    isal->tmp_out_processed += (int32_t)length;
    advance(step, 0, length);
    return length < pending ? INFLATE_GOES_ON : INFLATE_FAULT;
}

static enum inflate_verdict isal_text(struct inflate *inflate, struct inflate_step *step)
{
    struct inflate_state *isal = inflate->isal;
    uint32_t available = at_most_32_bits(step->available);
    uint32_t room = at_most_32_bits(step->room);
    int code;

    if (inflate->has_fault)
        return drain(isal, step);
    isal->next_in = (uint8_t *)(uintptr_t)step->data; /* it is not written to */
    isal->avail_in = available;
    isal->next_out = (uint8_t *)step->out;
    isal->avail_out = room;
    code = isal_inflate(isal);
    inflate->has_fault = code != ISAL_DECOMP_OK;
    if (code == ISAL_INVALID_LOOKBACK || code == ISAL_INVALID_SYMBOL)
        cut_match(isal, room);
    return_data(isal, available - isal->avail_in, inflate->has_fault);
    advance(step, available - isal->avail_in, room - isal->avail_out);
    if (inflate->has_fault)
        return drain(isal, step);
    return isal->block_state == ISAL_BLOCK_FINISH ? INFLATE_ENDED : INFLATE_GOES_ON;
}

enum inflate_library inflate_best(void)
{
    return INFLATE_ISAL;
}

#else

enum inflate_library inflate_best(void)
{
    return INFLATE_ZLIB;
}

#endif

struct inflate *inflate_new(enum inflate_library library)
{
    struct inflate *inflate = mem_zeroed(1, sizeof *inflate);

    inflate->library = library;
#ifdef HAVE_ISAL
    if (library == INFLATE_ISAL) {
        inflate->isal = mem_zeroed(1, sizeof *inflate->isal);
        isal_inflate_init(inflate->isal);
        return inflate;
    }
#endif
    inflate->zlib.zalloc = inflate_zlib_alloc;
    inflate->zlib.zfree = inflate_zlib_free;
    /* With the largest window. Its memory does not fail, so this fails only where zlib is
     * not the version of its header; inflateReset then fails too. */
    inflateInit2(&inflate->zlib, -MAX_WBITS);
    return inflate;
}

void inflate_free(struct inflate *inflate)
{
    if (!inflate)
        return;
#ifdef HAVE_ISAL
    free(inflate->isal);
#endif
    inflateEnd(&inflate->zlib);
    free(inflate);
}

int inflate_start(struct inflate *inflate)
{
#ifdef HAVE_ISAL
    if (inflate->library == INFLATE_ISAL) {
        isal_inflate_reset(inflate->isal);
        inflate->has_fault = false;
        return 0;
    }
#endif
    return inflateReset(&inflate->zlib) == Z_OK ? 0 : -1;
}

enum inflate_verdict inflate_text(struct inflate *inflate, struct inflate_step *step)
{
#ifdef HAVE_ISAL
    if (inflate->library == INFLATE_ISAL)
        return isal_text(inflate, step);
#endif
    return zlib_text(&inflate->zlib, step);
}

uint32_t inflate_crc(uint32_t crc, const void *data, size_t length)
{
#ifdef HAVE_ISAL
    return crc32_gzip_refl(crc, data, length);
#else
    /* zlib reads a NULL pointer without bytes as a request for the initial value. */
    return length == 0 ? crc : (uint32_t)crc32_z(crc, data, length);
#endif
}

void *inflate_zlib_alloc(void *state, unsigned count, unsigned size)
{
    (void)state;
    return mem_zeroed(count, size);
}

void inflate_zlib_free(void *state, void *memory)
{
    (void)state;
    free(memory);
}
