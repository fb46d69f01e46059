#include <config.h>

#include "stats/sum.h"

#include "tap.h"

static const double least = 4.9406564584124654e-324;
static const double greatest = 1.7976931348623157e308;

/* Expect the very double, sign of zero too. */
static void equal(double got, double want, const char *what)
{
    tap_check(memcmp(&got, &want, sizeof got) == 0, "%s: %.17g", what, want);
    if (memcmp(&got, &want, sizeof got) != 0)
        printf("# got %.17g\n", got);
}

/* The sum of COUNT values from each direction, and merged from two parts. */
static void sums_to(const double *values, size_t count, double want, const char *what)
{
    struct sum forth;
    struct sum back;
    struct sum part;

    sum_init(&forth);
    sum_init(&back);
    sum_init(&part);
    for (size_t i = 0; i < count; i++) {
        sum_add_times(&forth, values[i], 1);
        sum_add_times(&back, values[count - 1 - i], 1);
    }
    equal(sum_quotient(&forth, 1), want, what);
    equal(sum_quotient(&back, 1), want, what);
    sum_release(&back);
    for (size_t i = 0; i < count; i++)
        sum_add_times(i % 2 == 0 ? &back : &part, values[i], 1);
    sum_merge(&part, &back);
    equal(sum_quotient(&part, 1), want, what);
    sum_release(&forth);
    sum_release(&back);
    sum_release(&part);
}

#define SUMS_TO(want, ...)                 \
    sums_to((const double[]){__VA_ARGS__}, \
            sizeof((const double[]){__VA_ARGS__}) / sizeof(double), (want), #__VA_ARGS__)

static void test_values(void)
{
    SUMS_TO(1, 1e308, 1, -1e308);
    SUMS_TO(least, 1e308, least, -1e308);
    SUMS_TO(0, 1e308, -1e308);
    SUMS_TO(-1, -1e308, -1, 1e308);
    SUMS_TO(greatest, greatest, greatest, -greatest);
    SUMS_TO(1.0 / 0.0, greatest, greatest);
    SUMS_TO(-1.0 / 0.0, -greatest, -greatest);
    /* Ten times 0.1 in doubles is 1.0000000000000000555. */
    SUMS_TO(1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1);
    SUMS_TO(3 * least, least, least, least);
    SUMS_TO(0x1p-1022, 0x0.fffffffffffffp-1022, least);
    SUMS_TO(0, 0.0, -0.0);
    /* Ties go to even, whatever is far after breaks them. */
    SUMS_TO(0x1p53, 0x1p53, 1);
    SUMS_TO(0x1p53 + 4, 0x1p53 + 2, 1);
    SUMS_TO(0x1p53 + 2, 0x1p53, 1, least);
    SUMS_TO(0x1p53 + 2, 0x1p53, 1, 0x1p-20);
    SUMS_TO(0x1p53 + 2, 0x1p53, 1, 0x1p-40);
    SUMS_TO(0x1p53, 0x1p53, 1, -least);
    SUMS_TO(-0x1p53, -0x1p53, -1);
    /* Just below the point where the greatest double becomes an infinity. */
    SUMS_TO(greatest, greatest, 0x1p969, 0x1p969 - 0x1p916);
    SUMS_TO(1.0 / 0.0, greatest, 0x1p970);
}

static void test_quotients(void)
{
    struct sum sum;
    int exponent;

    sum_init(&sum);
    equal(sum_quotient(&sum, 7), 0, "0 / 7");
    sum_add_times(&sum, 1, 1);
    equal(sum_quotient(&sum, 3), 1.0 / 3, "1 / 3");
    equal(sum_quotient(&sum, UINT64_C(1) << 63), 0x1p-63, "1 / 2^63");
    equal(sum_quotient(&sum, (UINT64_C(1) << 63) - 1), 0x1.0000000000000002p-63,
          "1 / (2^63 - 1)");
    sum_release(&sum);
    sum_add_times(&sum, greatest, UINT64_C(1) << 62);
    equal(sum_quotient(&sum, UINT64_C(1) << 62), greatest, "2^62 of the greatest");
    equal(sum_quotient(&sum, 1), 1.0 / 0.0, "their sum");
    sum_release(&sum);
    sum_add_times(&sum, least, 1);
    equal(sum_quotient(&sum, 2), 0, "half of the least");
    sum_add_times(&sum, least, 2);
    equal(sum_quotient(&sum, 2), 2 * least, "half of three");
    equal(sum_quotient(&sum, 4), least, "a quarter of three");
    equal(sum_scaled(&sum, 3, 5, &exponent), 1.6, "3/15 of the least, scaled");
    tap_check(exponent == -1074 - 3, "and its exponent");
    sum_release(&sum);
    sum_add_times(&sum, -10, 1);
    equal(sum_quotient(&sum, 4), -2.5, "-10 / 4");
    sum_release(&sum);
}

/* Sums of integers of all sizes against those of the compiler. */
static void test_integers(void)
{
    __extension__ typedef __int128 wide;
    uint64_t state = 1;
    wide want = 0;
    struct sum sum;
    bool holds = true;

    sum_init(&sum);
    for (unsigned i = 0; i < 100000; i++) {
        int64_t value;

        state = state * UINT64_C(6364136223846793005) + 1;
        value = (int64_t)state >> (11 + state % 50);
        want += (wide)value * (int64_t)(state % 1000);
        sum_add_times(&sum, (double)value, state % 1000);
        if (i % 1000 == 0)
            holds = holds && sum_quotient(&sum, 1) == (double)want;
    }
    tap_check(holds, "100,000 integers");
    tap_check(sum_sign(&sum) == (want > 0) - (want < 0), "their sign");
    sum_release(&sum);
}

/* Carrying leaves a negative sum as it is. */
static void test_negative(void)
{
    struct sum sum;
    bool holds = true;

    sum_init(&sum);
    sum_add_times(&sum, -1, 1);
    for (unsigned i = 0; i < 1000; i++)
        holds = holds && sum_sign(&sum) < 0;
    tap_check(holds && sum.count == 1, "-1 stays negative, and one limb");
    equal(sum_quotient(&sum, 1), -1, "and -1");
    sum_release(&sum);
}

static void test_squares(void)
{
    struct sum squares;
    struct sum total;
    struct sum spread;

    sum_init(&squares);
    sum_init(&total);
    sum_init(&spread);
    sum_add_square_times(&squares, 1e200, 1);
    equal(sum_quotient(&squares, 1), 1.0 / 0.0, "1e200^2");
    sum_add_square_times(&squares, least, 3);
    sum_add_square_times(&squares, -3, 2);
    sum_add_square_times(&total, 1e200, 1);
    for (unsigned i = 0; i < total.count; i++)
        total.limbs[i] = -total.limbs[i];
    sum_merge(&squares, &total);
    equal(sum_quotient(&squares, 1), 18, "1e200^2 + 3 least^2 + 2 * 9 - 1e200^2");
    sum_release(&squares);
    sum_release(&total);
    for (unsigned i = 1; i <= 4; i++) {
        sum_add_times(&total, 1e16 + 2 * i, 1);
        sum_add_square_times(&squares, 1e16 + 2 * i, 1);
    }
    sum_spread(&spread, 4, &squares, &total);
    equal(sum_quotient(&spread, 1), 80, "4 * squares - total^2 of four neighbours");
    sum_release(&squares);
    sum_release(&total);
    sum_add_times(&total, greatest, UINT64_C(1) << 62);
    sum_add_square_times(&squares, greatest, UINT64_C(1) << 62);
    sum_spread(&spread, UINT64_C(1) << 62, &squares, &total);
    tap_check(sum_sign(&spread) == 0, "2^62 equal values do not spread");
    sum_release(&squares);
    sum_release(&total);
    sum_add_times(&total, least, 1);
    sum_add_square_times(&squares, least, 1);
    sum_spread(&spread, 1, &squares, &total);
    tap_check(sum_sign(&spread) == 0, "nor does the least");
    sum_release(&squares);
    sum_release(&total);
    sum_release(&spread);
}

static void text_is(struct sum *sum, const char *want, enum sum_of what)
{
    struct buf buf;
    struct sum again;

    buf_init(&buf);
    sum_init(&again);
    sum_write(sum, &buf);
    tap_equal_bytes(buf.data, buf.length, want, want);
    tap_check(sum_parse(&again, buf_view(&buf), what), "%s is read", want);
    buf_clear(&buf);
    sum_write(&again, &buf);
    tap_equal_bytes(buf.data, buf.length, want, "and written again");
    sum_release(&again);
    buf_release(&buf);
}

static void refused(const char *text, enum sum_of what)
{
    struct sum sum;

    sum_init(&sum);
    tap_check(!sum_parse(&sum, view_from(text), what), "'%s' is refused", text);
    sum_release(&sum);
}

static void test_texts(void)
{
    char longest[300];
    struct sum sum;

    sum_init(&sum);
    text_is(&sum, "0p0", SUM_OF_VALUES);
    sum_add_times(&sum, 255, 1);
    text_is(&sum, "ffp0", SUM_OF_VALUES);
    sum_add_times(&sum, 1, 1);
    text_is(&sum, "1p2", SUM_OF_VALUES);
    sum_add_times(&sum, -256.5, 1);
    text_is(&sum, "-8p-1", SUM_OF_VALUES);
    sum_add_times(&sum, least, 1);
    /* 2^-1074 - 2^-1 is (2^1075 - 4) * 16^-269. */
    memset(longest, 'f', sizeof longest);
    longest[0] = '-';
    longest[1] = '7';
    memcpy(longest + 2 + 267, "cp-269", sizeof "cp-269");
    text_is(&sum, longest, SUM_OF_VALUES);
    sum_release(&sum);
    sum_add_times(&sum, greatest, UINT64_C(1) << 63);
    text_is(&sum, "7ffffffffffffcp258", SUM_OF_VALUES);
    sum_release(&sum);
    sum_add_square_times(&sum, greatest, UINT64_C(1) << 63);
    sum_add_square_times(&sum, least, 1);
    tap_check(sum_sign(&sum) > 0, "squares of both ends");
    sum_release(&sum);
    sum_add_square_times(&sum, least, 1);
    text_is(&sum, "1p-537", SUM_OF_SQUARES);
    sum_release(&sum);
    refused("", SUM_OF_VALUES);
    refused("0", SUM_OF_VALUES);
    refused("-0p0", SUM_OF_VALUES);
    refused("0p1", SUM_OF_VALUES);
    refused("p0", SUM_OF_VALUES);
    refused("1p", SUM_OF_VALUES);
    refused("1p-", SUM_OF_VALUES);
    refused("1p-0", SUM_OF_VALUES);
    refused("1p00", SUM_OF_VALUES);
    refused("1p+1", SUM_OF_VALUES);
    refused("10p0", SUM_OF_VALUES);
    refused("01p0", SUM_OF_VALUES);
    refused("Fp0", SUM_OF_VALUES);
    refused("1p0 ", SUM_OF_VALUES);
    refused("1p-273", SUM_OF_VALUES);
    refused("1p272", SUM_OF_VALUES);
    refused("1p9999", SUM_OF_VALUES);
    refused("1p10000", SUM_OF_VALUES);
    refused("1p-545", SUM_OF_SQUARES);
    refused("1p528", SUM_OF_SQUARES);
    refused("11p527", SUM_OF_SQUARES);
}

int main(void)
{
    test_values();
    test_quotients();
    test_integers();
    test_negative();
    test_squares();
    test_texts();
    return tap_done();
}
