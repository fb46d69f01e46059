/* Every entry of the table of powers made again, by long division of big integers, and the
 * two approximations of logarithms that choose entries. */
#include <config.h>

#include "json/power.h"
#include "tap.h"

#include <stdlib.h>

enum { LIMBS = 48 }; /* of 32 bits: 10^342 has 1137 */

/* Little end first; all limbs are always there. */
struct big {
    uint32_t limb[LIMBS];
};

static struct big big_ten_to(unsigned exponent)
{
    struct big big = {{1}};

    while (exponent-- > 0) {
        uint64_t carry = 0;

        for (unsigned i = 0; i < LIMBS; i++) {
            carry += (uint64_t)big.limb[i] * 10;
            big.limb[i] = (uint32_t)carry;
            carry >>= 32;
        }
        if (carry != 0)
            abort();
    }
    return big;
}

static unsigned big_bit(const struct big *big, unsigned bit)
{
    return big->limb[bit / 32] >> bit % 32 & 1;
}

static unsigned big_bits(const struct big *big)
{
    unsigned bits = LIMBS * 32;

    while (bits > 0 && !big_bit(big, bits - 1))
        bits--;
    return bits;
}

static void big_double(struct big *big)
{
    for (unsigned i = LIMBS; i-- > 1;)
        big->limb[i] = big->limb[i] << 1 | big->limb[i - 1] >> 31;
    big->limb[0] <<= 1;
}

/* Take b from a when it is not greater, and say whether it was so. */
static bool big_subtract(struct big *a, const struct big *b)
{
    struct big difference;
    uint64_t borrow = 0;

    for (unsigned i = 0; i < LIMBS; i++) {
        uint64_t limb = (uint64_t)a->limb[i] - b->limb[i] - borrow;

        difference.limb[i] = (uint32_t)limb;
        borrow = limb >> 63;
    }
    if (borrow == 0)
        *a = difference;
    return borrow == 0;
}

static void push_bit(struct wide *wide, unsigned bit)
{
    wide->high = wide->high << 1 | wide->low >> 63;
    wide->low = wide->low << 1 | bit;
}

/* The 128 leading bits of an integer, with zeros after a short one. */
static struct wide leading_bits(const struct big *big)
{
    unsigned bits = big_bits(big);
    struct wide wide = {0, 0};

    for (unsigned i = 0; i < 128; i++)
        push_bit(&wide, i < bits ? big_bit(big, bits - 1 - i) : 0);
    return wide;
}

/* The 128 leading bits of 1 / divisor: bit after bit of the quotient of a power of two,
 * from the first that is 1. */
static struct wide leading_bits_of_inverse(const struct big *divisor)
{
    struct big rest = {{0}};
    struct wide wide = {0, 0};
    unsigned top = big_bits(divisor) - 1;

    rest.limb[top / 32] = UINT32_C(1) << top % 32;
    while (wide.high >> 63 == 0) {
        push_bit(&wide, big_subtract(&rest, divisor));
        big_double(&rest);
    }
    return wide;
}

static void test_table(void)
{
    unsigned wrong = 0, inexact = 0, logarithms = 0;

    for (int n = POWER_MINIMUM; n <= POWER_MAXIMUM; n++) {
        struct big power = big_ten_to(n < 0 ? (unsigned)-n : (unsigned)n);
        struct wide want = n < 0 ? leading_bits_of_inverse(&power) : leading_bits(&power);
        struct wide got = power_get(n);
        int bits = (int)big_bits(&power);
        /* 10^n lies between 2^(bits - 1) and 2^bits; only 1 is a power of two. */
        int floor_log2 = n < 0 ? -bits : bits - 1;
        unsigned lowest = 0;

        if (got.high != want.high || got.low != want.low) {
            printf("# 10^%d\n", n);
            wrong++;
        }
        while (!big_bit(&power, lowest))
            lowest++;
        inexact += power_is_exact(n) != (n >= 0 && bits - (int)lowest <= 128);
        logarithms += power_floor_log2(n) != floor_log2;
    }
    tap_equal_count(wrong, 0, "each power has its leading 128 bits");
    tap_equal_count(inexact, 0, "power_is_exact knows the powers that fit");
    tap_equal_count(logarithms, 0, "power_floor_log2 is right for each power");
}

static void test_wide(void)
{
    static const uint64_t sample[] = {0,
                                      1,
                                      UINT32_MAX,
                                      UINT64_C(1) << 32,
                                      UINT64_C(0xFFFFFFFF00000000),
                                      UINT64_MAX,
                                      UINT64_C(0x123456789ABCDEF0),
                                      UINT64_C(0xFEDCBA9876543211)};
    enum { COUNT = sizeof sample / sizeof sample[0] };
    unsigned wrong = 0;

    for (unsigned i = 0; i < COUNT; i++)
        for (unsigned k = 0; k < COUNT; k++) {
            struct wide got = wide_multiply(sample[i], sample[k]);
            struct wide want = {0, 0};

            for (unsigned bit = 64; bit-- > 0;) {
                push_bit(&want, 0);
                if (sample[k] >> bit & 1)
                    want = wide_add(want, sample[i]);
            }
            wrong += got.high != want.high || got.low != want.low;
        }
    tap_equal_count(wrong, 0, "wide products are those of repeated addition");
}

int main(void)
{
    test_table();
    test_wide();
    return tap_done();
}
