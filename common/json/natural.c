#include <config.h>

#include "json/natural.h"

#include <assert.h>

enum { LIMB_BITS = 32 };

void natural_init(struct natural *number)
{
    number->length = 0;
}

static void append(struct natural *number, uint32_t limb)
{
    assert(number->length < NATURAL_LIMBS);
    number->limb[number->length++] = limb;
}

void natural_multiply_add(struct natural *number, uint32_t factor, uint32_t addend)
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

void natural_multiply_five(struct natural *number, unsigned exponent)
{
    static const uint32_t small[] = {1,       5,        25,       125,    625,
                                     3125,    15625,    78125,    390625, 1953125,
                                     9765625, 48828125, 244140625};
    enum { STEP = 13 }; /* 5^13 is the greatest power of five in a limb. */

    for (; exponent >= STEP; exponent -= STEP)
        natural_multiply_add(number, 1220703125, 0);
    natural_multiply_add(number, small[exponent], 0);
}

void natural_shift(struct natural *number, unsigned bits)
{
    size_t limbs = bits / LIMB_BITS;

    natural_multiply_add(number, UINT32_C(1) << bits % LIMB_BITS, 0);
    if (number->length == 0)
        return;
    assert(number->length + limbs <= NATURAL_LIMBS);
    for (size_t i = number->length; i-- > 0;)
        number->limb[i + limbs] = number->limb[i];
    for (size_t i = 0; i < limbs; i++)
        number->limb[i] = 0;
    number->length += limbs;
}

int natural_compare(const struct natural *a, const struct natural *b)
{
    if (a->length != b->length)
        return a->length < b->length ? -1 : 1;
    for (size_t i = a->length; i-- > 0;)
        if (a->limb[i] != b->limb[i])
            return a->limb[i] < b->limb[i] ? -1 : 1;
    return 0;
}

unsigned natural_bits(const struct natural *number)
{
    unsigned bits = (unsigned)number->length * LIMB_BITS;

    if (number->length == 0)
        return 0;
    for (uint32_t top = number->limb[number->length - 1]; top >> (LIMB_BITS - 1) == 0;
         top <<= 1)
        bits--;
    return bits;
}

unsigned natural_span(const struct natural *number)
{
    unsigned below = 0;

    if (number->length == 0)
        return 0;
    while ((number->limb[below / LIMB_BITS] >> below % LIMB_BITS & 1) == 0)
        below++;
    return natural_bits(number) - below;
}
