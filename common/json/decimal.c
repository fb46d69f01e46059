#include <config.h>

#include "json/decimal.h"
#include "json/bigint.h"
#include "json/power.h"
#include "base/word.h"

#include <float.h>
#include <string.h>

enum {
    MANTISSA_BITS = 52, /* stored ones */
    EXPONENT_LIMIT = 0x7FF,
    EXPONENT_BIAS = 1075, /* of the mantissa read as an integer */
    /* A point midway between two doubles has at most 768 digits, so of the digits after 770
     * it only matters whether they are all 0. */
    DIGITS_USED = 770,
};

/* Exponents of text are cut off here: no text is long enough to make up for so many. */
static const int64_t exponent_cut = INT64_C(1) << 48;

/* The number of leading digits, 0 to 8, in a word of characters xored with '0'. All
 * characters of a number are below 0x80, so no carry leaves its byte. */
static unsigned count_digits(uint64_t word)
{
    uint64_t others = (word + WORD_OF(0x80 - 10)) & WORD_OF(0x80);

    return others == 0 ? 8 : (unsigned)__builtin_ctzll(others) / 8;
}

/* The number that eight digits make, the first one lowest in the word: neighbours are
 * joined to pairs, pairs to fours, fours to eight. */
static uint64_t join_digits(uint64_t word)
{
    word = (word * 10 + (word >> 8)) & UINT64_C(0x00FF00FF00FF00FF);
    word = (word * 100 + (word >> 16)) & UINT64_C(0x0000FFFF0000FFFF);
    return (word * 10000 + (word >> 32)) & UINT32_MAX;
}

/* Append the digits at AT to the significand, modulo 2^64. */
static const char *scan_digits(struct decimal *decimal, const char *at, const char *end)
{
    static const uint32_t ten_to[] = {1,      10,      100,      1000,     10000,
                                      100000, 1000000, 10000000, 100000000};
    const char *start = at;
    uint64_t significand = decimal->significand;
    unsigned count;

    do {
        uint64_t word = end - at >= 8 ? word_load(at) : word_load_short(at, end);

        word ^= WORD_OF('0');
        count = count_digits(word);
        if (count == 0)
            break;
        significand = significand * ten_to[count] + join_digits(word << (64 - 8 * count));
        at += count;
    } while (count == 8);
    decimal->significand = significand;
    decimal->digits += (size_t)(at - start);
    return at;
}

/* The value of an exponent part without its letter, cut off at ±exponent_cut. */
static int64_t scan_exponent(const char *at, const char *end)
{
    bool negative = *at == '-';
    int64_t exponent = 0;

    if (negative || *at == '+')
        at++;
    for (; at < end && exponent < exponent_cut; at++)
        exponent = exponent * 10 + (*at - '0');
    if (exponent > exponent_cut)
        exponent = exponent_cut;
    return negative ? -exponent : exponent;
}

/* The digit at AT, or after the decimal point at AT. */
static const char *next_digit(const char *at)
{
    return *at == '.' ? at + 1 : at;
}

/* The first significant digit of a text that has one. */
static const char *first_digit(const struct decimal *decimal)
{
    const char *at = decimal->text;

    while (*at < '1' || *at > '9')
        at++;
    return at;
}

/* Compute the significand from the first DECIMAL_DIGITS digits, as there are more. */
static void cut_digits(struct decimal *decimal)
{
    const char *at = first_digit(decimal);

    decimal->significand = 0;
    for (unsigned i = 0; i < DECIMAL_DIGITS; i++) {
        at = next_digit(at);
        decimal->significand = decimal->significand * 10 + (uint64_t)(*at++ - '0');
    }
    decimal->exponent += (int64_t)(decimal->digits - DECIMAL_DIGITS);
}

void decimal_scan(struct decimal *decimal, const char *text, size_t length)
{
    const char *at = text, *end = text + length;

    *decimal = (struct decimal){.text = text, .length = length, .negative = *text == '-'};
    at += decimal->negative;
    if (*at == '0')
        at++;
    else
        at = scan_digits(decimal, at, end);
    if (at < end && *at == '.') {
        const char *point = at++;

        if (decimal->digits == 0)
            while (at < end && *at == '0')
                at++;
        at = scan_digits(decimal, at, end);
        decimal->fraction = (size_t)(at - point) - 1;
        decimal->exponent = -(int64_t)decimal->fraction;
    }
    if (at < end) {
        decimal->scientific = true;
        decimal->exponent += scan_exponent(at + 1, end);
    }
    if (decimal->digits > DECIMAL_DIGITS)
        cut_digits(decimal);
}

enum verdict { DOWN, UP, TIE, UNDECIDED };

/* A double not yet rounded: the exact value is at least mantissa * 2^(exponent - 1075) and
 * hardly more than one unit above it. The exponent is the one that the double stores, 1 in
 * subnormal ones, which have less than 53 bits of mantissa. */
struct rounding {
    uint64_t mantissa;
    int exponent;
    enum verdict verdict;
};

/* Judge the bits below the mantissa, which are the lowest BITS bits of the product's high
 * word and all after it, from the product with the first half of the power alone. It is
 * less than two units of the high word below the exact one. */
static enum verdict judge_half(uint64_t high, unsigned bits)
{
    uint64_t half = UINT64_C(1) << (bits - 1);
    uint64_t rest = high & (half * 2 - 1);

    if (rest < half - 1)
        return DOWN;
    return rest > half ? UP : UNDECIDED;
}

/* As judge_half from the whole product of 192 bits, which is less than one unit of its
 * middle word below the exact one, and not below at all when the power is exact. */
static enum verdict judge_whole(struct wide upper, uint64_t lower, unsigned bits,
                                bool exact)
{
    uint64_t half = UINT64_C(1) << (bits - 1);
    uint64_t rest = upper.high & (half * 2 - 1);

    if (rest < half)
        return rest + 1 == half && upper.low == UINT64_MAX ? UNDECIDED : DOWN;
    if (rest > half || upper.low != 0 || lower != 0)
        return UP;
    return exact ? TIE : UP;
}

/* The double just below significand * 10^exponent, for a power that the table holds, and
 * on which side of the middle to the next one that value lies (Eisel and Lemire). */
static struct rounding approximate(uint64_t significand, int exponent)
{
    unsigned zero_bits = (unsigned)__builtin_clzll(significand);
    uint64_t factor = significand << zero_bits;
    struct wide power = power_get(exponent);
    struct wide product = wide_multiply(factor, power.high);
    unsigned bits = 10 + (unsigned)(product.high >> 63);
    struct rounding rounding;

    rounding.exponent =
        power_floor_log2(exponent) + 1 - (int)zero_bits + (int)bits + EXPONENT_BIAS;
    if (rounding.exponent < 1) { /* subnormal: fewer bits remain */
        bits += (unsigned)(1 - rounding.exponent);
        rounding.exponent = 1;
        if (bits > 63) {
            rounding.mantissa = 0;
            rounding.verdict = bits == 64 ? UNDECIDED : DOWN;
            return rounding;
        }
    }
    rounding.verdict = judge_half(product.high, bits);
    if (rounding.verdict == UNDECIDED) {
        struct wide lower = wide_multiply(factor, power.low);

        product = wide_add(product, lower.high);
        rounding.verdict = judge_whole(product, lower.low, bits, power_is_exact(exponent));
    }
    rounding.mantissa = product.high >> bits;
    return rounding;
}

/* Whether a digit other than 0 is among COUNT ones. */
static bool has_nonzero(const char *at, size_t count)
{
    while (count-- > 0) {
        at = next_digit(at);
        if (*at++ != '0')
            return true;
    }
    return false;
}

/* Convert the first DIGITS_USED digits to an integer, with a 1 appended if any other digit
 * is not 0. Returns the exponent of the power of ten that it is to be multiplied by. */
static int64_t gather_digits(const struct decimal *decimal, struct bigint *integer)
{
    const char *at = first_digit(decimal);
    size_t used = decimal->digits < DIGITS_USED ? decimal->digits : DIGITS_USED;
    size_t read = decimal->digits < DECIMAL_DIGITS ? decimal->digits : DECIMAL_DIGITS;
    uint32_t group = 0, scale = 1;

    bigint_init(integer);
    for (size_t i = 0; i < used; i++) {
        at = next_digit(at);
        group = group * 10 + (uint32_t)(*at++ - '0');
        scale *= 10;
        if (scale == 1000000000 || i + 1 == used) {
            bigint_multiply_add(integer, scale, group);
            group = 0;
            scale = 1;
        }
    }
    if (has_nonzero(at, decimal->digits - used)) {
        bigint_multiply_add(integer, 10, 1);
        used++;
    }
    return decimal->exponent + (int64_t)read - (int64_t)used;
}

/* On which side of the middle above the rounding's mantissa the text lies, exactly: both
 * are brought to integers by the powers of two and five that their quotient has. */
static enum verdict judge_exactly(const struct decimal *decimal,
                                  const struct rounding *rounding)
{
    struct bigint value, middle;
    int64_t ten = gather_digits(decimal, &value);
    int64_t two = rounding->exponent - EXPONENT_BIAS - 1 - ten;
    int order;

    bigint_init(&middle);
    bigint_multiply_add(&middle, 1, (uint32_t)(rounding->mantissa >> 31));
    bigint_shift(&middle, 32);
    bigint_multiply_add(&middle, 1, (uint32_t)(rounding->mantissa << 1 | 1));
    if (ten >= 0)
        bigint_multiply_five(&value, (unsigned)ten);
    else
        bigint_multiply_five(&middle, (unsigned)-ten);
    if (two >= 0)
        bigint_shift(&middle, (unsigned)two);
    else
        bigint_shift(&value, (unsigned)-two);
    order = bigint_compare(&value, &middle);
    return order < 0 ? DOWN : order > 0 ? UP : TIE;
}

/* Find the rounding of a decimal whose power is in the table. If digits are missing from
 * the significand, it must be known whether a midpoint lies between it and the next one. */
static struct rounding find_rounding(const struct decimal *decimal)
{
    int exponent = (int)decimal->exponent;
    struct rounding rounding = approximate(decimal->significand, exponent);

    if (decimal->digits > DECIMAL_DIGITS &&
        approximate(decimal->significand + 1, exponent).verdict != rounding.verdict)
        rounding.verdict = UNDECIDED;
    if (rounding.verdict == UNDECIDED)
        rounding.verdict = judge_exactly(decimal, &rounding);
    return rounding;
}

/* One operation on two exact operands rounds as wanted, if they are small enough. */
static bool round_small(const struct decimal *decimal, double *value)
{
    static const double ten_to[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                    1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                    1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    enum { EXACT_POWER = 22 };
    double magnitude;

    if (decimal->significand > UINT64_C(1) << 53 || decimal->digits > DECIMAL_DIGITS ||
        decimal->exponent < -EXACT_POWER || decimal->exponent > EXACT_POWER)
        return false;
    magnitude = (double)(int64_t)decimal->significand;
    if (decimal->exponent < 0)
        magnitude /= ten_to[-decimal->exponent];
    else
        magnitude *= ten_to[decimal->exponent];
    *value = decimal->negative ? -magnitude : magnitude;
    return true;
}

bool decimal_round(const struct decimal *decimal, double *value)
{
    uint64_t bits = 0;

    if (round_small(decimal, value))
        return true;
    if (decimal->significand != 0 && decimal->exponent >= POWER_MINIMUM) {
        struct rounding rounding;

        if (decimal->exponent > DBL_MAX_10_EXP)
            return false;
        rounding = find_rounding(decimal);
        /* A mantissa rounded up to the next power of two runs over into the exponent. */
        bits = ((uint64_t)(rounding.exponent - 1) << MANTISSA_BITS) + rounding.mantissa;
        bits += rounding.verdict == UP || (rounding.verdict == TIE && (bits & 1) != 0);
        if (bits >= (uint64_t)EXPONENT_LIMIT << MANTISSA_BITS)
            return false;
    }
    bits |= (uint64_t)decimal->negative << 63;
    memcpy(value, &bits, sizeof *value);
    return true;
}
