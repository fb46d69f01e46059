/* scan: the inner loop of the reader and of the writer of strings.
 *
 * scan_plain skips printable ASCII other than quote and backslash, which need no escape. It
 * reads up to 15 bytes after the byte at which it stops. The caller guarantees that they
 * are readable and that there is such a byte.
 *
 * It processes 16 bytes at a time with SSE2 (every x86-64 has it) or NEON (every aarch64),
 * 8 on other little-endian machines and with KIDX_NO_SIMD, and one on big-endian machines.
 */
#ifndef KIDX_JSON_SCAN_H
#define KIDX_JSON_SCAN_H

#include <stdint.h>
#include <string.h>

#if !defined(KIDX_NO_SIMD) && defined(__SSE2__)

#include <emmintrin.h>

static inline const char *scan_plain(const char *at)
{
    const __m128i quote = _mm_set1_epi8('"');
    const __m128i backslash = _mm_set1_epi8('\\');
    const __m128i blank = _mm_set1_epi8(' ');

    for (;;) {
        __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)at);
        /* A signed comparison finds controls and bytes above 0x7f at once. */
        __m128i stop = _mm_or_si128(
            _mm_or_si128(_mm_cmpeq_epi8(bytes, quote), _mm_cmpeq_epi8(bytes, backslash)),
            _mm_cmplt_epi8(bytes, blank));
        unsigned mask = (unsigned)_mm_movemask_epi8(stop);

        if (mask != 0)
            return at + __builtin_ctz(mask);
        at += 16;
    }
}

#elif !defined(KIDX_NO_SIMD) && defined(__ARM_NEON) && defined(__aarch64__)

#include <arm_neon.h>

static inline const char *scan_plain(const char *at)
{
    const int8x16_t quote = vdupq_n_s8('"');
    const int8x16_t backslash = vdupq_n_s8('\\');
    const int8x16_t blank = vdupq_n_s8(' ');

    for (;;) {
        int8x16_t bytes = vld1q_s8((const int8_t *)at);
        uint8x16_t stop =
            vorrq_u8(vorrq_u8(vceqq_s8(bytes, quote), vceqq_s8(bytes, backslash)),
                     vcltq_s8(bytes, blank));
        /* NEON has no movemask: this makes four bits per byte. */
        uint64_t mask = vget_lane_u64(
            vreinterpret_u64_u8(vshrn_n_u16(vreinterpretq_u16_u8(stop), 4)), 0);

        if (mask != 0)
            return at + (__builtin_ctzll(mask) >> 2);
        at += 16;
    }
}

#elif defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__

static inline uint64_t scan_zero_bytes(uint64_t word)
{
    return (word - UINT64_C(0x0101010101010101)) & ~word & UINT64_C(0x8080808080808080);
}

static inline const char *scan_plain(const char *at)
{
    for (;;) {
        uint64_t word;
        uint64_t stop;

        memcpy(&word, at, sizeof word);
        stop =
            scan_zero_bytes(word ^ UINT64_C(0x2222222222222222)) |
            scan_zero_bytes(word ^ UINT64_C(0x5c5c5c5c5c5c5c5c)) |
            ((word - UINT64_C(0x2020202020202020)) & ~word & UINT64_C(0x8080808080808080)) |
            (word & UINT64_C(0x8080808080808080));
        /* A borrow can only mark bytes after a true one: the first is right. */
        if (stop != 0)
            return at + (__builtin_ctzll(stop) >> 3);
        at += 8;
    }
}

#else

static inline const char *scan_plain(const char *at)
{
    while ((unsigned char)*at >= 0x20 && (unsigned char)*at < 0x80 && *at != '"' &&
           *at != '\\')
        at++;
    return at;
}

#endif

#endif
