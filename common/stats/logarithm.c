#include <config.h>

#include "stats/logarithm.h"

#include "json/wide.h"
#include "stats/double-bits.h"

/* ln 2 in units of 2^-64. */
#define LN_2 UINT64_C(0xb17217f7d1cf79ab)

#define ONE (UINT64_C(1) << 63) /* in units of 2^-63 */

struct logarithm logarithm_of(double value)
{
    struct double_bits parts = double_bits_of(value);
    int shift = __builtin_clzll(parts.mantissa);
    uint64_t x = parts.mantissa << shift; /* in [1, 2), in units of 2^-63 */
    struct logarithm result = {parts.exponent + 63 - shift, 0};

    /* The next bit of log2(x) is 1 exactly where x^2 is at least 2. The error of a squaring
     * is halved by each later one, so all of them together are below 2^-61. */
    if (x == ONE)
        return result;
    for (int i = 0; i < 64; i++) {
        struct wide square = wide_multiply(x, x);
        uint64_t bit = square.high >> 63;

        result.fraction = result.fraction << 1 | bit;
        x = bit != 0 ? square.high : square.high << 1 | square.low >> 63;
    }
    return result;
}

struct logarithm logarithm_add(struct logarithm a, struct logarithm b)
{
    a.whole += b.whole;
    a.fraction += b.fraction;
    a.whole += a.fraction < b.fraction;
    return a;
}

struct logarithm logarithm_subtract(struct logarithm a, struct logarithm b)
{
    a.whole -= b.whole;
    a.whole -= a.fraction < b.fraction;
    a.fraction -= b.fraction;
    return a;
}

struct logarithm logarithm_times(struct logarithm a, uint64_t times)
{
    struct wide product = wide_multiply(a.fraction, times);

    return (struct logarithm){a.whole * (int64_t)times + (int64_t)product.high,
                              product.low};
}

struct logarithm logarithm_divide(struct logarithm a, uint64_t divisor)
{
    int64_t signed_divisor = (int64_t)divisor;
    struct logarithm result = {a.whole / signed_divisor, 0};
    int64_t remainder = a.whole % signed_divisor;
    uint64_t rest;

    if (remainder < 0) {
        remainder += signed_divisor;
        result.whole--;
    }
    rest = (uint64_t)remainder;
    for (int bit = 63; bit >= 0; bit--) {
        rest = rest << 1 | (a.fraction >> bit & 1);
        result.fraction <<= 1;
        if (rest >= divisor) {
            rest -= divisor;
            result.fraction |= 1;
        }
    }
    return result;
}

double logarithm_power(struct logarithm a)
{
    /* e^t = 1 + t (1 + t/2 (1 + t/3 (...))) with t = fraction * ln 2 < 0.7; the terms after
     * the 22nd are below 2^-86. */
    enum { TERMS = 22, WHOLE_MAX = 2000 };
    uint64_t t = wide_multiply(a.fraction, LN_2).high;
    uint64_t power = ONE;
    int64_t whole = a.whole;

    for (unsigned k = TERMS; k > 0; k--)
        power = ONE + wide_multiply(t, power).high / k;
    if (whole > WHOLE_MAX)
        whole = WHOLE_MAX;
    if (whole < -WHOLE_MAX)
        whole = -WHOLE_MAX;
    return double_bits_nearest(false, power, a.fraction != 0, (int)whole - 63);
}

double logarithm_natural(struct logarithm a)
{
    struct wide product;
    struct wide rest;
    int shift;

    if (a.whole < 0)
        a = logarithm_subtract((struct logarithm){0, 0}, a);
    product = wide_multiply((uint64_t)a.whole, LN_2);
    rest = wide_multiply(a.fraction, LN_2);
    product = wide_add(product, rest.high);
    if (product.high == 0) {
        if (product.low == 0)
            return 0;
        return double_bits_nearest(false, product.low, false, -64);
    }
    shift = __builtin_clzll(product.high);
    if (shift > 0)
        product.high = product.high << shift | product.low >> (64 - shift);
    return double_bits_nearest(false, product.high, true, -shift);
}
