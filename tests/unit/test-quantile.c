#include <config.h>

#include "stats/quantile.h"

#include "tap.h"

static void check(const double *values, size_t count, unsigned percent,
                  enum quantile_type type, double want)
{
    double got = quantile_of_sorted(values, count, percent, type);

    tap_check(got == want, "type %d, %u %% of %zu values is %.17g", (int)type, percent,
              count, want);
    if (got != want)
        printf("# got %.17g\n", got);
}

/* Types 1 and 7 as Hyndman and Fan define them, by hand. */
static void test_small(void)
{
    static const double five[] = {10, 20, 30, 40, 50};
    static const double four[] = {1, 2, 4, 8};
    static const double ten[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
    static const double one[] = {42};

    check(five, 5, 20, QUANTILE_LINEAR, 18);
    check(five, 5, 20, QUANTILE_INVERSE, 10);
    check(five, 5, 21, QUANTILE_INVERSE, 20);
    check(five, 5, 25, QUANTILE_LINEAR, 20);
    check(five, 5, 50, QUANTILE_LINEAR, 30);
    check(five, 5, 80, QUANTILE_LINEAR, 42);
    check(five, 5, 80, QUANTILE_INVERSE, 40);
    check(four, 4, 50, QUANTILE_LINEAR, 3);
    check(four, 4, 50, QUANTILE_INVERSE, 2);
    check(four, 4, 51, QUANTILE_INVERSE, 4);
    check(four, 4, 25, QUANTILE_LINEAR, 1.75);
    check(four, 4, 75, QUANTILE_LINEAR, 5);
    check(ten, 10, 5, QUANTILE_LINEAR, 1.45);
    check(ten, 10, 95, QUANTILE_LINEAR, 9.55);
    check(ten, 10, 95, QUANTILE_INVERSE, 10);
    check(ten, 10, 90, QUANTILE_INVERSE, 9);
    for (unsigned percent = 0; percent <= 100; percent += 50) {
        check(one, 1, percent, QUANTILE_LINEAR, 42);
        check(one, 1, percent, QUANTILE_INVERSE, 42);
    }
    check(five, 5, 0, QUANTILE_LINEAR, 10);
    check(five, 5, 0, QUANTILE_INVERSE, 10);
    check(five, 5, 100, QUANTILE_LINEAR, 50);
    check(five, 5, 100, QUANTILE_INVERSE, 50);
}

static void between(double low, double high, unsigned weight, double want)
{
    double got = quantile_between(low, high, weight);

    tap_check(got == want, "%u/100 between %.17g and %.17g is %.17g", weight, low, high,
              want);
    if (got != want)
        printf("# got %.17g\n", got);
}

/* Correct rounding, checked against rational numbers. */
static void test_between(void)
{
    const double greatest = 1.7976931348623157e308;
    const double least = 4.9406564584124654e-324;

    between(1, 2, 0, 1);
    between(5412109, 5412110, 50, 5412109.5);
    between(0.1, 0.3, 50, 0.2);
    between(0.1, 0.7, 20, 0.22);
    between(-greatest, greatest, 50, 0);
    between(-greatest, greatest, 75, greatest / 2);
    between(greatest / 2, greatest, 50, greatest / 4 * 3);
    between(0, least, 50, 0);
    between(0, least, 51, least);
    between(1e15 + 0.125, 1e15 + 0.25, 40, 1e15 + 0.125);
    between(9007199254740989, 9007199254740990, 75, 9007199254740990);
    between(9999999999999, 10000000000001, 50, 10000000000000);
}

/* Ranks of many values, where doubles would be wrong. */
static void test_places(void)
{
    struct quantile_place place =
        quantile_place(UINT64_C(90000000000000001), 95, QUANTILE_LINEAR);

    tap_equal_count(place.low, UINT64_C(85500000000000001), "rank of 95 % of 9e16 + 1");
    tap_equal_count(place.weight, 0, "which is one of the values");
    place = quantile_place(1000000000, 5, QUANTILE_INVERSE);
    tap_equal_count(place.low, 50000000, "5 % of 1e9, by the inverse");
}

static void test_sort(void)
{
    double values[] = {3, -1, 2, 0, 2};

    quantile_sort(values, 5);
    tap_check(values[0] < values[1] && values[1] < values[2] && !(values[3] > values[4]) &&
                  !(values[2] > values[3]),
              "values are sorted");
    quantile_sort(values, 0);
}

int main(void)
{
    test_small();
    test_between();
    test_places();
    test_sort();
    return tap_done();
}
