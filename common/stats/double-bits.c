#include <config.h>

#include "stats/double-bits.h"

#include "json/wide.h"

#include <string.h>

enum { FRACTION_BITS = 52, BIAS = 1023, LEAST = -1022, GREATEST = 1023 };

static uint64_t bits_of(double value)
{
    uint64_t bits;

    memcpy(&bits, &value, sizeof bits);
    return bits;
}

bool double_bits_is_finite(double value)
{
    return (bits_of(value) >> FRACTION_BITS & 0x7ff) != 0x7ff;
}

struct double_bits double_bits_of(double value)
{
    uint64_t bits = bits_of(value);
    int biased = (int)(bits >> FRACTION_BITS & 0x7ff);
    struct double_bits parts = {bits & ((UINT64_C(1) << FRACTION_BITS) - 1), 0,
                                (bits >> 63) != 0};
    int zeros;

    if (biased > 0)
        parts.mantissa |= UINT64_C(1) << FRACTION_BITS;
    else
        biased = 1;
    if (parts.mantissa == 0)
        return (struct double_bits){0, 0, false};
    zeros = __builtin_ctzll(parts.mantissa);
    parts.mantissa >>= zeros;
    parts.exponent = biased - BIAS - FRACTION_BITS + zeros;
    return parts;
}

/* HEAD without its lowest DROP (1 to 64) bits, rounded to nearest, ties to even. */
static uint64_t round_head(uint64_t head, int drop, bool sticky)
{
    uint64_t rounded = drop == 64 ? 0 : head >> drop;
    uint64_t rest = drop == 64 ? head : head & ((UINT64_C(1) << drop) - 1);
    uint64_t half = UINT64_C(1) << (drop - 1);

    if (rest > half || (rest == half && (sticky || (rounded & 1) != 0)))
        rounded++;
    return rounded;
}

double double_bits_nearest(bool negative, uint64_t head, bool sticky, int exponent)
{
    int shift = __builtin_clzll(head);
    int top = exponent - shift + 63; /* the value lies in [2^top, 2^(top + 1)) */
    int drop = 63 - FRACTION_BITS;
    uint64_t bits = 0;
    double value;

    head <<= shift;
    if (top > GREATEST) {
        bits = UINT64_C(0x7ff) << FRACTION_BITS;
    } else if (top >= LEAST) {
        /* The highest bit of the rounded head adds one to the exponent, as does a carry. */
        bits = ((uint64_t)(top - LEAST) << FRACTION_BITS) + round_head(head, drop, sticky);
    } else {
        drop += LEAST - top;
        if (drop <= 64)
            bits = round_head(head, drop, sticky);
    }
    bits |= (uint64_t)negative << 63;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static bool is_at_most(struct wide a, struct wide b)
{
    return a.high < b.high || (a.high == b.high && a.low <= b.low);
}

double double_bits_root(double value, int exponent)
{
    struct double_bits parts = double_bits_of(value);
    struct wide square = {0, 0}; /* the value, 127 or 128 bits of it */
    struct wide reached;
    uint64_t root = 0;
    int shift;

    if (parts.mantissa == 0)
        return 0;
    shift = __builtin_clzll(parts.mantissa);
    square.high = parts.mantissa << shift;
    exponent += parts.exponent - shift - 64;
    if (exponent % 2 != 0) {
        square.low = square.high << 63;
        square.high >>= 1;
        exponent++;
    }
    for (int bit = 63; bit >= 0; bit--) {
        uint64_t tried = root | UINT64_C(1) << bit;

        if (is_at_most(wide_multiply(tried, tried), square))
            root = tried;
    }
    reached = wide_multiply(root, root);
    return double_bits_nearest(false, root,
                               reached.high != square.high || reached.low != square.low,
                               exponent / 2);
}
