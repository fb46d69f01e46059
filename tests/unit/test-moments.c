#include <config.h>

#include "stats/moments.h"

#include "tap.h"

static void check(struct moments *moments, double mean, double deviation, const char *what)
{
    double got = moments_mean(moments);

    tap_check(got == mean, "%s: the mean is %.17g", what, mean);
    if (got != mean)
        printf("# got %.17g\n", got);
    got = moments_deviation(moments);
    tap_check(got == deviation, "%s: the standard deviation is %.17g", what, deviation);
    if (got != deviation)
        printf("# got %.17g\n", got);
}

static void check_values(const double *values, size_t count, double mean, double deviation,
                         const char *what)
{
    struct moments moments;

    moments_init(&moments);
    for (size_t i = 0; i < count; i++)
        moments_add(&moments, values[i], 1);
    check(&moments, mean, deviation, what);
    moments_release(&moments);
}

/* The sets NumAcc1, 3 and 4 of NIST's Statistical Reference Datasets. Their certified
 * deviations, 0.1 for both of the latter, are those of decimal numbers; the doubles nearest
 * to these deviate by the values here, computed in rational numbers. */
static void test_nist(void)
{
    const double first[] = {10000001, 10000003, 10000002};
    struct moments moments;

    check_values(first, 3, 10000002, 1, "NumAcc1");
    moments_init(&moments);
    moments_add(&moments, 1000000.2, 1);
    moments_add(&moments, 1000000.1, 500);
    moments_add(&moments, 1000000.3, 500);
    check(&moments, 1000000.2, 0.1000000000349246, "NumAcc3");
    moments_release(&moments);
    moments_init(&moments);
    moments_add(&moments, 10000000.2, 1);
    moments_add(&moments, 10000000.1, 500);
    moments_add(&moments, 10000000.3, 500);
    check(&moments, 10000000.2, 0.10000000055879354, "NumAcc4");
    moments_release(&moments);
}

static void test_extremes(void)
{
    const double tiny = 4.9406564584124654e-324;
    const double huge[] = {1e308, -1e308};
    const double small[] = {0, 2 * tiny};
    const double apart[] = {1e308, 1, -1e308};
    const double neighbours[] = {1e15, 1e15 + 1, 1e15 + 2};
    const double equal[] = {0.1, 0.1, 0.1};

    check_values(huge, 2, 0, 1.4142135623730951e308, "two of 1e308");
    check_values(small, 2, tiny, tiny, "denormal numbers"); /* 1.41 of it */
    check_values(apart, 3, 1.0 / 3, 1e308, "cancellation");
    check_values(neighbours, 3, 1e15 + 1, 1, "neighbours near 1e15");
    check_values(equal, 3, 0.1, 0, "equal values");
}

/* The same from parts, in another order. */
static void test_merge(void)
{
    struct moments whole;
    struct moments parts[3];
    uint64_t state = 7;

    moments_init(&whole);
    for (unsigned i = 0; i < 3; i++)
        moments_init(&parts[i]);
    for (unsigned i = 0; i < 3000; i++) {
        double value;

        state = state * UINT64_C(6364136223846793005) + 1;
        value = (double)(state >> 20) * 1e-6;
        moments_add(&whole, value, 1 + i % 2);
        moments_add(&parts[state >> 33 & 1 ? 2 : i % 2], value, 1 + i % 2);
    }
    moments_merge(&parts[2], &parts[0]);
    moments_merge(&parts[2], &parts[1]);
    tap_equal_count(parts[2].count, whole.count, "parts have as many values as the whole");
    check(&parts[2], moments_mean(&whole), moments_deviation(&whole), "parts");
    moments_release(&whole);
    for (unsigned i = 0; i < 3; i++)
        moments_release(&parts[i]);
}

int main(void)
{
    test_nist();
    test_extremes();
    test_merge();
    return tap_done();
}
