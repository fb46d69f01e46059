/* The questions that the reader and the canonical writer ask about numbers. */
#include <config.h>

#include "number-samples.h"
#include "tap.h"

enum { TEXT_SIZE = 1024 };

static uint64_t factor;

/* Significands about the limits below which text is copied, with the point anywhere. */
static void test_copy_limits(void)
{
    unsigned wrong = 0;

    for (unsigned fraction = 0; fraction <= 24; fraction++) {
        uint64_t five = 1;
        uint64_t around[] = {UINT64_C(100000000000000), UINT64_C(1000000000000000),
                             UINT64_C(10000000000000000), UINT64_C(1) << 53, 0};

        for (unsigned i = 0; i < fraction && five < UINT64_C(1) << 53; i++)
            five *= 5;
        while (five < UINT64_C(1) << 52)
            five <<= 1;
        around[4] = five;
        for (unsigned i = 0; i < 5 * 400; i++) {
            char digits[64], text[64];
            uint64_t significand = around[i / 400] + i % 400 - 200;
            size_t count = (size_t)sprintf(digits, "%0*llu", (int)fraction + 1,
                                           (unsigned long long)significand);
            int before = (int)(count - fraction);

            sprintf(text, "%s%.*s%s%s", i & 1 ? "-" : "", before, digits,
                    fraction > 0 ? "." : "", digits + before);
            wrong += !agrees(text);
        }
    }
    tap_equal_count(wrong, 0, "texts about the limits of copying are canonical");
}

static void test_canonical(void)
{
    static const char *const cases[][2] = {
        {"0", "0"},
        {"-0", "0"},
        {"0.0", "0"},
        {"-0.00e1", "0"},
        {"1.50", "1.5"},
        {"1.0", "1"},
        {"-17", "-17"},
        {"5.411957740783691", "5.411957740783691"},
        {"0.000006537745927632289", "0.000006537745927632289"},
        {"0.0000001", "1e-7"},
        {"0.000001", "0.000001"},
        {"1E3", "1000"},
        {"1e21", "1e+21"},
        {"9007199254740992", "9007199254740992"},
        {"-9007199254740993", "-9007199254740992"},
        {"0.30000000000000004", "0.30000000000000004"},
        {"9.000000000000001", "9.000000000000002"},
        {"1e-999", "0"},
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *got = canonical(cases[i][0]);

        tap_equal_bytes(got, strlen(got), cases[i][1], cases[i][0]);
    }
}

/* The reference writes the text's double in full. */
static bool exactness_agrees(const char *text)
{
    static char full[TEXT_SIZE];
    double value = strtod(text, NULL);
    bool want;

    snprintf(full, sizeof full, "%.0f", value);
    want = isfinite(value) && strcmp(full, text) == 0;
    if (number_integer_is_exact(text, strlen(text)) == want)
        return true;
    printf("# %s is%s exact\n", text, want ? "" : " not");
    return false;
}

/* Double a natural that is written with a 0 in front. */
static void double_digits(char *digits)
{
    unsigned carry = 0;

    for (size_t i = strlen(digits); i-- > 0;) {
        carry += (unsigned)(digits[i] - '0') * 2;
        digits[i] = (char)('0' + carry % 10);
        carry /= 10;
    }
}

static void test_integers(void)
{
    static const char *const cases[] = {"0",
                                        "-0",
                                        "7",
                                        "999999999999999",
                                        "9007199254740991",
                                        "9007199254740992",
                                        "9007199254740993",
                                        "-9007199254740993",
                                        "9007199254740994",
                                        "18446744073709551615",
                                        "18446744073709551616",
                                        "10000000000000000000000",
                                        "100000000000000000000000"};
    static char text[TEXT_SIZE];
    unsigned wrong = 0;

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        wrong += !exactness_agrees(cases[i]);
    for (uint64_t i = 0; i < 5000 * (factor + 1); i++) {
        double value = double_of((random_bits() & UINT64_C(0x801FFFFFFFFFFFFF)) |
                                 (uint64_t)(1023 + random_below(1023)) << 52);
        size_t count = (size_t)sprintf(text, "%.0f", value);

        wrong += !exactness_agrees(text);
        if (count > 2) { /* another digit somewhere after the first */
            text[count - 1 - random_below((unsigned)count - 2)] ^= 1;
            wrong += !exactness_agrees(text);
        }
    }
    sprintf(text, "%.0f", 0x1.fffffffffffffp1023);
    wrong += !exactness_agrees(text);
    sprintf(text, "%.0f", 0x1p1023);
    wrong += !exactness_agrees(text);
    sprintf(text, "0%.0f", 0x1p1023);
    double_digits(text); /* 2^1024 has as many digits, and is out of range. */
    wrong += number_integer_is_exact(text, strlen(text));
    memset(text, '9', 310);
    wrong += number_integer_is_exact(text, 310);
    tap_equal_count(wrong, 0, "exact integers are distinguished from others");
}

static void test_may_overflow(void)
{
    static const struct {
        const char *text;
        bool may;
    } cases[] = {{"0", false},     {"-12345", false},   {"5.411957740783691", false},
                 {"1e-7", false},  {"2.5E-999", false}, {"1e309", true},
                 {"1E+999", true}, {"-1.5e400", true}};
    static char digits[320];

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        tap_check(number_may_overflow(cases[i].text, strlen(cases[i].text)) == cases[i].may,
                  "%s may%s overflow", cases[i].text, cases[i].may ? "" : " not");
    memset(digits, '9', sizeof digits);
    tap_check(number_may_overflow(digits, 310), "310 digits may overflow");
    tap_check(!number_may_overflow(digits, 300), "300 digits may not overflow");
}

static void test_suite(void)
{
    char path[TEXT_SIZE], line[128];
    const char *shared = getenv("KIDX_SHARED");
    unsigned lines = 0, wrong = 0;
    FILE *file;

    snprintf(path, sizeof path, "%s/suites/numbers/es6-10k.txt",
             shared != NULL ? shared : "../shared");
    file = fopen(path, "r");
    if (file == NULL) {
        tap_skip("the number sequence of RFC 8785 is not here");
        return;
    }
    while (fgets(line, sizeof line, file) != NULL) {
        char *text;
        double value = double_of(strtoull(line, &text, 16));

        text[strcspn(text, "\n")] = '\0';
        text++;
        wrong += strcmp(format(value), text) != 0 || parse(text) != value ||
                 strcmp(canonical(text), text) != 0;
        lines++;
    }
    fclose(file);
    tap_equal_count(lines, 10000, "the number sequence of RFC 8785 has 10,000 lines");
    tap_equal_count(wrong, 0, "its doubles are written, read and copied so");
}

int main(int argc, char **argv)
{
    factor = read_factor(argc, argv);
    test_copy_limits();
    test_canonical();
    test_integers();
    test_may_overflow();
    test_suite();
    return tap_done();
}
