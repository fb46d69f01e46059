#include <config.h>

#include "json/bigint.h"

#include <assert.h>

enum { LIMB_BITS = 32 };

void bigint_init(struct bigint *number)
{
    number->length = 0;
}

static void append(struct bigint *number, uint32_t limb)
{
    assert(number->length < BIGINT_LIMBS);
    number->limb[number->length++] = limb;
}

void bigint_multiply_add(struct bigint *number, uint32_t factor, uint32_t addend)
{
    uint64_t carry = addend;

    for (size_t i = 0; i < number->length; i++) {
        carry += (uint64_t)number->limb[i] * factor;
        number->limb[i] = (uint32_t)carry;
        carry >>= LIMB_BITS;
    }
    if (carry != 0)
        append(number, (uint32_t)carry);
}

void bigint_multiply_five(struct bigint *number, unsigned exponent)
{
    static const uint32_t small[] = {1,       5,        25,       125,    625,
                                     3125,    15625,    78125,    390625, 1953125,
                                     9765625, 48828125, 244140625};
    enum { STEP = 13 }; /* 5^13 is the greatest power of five in a limb. */

    for (; exponent >= STEP; exponent -= STEP)
        bigint_multiply_add(number, 1220703125, 0);
    bigint_multiply_add(number, small[exponent], 0);
}

void bigint_shift(struct bigint *number, unsigned bits)
{
    size_t limbs = bits / LIMB_BITS;

    bigint_multiply_add(number, UINT32_C(1) << bits % LIMB_BITS, 0);
    if (number->length == 0)
        return;
    assert(number->length + limbs <= BIGINT_LIMBS);
    for (size_t i = number->length; i-- > 0;)
        number->limb[i + limbs] = number->limb[i];
    for (size_t i = 0; i < limbs; i++)
        number->limb[i] = 0;
    number->length += limbs;
}

int bigint_compare(const struct bigint *a, const struct bigint *b)
{
    if (a->length != b->length)
        return a->length < b->length ? -1 : 1;
    for (size_t i = a->length; i-- > 0;)
        if (a->limb[i] != b->limb[i])
            return a->limb[i] < b->limb[i] ? -1 : 1;
    return 0;
}

unsigned bigint_bits(const struct bigint *number)
{
    unsigned bits = (unsigned)number->length * LIMB_BITS;

    if (number->length == 0)
        return 0;
    for (uint32_t top = number->limb[number->length - 1]; top >> (LIMB_BITS - 1) == 0;
         top <<= 1)
        bits--;
    return bits;
}

unsigned bigint_span(const struct bigint *number)
{
    unsigned below = 0;

    if (number->length == 0)
        return 0;
    while ((number->limb[below / LIMB_BITS] >> below % LIMB_BITS & 1) == 0)
        below++;
    return bigint_bits(number) - below;
}
