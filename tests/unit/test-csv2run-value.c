#include <config.h>

#include "../../tools/csv2run/value.h"

#include "tap.h"

#define LENGTH(array) (sizeof(array) / sizeof *(array))

static void test_numbers(void)
{
    static const struct {
        const char *cell;
        double number;
    } good[] = {{"0", 0},
                {"-0", 0},
                {"1", 1},
                {"10", 10},
                {"0.5", 0.5},
                {"-1.25", -1.25},
                {"1e3", 1000},
                {"1E+3", 1000},
                {"1.5e-1", 0.15},
                {"4096.0", 4096},
                {"1e-400", 0},
                {"0e0", 0},
                {"0.1", 0.1},
                {"123456789012345678901234567890", 123456789012345678901234567890.0}};
    static const char *const bad[] = {"",
                                      " 1",
                                      "1 ",
                                      "+1",
                                      "01",
                                      "007",
                                      ".5",
                                      "5.",
                                      "1e",
                                      "1e+",
                                      "-",
                                      "--1",
                                      "0x",
                                      "0x1",
                                      "1_0",
                                      "nan",
                                      "NaN",
                                      "inf",
                                      "-inf",
                                      "Infinity",
                                      "1,5",
                                      "1e400",
                                      "-1e400",
                                      "1.",
                                      "1.e3",
                                      "e3",
                                      "1d",
                                      ("\xc2\xa0"
                                       "1")};

    for (size_t i = 0; i < LENGTH(good); i++) {
        double number = 0;

        tap_check(value_number(view_from(good[i].cell), &number) &&
                      number == good[i].number,
                  "a number: %s", good[i].cell);
    }
    for (size_t i = 0; i < LENGTH(bad); i++) {
        double number;

        tap_check(!value_number(view_from(bad[i]), &number), "no number: \"%s\"", bad[i]);
    }
    tap_check(!value_number((struct view){"1\0", 2}, &(double){0}), "no number: 1, NUL");
}

static void test_rounding(void)
{
    static const struct {
        double number;
        double rounded;
    } cases[] = {{0, 0},
                 {0.25, 0},
                 {0.5, 1},
                 {0.49999999999999994, 0},
                 {1.5, 2},
                 {2.5, 3},
                 {-0.5, 0},
                 {-0.75, -1},
                 {-1.5, -1},
                 {-2, -2},
                 {9252832.412719727, 9252832},
                 {4503599627370495.5, 4503599627370496},
                 {4503599627370497, 4503599627370497},
                 {9007199254740991, 9007199254740991},
                 {1e300, 1e300},
                 {-1e300, -1e300}};

    for (size_t i = 0; i < LENGTH(cases); i++)
        tap_check(value_round(cases[i].number) == cases[i].rounded, "%.17g rounded",
                  cases[i].number);
    tap_check(1 / (value_round(-0.5) + 0.0) > 0, "-0.5 gives 0, not -0");
    tap_check(value_is_whole(3) && value_is_whole(1e300) && !value_is_whole(0.5) &&
                  !value_is_whole(-2.25),
              "whole numbers");
    tap_check(value_is_size(1) && value_is_size(9007199254740991) && !value_is_size(0) &&
                  !value_is_size(-1) && !value_is_size(1.5) &&
                  !value_is_size(9007199254740992),
              "sizes");
}

static void test_instants(void)
{
    static const struct {
        const char *cell;
        const char *instant;
    } good[] = {
        {"2024-09-03 15:31:39", "2024-09-03T15:31:39.000Z"},
        {"2024-09-03T15:31:39", "2024-09-03T15:31:39.000Z"},
        {"2024-09-03T15:31:39Z", "2024-09-03T15:31:39.000Z"},
        {"2024-02-29 00:00:00", "2024-02-29T00:00:00.000Z"},
        {"2000-02-29 00:00:00", "2000-02-29T00:00:00.000Z"},
        {"2024-09-03 15:31:39.5", "2024-09-03T15:31:39.500Z"},
        {"2024-09-03 15:31:39.1239999", "2024-09-03T15:31:39.123Z"},
        {"2024-09-03 15:31:39+02:00", "2024-09-03T13:31:39.000Z"},
        {"2024-09-03 15:31:39.25-05:30", "2024-09-03T21:01:39.250Z"},
        {"2024-03-01 00:30:00+01:00", "2024-02-29T23:30:00.000Z"},
        {"2023-12-31 23:30:00-01:00", "2024-01-01T00:30:00.000Z"},
        {"2024-01-01 00:00:00+23:59", "2023-12-31T00:01:00.000Z"},
        {"0000-01-01 00:00:00", "0000-01-01T00:00:00.000Z"},
        {"9999-12-31 23:59:59.999", "9999-12-31T23:59:59.999Z"},
    };
    static const char *const bad[] = {"",
                                      "2024-09-03",
                                      "2024-09-03 15:31",
                                      "2024-9-03 15:31:39",
                                      "2024-09-03t15:31:39",
                                      "2024-09-03 15:31:39z",
                                      "2024-09-03  15:31:39",
                                      " 2024-09-03 15:31:39",
                                      "2024-09-03 15:31:39 ",
                                      "2024-09-03 15:31:39.",
                                      "2024-09-03 15:31:39,5",
                                      "2024-09-03 15:31:60",
                                      "2024-09-03 15:60:00",
                                      "2024-09-03 24:00:00",
                                      "2024-00-03 15:31:39",
                                      "2024-13-03 15:31:39",
                                      "2024-09-31 15:31:39",
                                      "2024-09-00 15:31:39",
                                      "2023-02-29 15:31:39",
                                      "1900-02-29 15:31:39",
                                      "2024-09-03 15:31:39+2:00",
                                      "2024-09-03 15:31:39+02",
                                      "2024-09-03 15:31:39+0200",
                                      "2024-09-03 15:31:39+24:00",
                                      "2024-09-03 15:31:39+02:60",
                                      "2024-09-03 15:31:39+02:00Z",
                                      "2024-09-03 15:31:39 UTC",
                                      "0000-01-01 00:00:00+00:01",
                                      "9999-12-31 23:59:59-00:01",
                                      "-001-01-01 00:00:00",
                                      "12024-09-03 15:31:39"};
    struct value_instant instant;

    for (size_t i = 0; i < LENGTH(good); i++) {
        tap_check(value_instant(view_from(good[i].cell), &instant) &&
                      memcmp(instant.text, good[i].instant, sizeof instant.text) == 0,
                  "a time: %s", good[i].cell);
    }
    for (size_t i = 0; i < LENGTH(bad); i++)
        tap_check(!value_instant(view_from(bad[i]), &instant), "no time: \"%s\"", bad[i]);
}

static void test_words(void)
{
    tap_check(value_is_token(view_from("a_1")) && !value_is_token(view_from("")) &&
                  !value_is_token(view_from("1a")) && !value_is_token(view_from("_a")) &&
                  !value_is_token(view_from("a-b")) && !value_is_token(view_from("A")),
              "tokens");
    tap_check(value_is_slug(view_from("a-1")) && value_is_slug(view_from("1a")) &&
                  !value_is_slug(view_from("")) && !value_is_slug(view_from("-a")) &&
                  !value_is_slug(view_from("a_b")) && !value_is_slug(view_from("A")),
              "slugs");
}

int main(void)
{
    test_numbers();
    test_rounding();
    test_instants();
    test_words();
    return tap_done();
}
