#include <config.h>

#include "stats/geomean.h"
#include "stats/ratio.h"

#include "tap.h"

static const double least = 4.9406564584124654e-324;
static const double greatest = 1.7976931348623157e308;

static void equal(double got, double want, const char *what)
{
    tap_check(memcmp(&got, &want, sizeof got) == 0, "%s: %.17g", what, want);
    if (memcmp(&got, &want, sizeof got) != 0)
        printf("# got %.17g\n", got);
}

/* The true logarithm, with an error of 8 units of 2^-64 allowed. */
static void logarithm_is(double value, int64_t whole, uint64_t fraction)
{
    struct logarithm got = logarithm_of(value);
    struct logarithm off = logarithm_subtract(got, (struct logarithm){whole, fraction});

    if (off.whole < 0)
        off = logarithm_subtract((struct logarithm){0, 0}, off);
    tap_check(off.whole == 0 && off.fraction <= 8, "log2 of %.17g", value);
    if (off.whole != 0 || off.fraction > 8)
        printf("# got %lld + %llx\n", (long long)got.whole,
               (unsigned long long)got.fraction);
}

static void test_logarithms(void)
{
    struct logarithm third;

    logarithm_is(1, 0, 0);
    logarithm_is(8, 3, 0);
    logarithm_is(least, -1074, 0);
    logarithm_is(greatest, 1023, UINT64_C(0xfffffffffffff475));
    logarithm_is(3, 1, UINT64_C(0x95c01a39fbd6879f));
    logarithm_is(1e9, 29, UINT64_C(0xe5b8eaa8d7df8bc2));
    logarithm_is(0.1, -4, UINT64_C(0xad961ed0cb91d9cc));
    third = logarithm_divide((struct logarithm){-1, 0}, 3);
    tap_check(third.whole == -1 && third.fraction == UINT64_C(0xaaaaaaaaaaaaaaaa),
              "-1 / 3, rounded down");
    third = logarithm_times((struct logarithm){-1, UINT64_C(1) << 63}, 5);
    tap_check(third.whole == -3 && third.fraction == UINT64_C(1) << 63, "-0.5 * 5");
    equal(logarithm_natural((struct logarithm){1, 0}), 0.6931471805599453, "ln 2");
    equal(logarithm_natural(logarithm_of(0.1)), 2.3025850929940455, "ln 0.1, its size");
    equal(logarithm_natural(logarithm_of(1e300)), 690.7755278982137, "ln 1e300");
    equal(logarithm_natural((struct logarithm){0, 0}), 0, "ln 1");
    equal(logarithm_power((struct logarithm){0, UINT64_C(1) << 63}), 1.4142135623730951,
          "2^0.5");
    equal(logarithm_power((struct logarithm){1024, 0}), 1.0 / 0.0, "2^1024");
    equal(logarithm_power((struct logarithm){-1075, 0}), 0, "2^-1075");
    equal(logarithm_power((struct logarithm){-1075, 1}), least, "and a little more");
    equal(logarithm_power((struct logarithm){INT64_MIN, 0}), 0, "2^-2^63");
}

/* A value and its logarithm give the value again: both together are off by less than half
 * a unit. */
static void test_there_and_back(void)
{
    uint64_t state = 3;
    unsigned wrong = 0;

    for (unsigned i = 0; i < 100000; i++) {
        uint64_t bits;
        double value;

        state = state * UINT64_C(6364136223846793005) + 1;
        bits = (state ^ state >> 32) % UINT64_C(0x7ff0000000000000);
        memcpy(&value, &bits, sizeof value);
        if (value > 0 && (logarithm_power(logarithm_of(value)) > value ||
                          logarithm_power(logarithm_of(value)) < value))
            wrong++;
    }
    tap_equal_count(wrong, 0, "100,000 doubles there and back");
}

static void test_ratios(void)
{
    struct interval interval;
    double ratio = 0;

    tap_check(ratio_of(3, 2, &ratio), "3 / 2");
    equal(ratio, 1.5, "3 / 2");
    tap_check(ratio_of(0.1, 0.1, &ratio), "0.1 / 0.1");
    equal(ratio, 1, "0.1 / 0.1");
    tap_check(!ratio_of(1, 0, &ratio), "1 / 0 is none");
    tap_check(!ratio_of(0, 1, &ratio), "0 / 1 is none");
    tap_check(!ratio_of(-1, -1, &ratio), "-1 / -1 is none");
    tap_check(!ratio_of(1.0 / 0.0, 1, &ratio), "an infinity has none");
    tap_check(!ratio_of(greatest, least, &ratio), "nor has what overflows");
    tap_check(!ratio_of(least, greatest, &ratio), "nor has what vanishes");
    equal(ratio_effect(105, 100), 0.05, "the effect of 105 over 100");
    equal(ratio_effect(100, 105), 0.05, "and of 100 over 105");
    tap_check(
        ratio_interval((struct interval){90, 110}, (struct interval){100, 200}, &interval),
        "the interval of a ratio");
    equal(interval.low, 0.45, "its lower end");
    equal(interval.high, 1.1, "its upper end");
    tap_check(
        !ratio_interval((struct interval){0, 110}, (struct interval){100, 200}, &interval),
        "a bound of 0 has none");
}

static void test_verdicts(void)
{
    const struct interval above = {1.06, 1.2};
    const struct interval below = {0.8, 0.9};
    const struct interval around = {0.99, 1.01};
    const struct interval wide = {0.9, 1.2};
    const struct interval touching = {1, 1.2};

    tap_check(ratio_judge(above, 0.1, 0.05, LOWER_IS_BETTER) == RATIO_SLOWER, "slower");
    tap_check(ratio_judge(above, 0.1, 0.05, HIGHER_IS_BETTER) == RATIO_FASTER,
              "faster, where more is better");
    tap_check(ratio_judge(below, 0.15, 0.05, LOWER_IS_BETTER) == RATIO_FASTER, "faster");
    tap_check(ratio_judge(below, 0.15, 0.05, HIGHER_IS_BETTER) == RATIO_SLOWER,
              "slower, where more is better");
    tap_check(ratio_judge(above, 0.05, 0.05, LOWER_IS_BETTER) == RATIO_UNCLEAR,
              "an effect that only equals the floor");
    tap_check(ratio_judge(around, 0.005, 0.05, LOWER_IS_BETTER) == RATIO_SAME, "same");
    tap_check(ratio_judge(above, 0.1, 0.2, LOWER_IS_BETTER) == RATIO_SAME,
              "above 1, inside the floor");
    tap_check(ratio_judge(wide, 0.1, 0.05, LOWER_IS_BETTER) == RATIO_UNCLEAR, "unclear");
    tap_check(ratio_judge(touching, 0.1, 0.05, LOWER_IS_BETTER) == RATIO_UNCLEAR,
              "an interval that touches 1");
}

static void test_means(void)
{
    struct geomean mean = {0};
    struct geomean part = {0};

    geomean_add(&mean, 2, 1);
    geomean_add(&mean, 8, 1);
    equal(geomean_value(&mean), 4, "of 2 and 8");
    mean = (struct geomean){0};
    geomean_add(&mean, 0.1, 7);
    equal(geomean_value(&mean), 0.1, "of seven times 0.1");
    mean = (struct geomean){0};
    geomean_add(&mean, greatest, 3);
    geomean_add(&mean, least, 3);
    equal(geomean_value(&mean), 2.9802322387695309e-8, "of both ends, below 2^-25");
    mean = (struct geomean){0};
    geomean_add_ratio(&mean, 1, 3);
    geomean_add_ratio(&mean, 3, 1);
    equal(geomean_value(&mean), 1, "of 1/3 and 3, which doubles would miss");
    mean = (struct geomean){0};
    /* exp of the mean of the logarithms, in 60 digits: 1000499957.8541539808721937 */
    for (unsigned i = 0; i < 1000000; i++)
        geomean_add(i % 3 == 0 ? &part : &mean, 1e9 + 999999 - i, 1);
    geomean_merge(&mean, &part);
    tap_equal_count(mean.count, 1000000, "a million values");
    equal(geomean_value(&mean), 1000499957.854154, "their mean");
}

int main(void)
{
    test_logarithms();
    test_there_and_back();
    test_ratios();
    test_verdicts();
    test_means();
    return tap_done();
}
