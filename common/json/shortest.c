#include <config.h>

#include "json/shortest.h"
#include "json/power.h"

#include <stdbool.h>

enum { MANTISSA_BITS = 52, EXPONENT_MASK = 0x7FF, EXPONENT_BIAS = 1075 };

/* The integer part of factor * power / 2^128, with its lowest bit set if the remainder is
 * more than a rounding error of the power. That is exact enough to compare with integers.
 */
static uint64_t multiply_to_odd(struct wide power, uint64_t factor)
{
    struct wide product = wide_multiply(factor, power.high);

    product = wide_add(product, wide_multiply(factor, power.low).high);
    return product.high | (product.low > 1);
}

/* floor(log10(2^exponent)), or of 3/4 of that power of two, for any double's exponent. */
static int floor_log10(int exponent, bool three_quarters)
{
    /* log10(2) * 2^20 and log10(4/3) * 2^20. */
    return power_floor_shift(exponent * 315653 - (three_quarters ? 131008 : 0), 20);
}

/* The powers of ten, rounded up instead of cut off. */
static struct wide power_above(int exponent)
{
    struct wide power = power_get(exponent);

    return power_is_exact(exponent) ? power : wide_add(power, 1);
}

struct shortest shortest_find(uint64_t bits)
{
    uint64_t fraction = bits & ((UINT64_C(1) << MANTISSA_BITS) - 1);
    int stored = (int)(bits >> MANTISSA_BITS) & EXPONENT_MASK;
    uint64_t mantissa = stored != 0 ? fraction | UINT64_C(1) << MANTISSA_BITS : fraction;
    int exponent = (stored != 0 ? stored : 1) - EXPONENT_BIAS;
    /* Below a power of two the doubles are twice as close as above it. */
    bool lopsided = fraction == 0 && stored > 1;
    int ten = floor_log10(exponent, lopsided);
    unsigned shift = (unsigned)(exponent + power_floor_log2(-ten) + 1);
    struct wide power = power_above(-ten);
    /* Four times the double and the ends of the interval that rounds to it, in units of
     * 10^ten. An end belongs to the interval when the mantissa is even. */
    uint64_t value = multiply_to_odd(power, (4 * mantissa) << shift);
    uint64_t low = multiply_to_odd(power, (4 * mantissa - (lopsided ? 1 : 2)) << shift);
    uint64_t high = multiply_to_odd(power, (4 * mantissa + 2) << shift);
    uint64_t floor = value / 4;
    uint64_t middle = 4 * floor + 2;
    bool below, above;

    low += mantissa & 1;
    high -= mantissa & 1;
    if (floor >= 10) {
        uint64_t tens = floor / 10;

        below = low <= 40 * tens;
        above = 40 * tens + 40 <= high;
        if (below != above)
            return (struct shortest){tens + above, ten + 1};
    }
    /* At least one of the neighbours in units of 10^ten is in the interval. */
    below = low <= 4 * floor;
    above = 4 * floor + 4 <= high;
    if (below && above) /* the nearer one, or the even one */
        above = value > middle || (value == middle && (floor & 1) != 0);
    return (struct shortest){floor + above, ten};
}
