/* power: powers of ten to 128 bits, the table of both directions of conversion.
 *
 * For each exponent n the table has the integer t, 2^127 <= t < 2^128, with
 *
 *     t * 2^(s - 127)  <=  10^n  <  (t + 1) * 2^(s - 127),    s = floor(log2(10^n)),
 *
 * that is the leading 128 bits of 10^n, truncated. For 0 <= n <= 55 it is exact. Reading
 * needs n down to -342 (a number of 19 digits times less is at most half the smallest
 * double), writing needs n up to 324. The table is constant; any thread may use it.
 */
#ifndef KIDX_JSON_POWER_H
#define KIDX_JSON_POWER_H

#include <stdbool.h>
#include <stdint.h>

#include "json/wide.h"

enum {
    POWER_MINIMUM = -342,
    POWER_MAXIMUM = 324,
    POWER_COUNT = POWER_MAXIMUM - POWER_MINIMUM + 1,
    POWER_EXACT_MAXIMUM = 55, /* 5^55 < 2^128 < 5^56 */
};

extern const struct wide power_table[POWER_COUNT];

/* The leading 128 bits of 10^exponent, POWER_MINIMUM <= exponent <= POWER_MAXIMUM. */
static inline struct wide power_get(int exponent)
{
    return power_table[exponent - POWER_MINIMUM];
}

/* Whether power_get(exponent) is exact. */
static inline bool power_is_exact(int exponent)
{
    return exponent >= 0 && exponent <= POWER_EXACT_MAXIMUM;
}

/* floor(value / 2^bits). C does not define the shift of a negative number, so a bias makes
 * it positive. Precondition: |value| < 2^30, bits <= 21. */
static inline int power_floor_shift(int32_t value, unsigned bits)
{
    return (int)(((uint32_t)value + (UINT32_C(1) << 30)) >> bits) - (1 << (30 - bits));
}

/* floor(log2(10^exponent)), right for every exponent of the table. */
static inline int power_floor_log2(int exponent)
{
    return power_floor_shift(exponent * 217706, 16); /* log2(10) * 2^16 */
}

#endif
