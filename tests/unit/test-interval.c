#include <config.h>

#include "stats/interval.h"

#include "tap.h"

static void check(uint64_t count, double level, uint64_t low, uint64_t high, double reached)
{
    struct interval_ranks ranks;
    bool found = interval_median_ranks(count, level, &ranks);
    double off;

    if (!tap_check(found, "%llu values have an interval at %g", (unsigned long long)count,
                   level))
        return;
    tap_equal_count(ranks.low, low, "the lower rank");
    tap_equal_count(ranks.high, high, "the upper rank");
    off = ranks.level - reached;
    tap_check(count <= 62 ? ranks.level == reached : off < 1e-13 && off > -1e-13,
              "it reaches %.17g", reached);
    if (off < 0 || off > 0)
        printf("# got %.17g\n", ranks.level);
}

static void none(uint64_t count, double level)
{
    struct interval_ranks ranks;

    tap_check(!interval_median_ranks(count, level, &ranks), "%llu values have none at %g",
              (unsigned long long)count, level);
}

/* Levels are sums of binomial coefficients over 2^n, in rational numbers. */
static void test_ranks(void)
{
    none(0, 0.95);
    none(1, 0.95);
    none(5, 0.95);
    none(6, 0.975);
    check(6, 0.95, 1, 6, 0.96875);
    check(7, 0.95, 1, 7, 0.984375);
    check(7, 0.975, 1, 7, 0.984375);
    check(8, 0.95, 1, 8, 0.9921875);
    check(9, 0.95, 2, 8, 0.9609375);
    check(10, 0.95, 2, 9, 0.978515625);
    check(20, 0.95, 6, 15, 0.9586105346679688);
    check(20, 0.975, 5, 16, 0.9881820678710938);
    check(25, 0.95, 8, 18, 0.9567147493362427);
    check(62, 0.95, 23, 40, 0.9699841356509327);
    check(63, 0.95, 24, 40, 0.9570434544756108);
    check(63, 0.975, 23, 41, 0.9774250273267429);
    check(64, 0.95, 24, 41, 0.9672342409011768);
    check(100, 0.95, 40, 61, 0.9647997997822951);
    check(1000, 0.975, 465, 536, 0.9752943545484305);
    check(1001, 0.95, 470, 532, 0.9500154764972458);
}

/* By the normal approximation 1.96 / 2 * 10^5 ranks on either side. */
static void test_many(void)
{
    struct interval_ranks ranks;

    tap_check(interval_median_ranks(UINT64_C(10000000000), 0.95, &ranks) &&
                  ranks.low > 5000000000 - 98100 && ranks.low < 5000000000 - 97900 &&
                  ranks.low + ranks.high == UINT64_C(10000000001) && ranks.level < 0.95001,
              "ten thousand million values");
}

static void test_sorted(void)
{
    static const double values[] = {1, 2, 3, 4, 5, 60, 70};
    struct interval interval;
    double level;

    tap_check(interval_median(values, 7, 0.975, &interval, &level) && !(interval.low > 1) &&
                  !(interval.high < 70) && !(level < 0.984375),
              "the interval of seven values");
    tap_check(!interval_median(values, 6, 0.975, &interval, &level), "six have none");
}

int main(void)
{
    test_ranks();
    test_many();
    test_sorted();
    return tap_done();
}
