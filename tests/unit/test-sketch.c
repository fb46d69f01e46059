#include <config.h>

#include "stats/sketch.h"

#include "tap.h"

static const double least = 4.9406564584124654e-324;
static const double greatest = 1.7976931348623157e308;

static uint64_t next(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + 1442695040888963407;
    return *state ^ *state >> 29;
}

static double any_double(uint64_t *state)
{
    uint64_t bits = next(state) % UINT64_C(0x7ff0000000000000) | (next(state) & 1) << 63;
    double value;

    memcpy(&value, &bits, sizeof value);
    return value;
}

/* Whether GOT is off from VALUE by at most ALPHA of it. Below the normal doubles their own
 * distance counts. */
static bool is_near(double got, double value, double alpha)
{
    double size = value < 0 ? -value : value;
    double off = got - value < 0 ? value - got : got - value;

    return off <= size * alpha || off <= 2 * least;
}

static void test_bound(double alpha)
{
    struct sketch_scale scale;
    uint64_t state = 11;
    unsigned wrong = 0;
    unsigned unordered = 0;

    if (!tap_check(sketch_scale_init(&scale, alpha), "alpha %g", alpha))
        return;
    for (unsigned i = 0; i < 100000; i++) {
        double a = any_double(&state);
        double b = i % 2 == 0 ? any_double(&state) : a * 1.0001;
        int64_t key = sketch_key(&scale, a);

        wrong += !is_near(sketch_value(&scale, key), a, alpha);
        unordered += (a < b && key > sketch_key(&scale, b)) ||
                     (a > b && key < sketch_key(&scale, b));
    }
    tap_equal_count(wrong, 0, "100,000 doubles are found within alpha");
    tap_equal_count(unordered, 0, "keys are in the order of values");
}

/* Bounds of buckets are where an error would show first. */
static void test_edges(void)
{
    struct sketch_scale scale;
    unsigned wrong = 0;

    sketch_scale_init(&scale, 0.01);
    for (int i = -30000; i < 30000; i++) {
        double value = sketch_value(&scale, (INT64_C(1) << 40) + i);

        if (value < 1e-300 || value > 1e300)
            continue;
        for (int step = 0; step < 4; step++) {
            double near = value * (0.99 + 0.02 / 3 * step);

            wrong += !is_near(sketch_value(&scale, sketch_key(&scale, near)), near, 0.01);
        }
        wrong += sketch_key(&scale, value) != (INT64_C(1) << 40) + i;
    }
    tap_equal_count(wrong, 0, "all buckets at 1 %");
    tap_check(sketch_key(&scale, 0.0) == 0 && sketch_key(&scale, -0.0) == 0,
              "zero has its own");
    tap_check(is_near(sketch_value(&scale, sketch_key(&scale, greatest)), greatest, 0.01),
              "the greatest double");
    tap_check(is_near(sketch_value(&scale, sketch_key(&scale, -least)), -least, 0.01),
              "the least negative one");
    tap_check(sketch_key(&scale, 1e9) == (INT64_C(1) << 40) + 1037,
              "the bucket of 1e9 is the same everywhere");
}

static void test_alpha(void)
{
    struct sketch_scale scale;

    tap_check(!sketch_scale_init(&scale, 0), "alpha 0 is refused");
    tap_check(!sketch_scale_init(&scale, -0.1), "alpha -0.1 is refused");
    tap_check(!sketch_scale_init(&scale, 0.51), "alpha 0.51 is refused");
    tap_check(!sketch_scale_init(&scale, 1e-7), "alpha 1e-7 is refused");
}

static void test_counts(void)
{
    struct counts counts;
    const struct counts_entry *sorted;
    uint64_t state = 5;
    uint64_t total = 0;
    bool ordered = true;

    counts_init(&counts);
    counts_sort(&counts);
    for (unsigned i = 0; i < 50000; i++)
        counts_add(&counts, (int64_t)(next(&state) % 2001) - 1000, 1 + i % 3);
    tap_equal_count(counts.used, 2001, "2,001 keys");
    sorted = counts_sort(&counts);
    for (uint32_t i = 0; i < counts.used; i++) {
        total += sorted[i].count;
        ordered = ordered && sorted[i].key == (int64_t)i - 1000;
    }
    tap_check(ordered, "they are sorted");
    tap_equal_count(total, 99999, "and all are counted");
    counts_release(&counts);
}

/* Each size of a small row, and the step to a table. */
static void test_few_counts(void)
{
    for (unsigned keys = 1; keys < 30; keys++) {
        struct counts counts;
        const struct counts_entry *sorted;
        bool holds = true;

        counts_init(&counts);
        for (unsigned i = 0; i < 5 * keys; i++)
            counts_add(&counts, -(int64_t)(i % keys), 2);
        sorted = counts_sort(&counts);
        for (unsigned i = 0; i < counts.used; i++)
            holds = holds && sorted[i].key == (int64_t)i - (int64_t)keys + 1 &&
                    sorted[i].count == 10;
        tap_check(holds && counts.used == keys, "%u keys", keys);
        counts_release(&counts);
    }
}

static void test_value_keys(void)
{
    static const double values[] = {
        -1.7976931348623157e308, -1, -0.5, -4.9406564584124654e-324, 0,
        4.9406564584124654e-324, 1,  1.5,  1.7976931348623157e308};
    bool holds = true;

    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        double back = counts_value(counts_key(values[i]));

        holds = holds && memcmp(&back, &values[i], sizeof back) == 0 &&
                (i == 0 || counts_key(values[i - 1]) < counts_key(values[i]));
    }
    tap_check(holds, "doubles as keys, in order, there and back");
    tap_check(counts_key(-0.0) == 0, "-0 is 0");
}

int main(void)
{
    test_bound(0.01);
    test_bound(0.001);
    test_bound(0.5);
    test_bound(1e-6);
    test_edges();
    test_alpha();
    test_counts();
    test_few_counts();
    test_value_keys();
    return tap_done();
}
