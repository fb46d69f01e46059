#include <config.h>

#include "stats/wide-sum.h"

#include "stats/double-bits.h"

#include <string.h>

enum { LIMB_BITS = MAGNITUDE_LIMB_BITS };

/* The next 32 bits of a long division. */
static uint32_t divide_limb(uint64_t *remainder, uint32_t limb, uint64_t divisor)
{
    uint32_t quotient = 0;

    if (divisor <= UINT32_MAX) {
        uint64_t dividend = *remainder << LIMB_BITS | limb;

        *remainder = dividend % divisor;
        return (uint32_t)(dividend / divisor);
    }
    for (int bit = LIMB_BITS - 1; bit >= 0; bit--) {
        *remainder = *remainder << 1 | (limb >> bit & 1);
        quotient <<= 1;
        if (*remainder >= divisor) {
            *remainder -= divisor;
            quotient |= 1;
        }
    }
    return quotient;
}

void wide_sum_extend(struct wide_sum *magnitude)
{
    size_t extra =
        magnitude->count < MAGNITUDE_EXTRA ? MAGNITUDE_EXTRA - magnitude->count : 0;

    memmove(magnitude->limbs + extra, magnitude->limbs,
            magnitude->count * sizeof *magnitude->limbs);
    memset(magnitude->limbs, 0, extra * sizeof *magnitude->limbs);
    magnitude->count += extra;
    magnitude->exponent -= (int)extra * LIMB_BITS;
}

bool wide_sum_divide(struct wide_sum *magnitude, uint64_t divisor)
{
    uint64_t remainder = 0;

    for (size_t i = magnitude->count; i-- > 0;)
        magnitude->limbs[i] = divide_limb(&remainder, magnitude->limbs[i], divisor);
    while (magnitude->count > 0 && magnitude->limbs[magnitude->count - 1] == 0)
        magnitude->count--;
    return remainder != 0;
}

int wide_sum_exponent(const struct wide_sum *magnitude)
{
    return magnitude->exponent + (int)magnitude->count * LIMB_BITS - 1 -
           __builtin_clz(magnitude->limbs[magnitude->count - 1]);
}

/* Limb I counted from the highest. */
static uint64_t limb_from_top(const struct wide_sum *magnitude, size_t i)
{
    return i < magnitude->count ? magnitude->limbs[magnitude->count - 1 - i] : 0;
}

double wide_sum_nearest(const struct wide_sum *magnitude, bool sticky)
{
    uint64_t head = limb_from_top(magnitude, 0) << LIMB_BITS | limb_from_top(magnitude, 1);
    uint64_t next = limb_from_top(magnitude, 2) << LIMB_BITS;
    int shift = __builtin_clzll(head);

    if (shift > 0) {
        head = head << shift | next >> (64 - shift);
        next <<= shift;
    }
    sticky = sticky || next != 0;
    for (size_t i = 3; i < magnitude->count; i++)
        sticky = sticky || limb_from_top(magnitude, i) != 0;
    return double_bits_nearest(magnitude->negative, head, sticky,
                               magnitude->exponent +
                                   ((int)magnitude->count - 2) * LIMB_BITS - shift);
}
