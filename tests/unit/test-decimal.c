/* Decimal text to the nearest double: known values, exact middles between doubles, random
 * texts against strtod, and texts of a million digits. */
#include <config.h>

#include "number-samples.h"
#include "tap.h"

enum { TEXT_SIZE = 4096, DIGITS_SIZE = 2048 };

static uint64_t factor;

static void test_parse(void)
{
    static const struct {
        const char *text;
        uint64_t bits;
    } cases[] = {
        {"0", 0},
        {"-0", UINT64_C(0x8000000000000000)},
        {"-0.000e5", UINT64_C(0x8000000000000000)},
        {"0e999999999999999999999999", 0},
        {"1", UINT64_C(0x3FF0000000000000)},
        {"-12.5", UINT64_C(0xC029000000000000)},
        {"1E+2", UINT64_C(0x4059000000000000)},
        {"1e23", UINT64_C(0x44B52D02C7E14AF6)},
        {"9007199254740992", UINT64_C(0x4340000000000000)},
        {"9007199254740993", UINT64_C(0x4340000000000000)},
        {"9007199254740993.000000000000000000000", UINT64_C(0x4340000000000000)},
        {"9007199254740993.000000000000000000001", UINT64_C(0x4340000000000001)},
        {"9007199254740995", UINT64_C(0x4340000000000002)},
        {"1.7976931348623157e308", UINT64_C(0x7FEFFFFFFFFFFFFF)},
        {"1.7976931348623158079e308", UINT64_C(0x7FEFFFFFFFFFFFFF)},
        {"1.7976931348623158081e308", UINT64_C(0x7FF0000000000000)},
        {"1.7976931348623159e308", UINT64_C(0x7FF0000000000000)},
        {"1e309", UINT64_C(0x7FF0000000000000)},
        {"1e99999999999999999999999999", UINT64_C(0x7FF0000000000000)},
        {"5e-324", 1},
        {"3e-324", 1},
        {"2.4703282292062328e-324", 1},
        {"2.4703282292062327e-324", 0},
        {"-1e-400", UINT64_C(0x8000000000000000)},
        {"123e-99999999999999999999999999", 0},
        {"7.4109846876186981e-324", 1},
        {"7.4109846876186982e-324", 2},
        {"2.2250738585072011e-308", UINT64_C(0x000FFFFFFFFFFFFF)},
        {"2.2250738585072014e-308", UINT64_C(0x0010000000000000)},
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        double got = parse(cases[i].text);

        if (!tap_check(bits_of(got) == cases[i].bits, "reading %s", cases[i].text))
            printf("# got %.17g\n", got);
    }
}

/* The exact decimal digits of the middle between a double and the next greater one, by
 * doubling, or multiplying with five, digit by digit. Returns the power of ten. */
static int spell_middle(uint64_t bits, char *digits)
{
    uint64_t stored = bits >> 52;
    uint64_t mantissa = (bits & ((UINT64_C(1) << 52) - 1)) | (uint64_t)(stored > 0) << 52;
    int exponent = (int)(stored > 0 ? stored : 1) - 1076;
    unsigned count =
        (unsigned)sprintf(digits, "%llu", (unsigned long long)(mantissa * 2 + 1));
    unsigned multiplier = exponent < 0 ? 5 : 2;

    for (int i = 0; i < abs(exponent); i++) {
        unsigned carry = 0;

        for (unsigned k = count; k-- > 0;) {
            carry += (unsigned)(digits[k] - '0') * multiplier;
            digits[k] = (char)('0' + carry % 10);
            carry /= 10;
        }
        if (carry > 0) {
            memmove(digits + 1, digits, count++);
            digits[0] = (char)('0' + carry);
        }
    }
    digits[count] = '\0';
    return exponent < 0 ? exponent : 0;
}

/* Put a decimal point somewhere into digits, and the exponent that corrects it behind. */
static void write_decimal(const char *digits, int exponent, char *text)
{
    size_t count = strlen(digits);
    size_t point = random_below((unsigned)count + 1);
    size_t zeros = point == 0 ? random_below(9) : 0;
    char *at = text;

    memcpy(at, "0", 1);
    at += point == 0;
    memcpy(at, digits, point);
    at += point;
    *at++ = '.';
    memset(at, '0', zeros + 1);
    at += zeros;
    memcpy(at, digits + point, count - point);
    at += count - point + (point == count);
    sprintf(at, "e%d", exponent + (int)(count - point + zeros));
}

static bool reads_as(const char *digits, int exponent, uint64_t bits)
{
    static char text[TEXT_SIZE];
    double got;

    write_decimal(digits, exponent, text);
    got = parse(text);
    if (bits_of(got) == bits)
        return true;
    printf("# %s gave %.17g\n", text, got);
    return false;
}

/* Take 1 from a natural of several digits. */
static void decrement(char *digits)
{
    char *last = strchr(digits, '\0') - 1;

    for (; *last == '0'; last--)
        *last = '9';
    --*last;
}

static void test_middles(void)
{
    /* The largest doubles, the smallest, and those about the smallest normal one. */
    static const uint64_t starts[] = {UINT64_C(0x7FEFFFFFFFFFFFEC), 0,
                                      UINT64_C(0x000FFFFFFFFFFFF0)};
    static char digits[DIGITS_SIZE];
    unsigned wrong = 0;

    for (uint64_t i = 0; i < 60 + 500 * factor; i++) {
        uint64_t bits = bits_of(fabs(random_double()));
        size_t count;
        int exponent;

        if (i % 4 == 1)
            bits >>= random_below(63);
        if (i < 60)
            bits = starts[i % 3] + i / 3;
        exponent = spell_middle(bits, digits);
        count = strlen(digits);
        wrong += !reads_as(digits, exponent, bits + (bits & 1));
        memset(digits + count, '0', 900);
        sprintf(digits + count + random_below(900), "1");
        wrong += !reads_as(digits, exponent - (int)(strlen(digits) - count), bits + 1);
        digits[count] = '\0';
        decrement(digits);
        memset(digits + count, '9', 900);
        digits[count + 1 + random_below(900)] = '\0';
        wrong += !reads_as(digits, exponent - (int)(strlen(digits) - count), bits);
    }
    tap_equal_count(wrong, 0, "middles go to the even side, their neighbours to their own");
}

/* A number of any shape: its length, exponent and the run of equal digits vary. */
static void write_random(char *text, unsigned longest)
{
    static const char *const signs[] = {"", "+", "-", "-"};
    char *at = text;
    unsigned before = random_below(2) ? random_below(longest / 2) : random_below(18);
    unsigned after = random_below(2) ? random_below(longest / 2) : random_below(18);
    unsigned same = random_below(4) == 0 ? 1 + random_below(30) : 1;
    unsigned shape = random_below(8);

    if (random_below(2))
        *at++ = '-';
    if (before == 0 || random_below(4) == 0) {
        *at++ = '0';
    } else {
        *at++ = (char)('1' + random_below(9));
        while (--before > 0)
            *at++ = (char)('0' + random_below(10));
    }
    if (shape != 0 && after > 0) {
        *at++ = '.';
        if (random_below(4) == 0)
            for (unsigned zeros = random_below(8); zeros > 0; zeros--)
                *at++ = '0';
        while (after-- > 0) {
            *at = (char)('0' + random_below(10));
            for (unsigned i = 1; i < same && after > 0; i++, after--, at++)
                at[1] = at[0];
            at++;
        }
    }
    *at = '\0';
    if (shape >= 5)
        sprintf(at, "%c%s%u", random_below(2) ? 'e' : 'E', signs[random_below(4)],
                random_below(random_below(2) ? 25 : 400));
}

static void test_random_texts(void)
{
    static char text[TEXT_SIZE];
    uint64_t wrong = 0;

    for (uint64_t i = 0; i < 200000 * factor; i++) {
        write_random(text, i % 16 == 0 ? 800 : 40);
        wrong += !agrees(text);
    }
    tap_equal_count(wrong, 0, "random texts read as strtod reads them, and canonical");
}

/* As programs print measurements: most have about as many digits as a double has. */
static void test_printed_doubles(void)
{
    char text[TEXT_SIZE];
    uint64_t wrong = 0;

    for (uint64_t i = 0; i < 300000 * factor; i++) {
        uint64_t exponent = 1023 - (random_below(2) ? 60 : random_below(128));
        double value = (double)random_bits() * double_of(exponent << 52);

        snprintf(text, sizeof text, random_below(4) ? "%.*g" : "%.*f",
                 random_below(3) ? 14 + (int)random_below(6) : (int)random_below(18),
                 value);
        wrong += !agrees(text);
    }
    tap_equal_count(wrong, 0, "printed doubles read as strtod reads them, and canonical");
}

/* Texts of many digits, whose exponents bring them back to a small number. */
static void test_long_texts(void)
{
    size_t length = factor > 1 ? (size_t)64 << 20 : (size_t)1 << 20;
    char *text = malloc(length + 64);

    if (text == NULL)
        abort();
    memset(text, '9', length);
    sprintf(text + length, "e-%zu", length);
    tap_check(parse(text) == 1, "%zu nines with an exponent are 1", length);
    memset(text, '0', length);
    text[0] = '1';
    sprintf(text + length, "e-%zu", length);
    tap_check(parse(text) == 0.1, "%zu digits, all but the first 0, with an exponent",
              length);
    memcpy(text, "9007199254740993", 16);
    sprintf(text + length, "e-%zu", length - 16);
    tap_check(parse(text) == 0x1p53, "a middle and %zu zeros", length);
    text[length - 1] = '1';
    tap_check(parse(text) == 0x1p53 + 2, "a middle, %zu zeros and a 1", length);
    memset(text, '0', length);
    text[1] = '.';
    sprintf(text + length, "5e%zu", length - 1);
    tap_check(parse(text) == 5, "a fraction with %zu zeros in front", length);
    memset(text, '7', length);
    tap_check(!number_parse(text, length, &(double){0}), "%zu sevens are too many", length);
    tap_check(!number_integer_is_exact(text, length), "nor are they exact");
    free(text);
}

int main(int argc, char **argv)
{
    factor = read_factor(argc, argv);
    test_parse();
    test_middles();
    test_random_texts();
    test_printed_doubles();
    test_long_texts();
    return tap_done();
}
