/* Doubles to their shortest text: known ones, that the text reads back as the double, and
 * that no other decimal is shorter or as short and nearer. */
#include <config.h>

#include "number-samples.h"
#include "tap.h"

static uint64_t factor;

static void test_format(void)
{
    static const struct {
        double value;
        const char *text;
    } cases[] = {
        {0.0, "0"},
        {-0.0, "0"},
        {-1.0, "-1"},
        {0.5, "0.5"},
        {1e20, "100000000000000000000"},
        {1e21, "1e+21"},
        {123456789012345680000.0, "123456789012345680000"},
        {0.000001, "0.000001"},
        {-1.25e-6, "-0.00000125"},
        {1e-7, "1e-7"},
        {-1.5e-7, "-1.5e-7"},
        {0.1 + 0.2, "0.30000000000000004"},
        {5e-324, "5e-324"},
        {-1.7976931348623157e308, "-1.7976931348623157e+308"},
        {9007199254740991.0, "9007199254740991"},
        {1.234567890123456e15, "1234567890123456"},
        {123456789012345.67, "123456789012345.67"},
        {0x1p-44, "5.684341886080802e-14"}, /* halfway: the even digit */
        {0x1p-1022, "2.2250738585072014e-308"},
        {9.5367431640625e-7, "9.5367431640625e-7"},
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[NUMBER_TEXT_SIZE];
        size_t length = number_format(cases[i].value, text);

        tap_equal_bytes(text, length, cases[i].text, cases[i].text);
    }
}

static bool comes_back(double value)
{
    double back = parse(format(value));

    return bits_of(back) == bits_of(value) || (value == 0 && back == 0);
}

static void test_round_trip(void)
{
    uint64_t wrong = 0;

    for (uint64_t i = 0; i < 3000000 * factor; i++)
        wrong += !comes_back(random_double());
    tap_equal_count(wrong, 0, "random doubles come back from their text");
    wrong = 0;
    for (uint64_t exponent = 0; exponent < 2047; exponent++)
        for (uint64_t off = 0; off < 9; off++)
            wrong +=
                !comes_back(double_of((exponent << 52) + off - (exponent > 0 ? 4 : 0)));
    for (uint64_t bit = 0; bit < 52; bit++)
        wrong += !comes_back(double_of(UINT64_C(1) << bit));
    tap_equal_count(wrong, 0, "powers of two and their neighbours come back");
    wrong = 0;
    for (int exponent = -323; exponent <= 308; exponent++) {
        char text[16];
        uint64_t bits;

        snprintf(text, sizeof text, "1e%d", exponent);
        bits = bits_of(strtod(text, NULL));
        wrong += bits_of(parse(text)) != bits;
        for (uint64_t off = 0; off < 9; off++)
            wrong += !comes_back(double_of(bits + off - (bits > 4 ? 4 : 0)));
    }
    tap_equal_count(wrong, 0, "powers of ten and their neighbours come back");
}

/* The significant digits of a text of number_format. */
static unsigned take_digits(const char *text, char *digits)
{
    unsigned count = 0;

    for (; *text != '\0' && *text != 'e'; text++)
        if (*text >= '0' && *text <= '9' && (count > 0 || *text != '0'))
            digits[count++] = *text;
    while (count > 1 && digits[count - 1] == '0')
        count--;
    digits[count] = '\0';
    return count;
}

static bool reads_as(uint64_t digits, int exponent, double value)
{
    char text[40];

    snprintf(text, sizeof text, "%llue%d", (unsigned long long)digits, exponent);
    return strtod(text, NULL) == value;
}

/* Among the decimals of COUNT digits next to the value that read back as it, the nearest;
 * 0 where there is none. It is the very nearest of all, or, as the doubles below a power
 * of two are closer than those above it, one beside that. Zeros at the end are removed. */
static uint64_t find_nearest(double value, unsigned count)
{
    char text[40], digits[32];
    uint64_t found = 0, nearest;
    int exponent;

    snprintf(text, sizeof text, "%.*e", (int)count - 1, value);
    exponent = atoi(strchr(text, 'e') + 1) - (int)take_digits(text, digits) + 1;
    nearest = strtoull(digits, NULL, 10);
    for (unsigned i = (unsigned)strlen(digits); i < count; i++, exponent--)
        nearest *= 10;
    if (reads_as(nearest, exponent, value))
        found = nearest;
    else if (reads_as(nearest + 1, exponent, value))
        found = nearest + 1;
    else if (reads_as(nearest - 1, exponent, value))
        found = nearest - 1;
    while (found > 0 && found % 10 == 0)
        found /= 10;
    return found;
}

/* Whether no decimal of fewer digits reads back as the value, and none of as many is
 * nearer. */
static bool is_shortest(double value)
{
    char digits[32];
    unsigned count = take_digits(format(value), digits);

    value = fabs(value);
    return find_nearest(value, count) == strtoull(digits, NULL, 10) &&
           (count == 1 || find_nearest(value, count - 1) == 0);
}

static void test_shortest(void)
{
    uint64_t wrong = 0;

    for (uint64_t i = 0; i < 100000 * factor; i++) {
        uint64_t bits = bits_of(random_double());
        unsigned kind = random_below(4);

        if (kind == 0) /* nearly a whole number of units */
            bits = bits_of((double)(random_bits() >> random_below(64)));
        else if (kind == 1) /* often few digits */
            bits = bits_of((double)random_below(100000) / (double)(1 + random_below(1000)));
        else if (kind == 2) /* subnormal */
            bits = random_bits() >> (12 + random_below(51));
        wrong += bits << 1 != 0 && !is_shortest(double_of(bits));
    }
    tap_equal_count(wrong, 0, "no decimal is shorter, or as short and nearer");
    wrong = 0;
    for (uint64_t exponent = 1; exponent < 2047; exponent++)
        for (uint64_t off = 0; off < 3; off++)
            wrong += !is_shortest(double_of((exponent << 52) - 1 + off));
    tap_equal_count(wrong, 0, "nor about powers of two");
}

int main(int argc, char **argv)
{
    factor = read_factor(argc, argv);
    test_format();
    test_round_trip();
    test_shortest();
    return tap_done();
}
