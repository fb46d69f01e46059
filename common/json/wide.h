/* wide: the 128-bit arithmetic of number conversions and of exact sums.
 *
 * A compiler with a 128-bit type multiplies in one instruction; otherwise the product is
 * computed from four products of 32-bit halves, with the same bits. Nothing fails, nothing
 * is allocated.
 */
#ifndef KIDX_JSON_WIDE_H
#define KIDX_JSON_WIDE_H

#include <stdint.h>

/* The integer high * 2^64 + low. */
struct wide {
    uint64_t high;
    uint64_t low;
};

/* The full product of two 64-bit integers. */
static inline struct wide wide_multiply(uint64_t a, uint64_t b)
{
#ifdef __SIZEOF_INT128__
    __extension__ typedef unsigned __int128 native;
    native product = (native)a * b;

    return (struct wide){(uint64_t)(product >> 64), (uint64_t)product};
#else
    uint64_t a_high = a >> 32, a_low = a & UINT32_MAX;
    uint64_t b_high = b >> 32, b_low = b & UINT32_MAX;
    uint64_t lowest = a_low * b_low;
    uint64_t cross = a_high * b_low + (lowest >> 32);
    uint64_t other = a_low * b_high + (cross & UINT32_MAX);

    return (struct wide){a_high * b_high + (cross >> 32) + (other >> 32),
                         (other << 32) | (lowest & UINT32_MAX)};
#endif
}

/* The sum of a wide integer and a small one, modulo 2^128. */
static inline struct wide wide_add(struct wide sum, uint64_t addend)
{
    sum.low += addend;
    sum.high += sum.low < addend;
    return sum;
}

#endif
