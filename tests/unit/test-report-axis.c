#include <config.h>

#include "../../tools/report/axis.h"

#include "present/quantity.h"

#include "tap.h"

static bool is_near(double got, double want)
{
    return got > want - 1e-9 * (want + 1) && got < want + 1e-9 * (want + 1);
}

static void test_places(void)
{
    struct axis scale;

    axis_init(&scale, AXIS_LINEAR, 0, 10, 100, 200);
    tap_check(is_near(axis_place(&scale, 5), 150), "the middle of a linear scale");
    tap_check(is_near(axis_place(&scale, 11), 200), "what is beyond is at the end");
    axis_init(&scale, AXIS_BINARY, 1, 1024, 0, 100);
    tap_check(is_near(axis_place(&scale, 32), 50), "the middle of a binary one");
    axis_init(&scale, AXIS_DECIMAL, 1, 10000, 100, 0);
    tap_check(is_near(axis_place(&scale, 100), 50), "the middle of one downwards");
    axis_init(&scale, AXIS_DECIMAL, 0, 5, 0, 100);
    tap_check(scale.kind == AXIS_LINEAR, "0 has no logarithm");
    axis_init(&scale, AXIS_LINEAR, 3, 3, 0, 100);
    tap_check(scale.low < 3 && scale.high > 3, "one value is widened");
}

static void expect_ticks(enum axis_kind kind, double low, double high, size_t wanted,
                         const char *want)
{
    struct axis scale;
    double ticks[AXIS_TICKS];
    size_t count;
    struct buf text;

    buf_init(&text);
    axis_init(&scale, kind, low, high, 0, 100);
    count = axis_ticks(&scale, wanted, ticks);
    for (size_t i = 0; i < count; i++) {
        buf_append_text(&text, i > 0 ? " " : "");
        quantity_append_number(&text, ticks[i], 4);
    }
    tap_equal_bytes(text.data == NULL ? "" : text.data, text.length, want, want);
    buf_release(&text);
}

static void test_ticks(void)
{
    expect_ticks(AXIS_LINEAR, 0, 10, 5, "0 2 4 6 8 10");
    expect_ticks(AXIS_LINEAR, -3, 3, 3, "-2 0 2");
    expect_ticks(AXIS_BINARY, 1024, 16384, 8, "1,024 2,048 4,096 8,192 16,384");
    expect_ticks(AXIS_BINARY, 1, 1024, 4, "1 8 64 512");
    expect_ticks(AXIS_DECIMAL, 1, 1000, 7, "1 10 100 1,000");
    expect_ticks(AXIS_DECIMAL, 1, 100, 8, "1 2 5 10 20 50 100");
    expect_ticks(AXIS_DECIMAL, 1, 10, 8, "1 1.5 2 3 5 7 10");
    expect_ticks(AXIS_DECIMAL, 0.9, 1.2, 4, "0.9 1 1.1 1.2");
}

static void test_hostile(void)
{
    double ticks[AXIS_TICKS];
    struct axis scale;

    axis_init(&scale, AXIS_DECIMAL, 5e-324, 1.7e308, 0, 100);
    tap_check(axis_ticks(&scale, 7, ticks) <= AXIS_TICKS, "the whole range of doubles");
    axis_init(&scale, AXIS_LINEAR, -1.7e308, 1.7e308, 0, 100);
    tap_check(axis_ticks(&scale, 7, ticks) <= AXIS_TICKS, "and its sign");
    axis_init(&scale, AXIS_BINARY, 1e-300, 1e300, 0, 100);
    tap_check(axis_ticks(&scale, 7, ticks) <= 7, "powers of two");
}

static void expect_number(double value, int digits, const char *want)
{
    struct buf text;

    buf_init(&text);
    quantity_append_number(&text, value, digits);
    tap_equal_bytes(text.data, text.length, want, want);
    buf_release(&text);
}

static void test_numbers(void)
{
    struct quantity_unit unit = quantity_unit_of((struct view){"ns", 2}, 2.5e6);
    struct buf text;

    expect_number(0, 4, "0");
    expect_number(15.009359, 4, "15.01");
    expect_number(1649, 4, "1,649");
    expect_number(-1234567, 4, "-1,234,567");
    expect_number(0.00123456, 3, "0.00123");
    expect_number(1e300, 4, "1e+300");
    tap_check(view_is(unit.name, "ms"), "milliseconds");
    buf_init(&text);
    quantity_append_change(&text, -0.25);
    quantity_append_ratio(&text, 1.375);
    tap_equal_bytes(text.data, text.length, "-0.2 %1.38\xc3\x97",
                    "a percentage and a ratio");
    buf_release(&text);
}

int main(void)
{
    test_places();
    test_ticks();
    test_hostile();
    test_numbers();
    return tap_done();
}
