#include <config.h>

#include "record/expression.h"

#include "tap.h"

#define LENGTH(array) (sizeof(array) / sizeof *(array))

static const struct axis axes[] = {{{"seq", 3}, 7},
                                   {{"heads", 5}, 3},
                                   {{"a_b2", 4}, 10},
                                   {{"big", 3}, ((int64_t)1 << 53) - 1}};

static void test_values(void)
{
    static const struct {
        const char *text;
        int64_t value;
    } cases[] = {{"1", 1},
                 {"seq", 7},
                 {"seq + 1", 8},
                 {"seq+heads*2", 13},
                 {"(seq + heads) * 2", 20},
                 {"seq - heads - 1", 3},
                 {"seq // heads", 2},
                 {"seq % heads", 1},
                 {"a_b2 // 4 // 2", 1},
                 {"a_b2 * 3 % 7", 2},
                 {"-seq // 2", -4},
                 {"-seq % 3", 2},
                 {"7 // -2", -4},
                 {"7 % -2", -1},
                 {"-8 // 2", -4},
                 {"-8 % 2", 0},
                 {"7 % -1", 0},
                 {"7 // -1", -7},
                 {"- - 3", 3},
                 {"-(1 + 2)", -3},
                 {"2 - -3", 5},
                 {"9223372036854775807", INT64_MAX},
                 {"-9223372036854775807 - 1", INT64_MIN},
                 {"big * 1024", (((int64_t)1 << 53) - 1) * 1024},
                 {" ( ( seq ) ) ", 7}};

    for (size_t i = 0; i < LENGTH(cases); i++) {
        int64_t value = 0;
        const char *problem =
            expression_evaluate(view_from(cases[i].text), axes, LENGTH(axes), &value);

        tap_check(problem == NULL && value == cases[i].value, "value of %s", cases[i].text);
        tap_check(expression_check(view_from(cases[i].text)) == NULL,
                  "it is an expression");
    }
}

static void test_no_values(void)
{
    static const char *const cases[] = {"rows",
                                        "seq // (heads - 3)",
                                        "seq % 0",
                                        "big * big",
                                        "9223372036854775807 + 1",
                                        "-9223372036854775807 - 2",
                                        "(-9223372036854775807 - 1) // -1",
                                        "-(-9223372036854775807 - 1)"};

    for (size_t i = 0; i < LENGTH(cases); i++) {
        int64_t value;

        tap_check(expression_evaluate(view_from(cases[i]), axes, LENGTH(axes), &value) !=
                      NULL,
                  "no value: %s", cases[i]);
    }
    tap_check(expression_check(view_from("rows // (a - b)")) == NULL,
              "what has no value may be an expression");
}

static void test_no_expressions(void)
{
    static const char *const cases[] = {"",        " ",        "seq /2",
                                        "seq / 2", "seq ** 2", "seq heads",
                                        "2 seq",   "(seq",     "seq)",
                                        "()",      "+",        "seq +",
                                        "* seq",   "1.5",      "_seq",
                                        "seq // ", "seq / /",  "a ? b",
                                        "a[0]",    "1e3 x",    "18446744073709551616"};
    char deep[EXPRESSION_MAX + 2];

    for (size_t i = 0; i < LENGTH(cases); i++)
        tap_check(expression_check(view_from(cases[i])) != NULL, "no expression: \"%s\"",
                  cases[i]);
    memset(deep, '(', sizeof deep);
    tap_check(expression_check((struct view){"a\0b", 3}) != NULL, "a NUL is no end");
    tap_check(expression_check((struct view){deep, EXPRESSION_MAX}) != NULL,
              "no expression: only parentheses");
    memset(deep, ' ', sizeof deep);
    deep[0] = '1';
    tap_check(expression_check((struct view){deep, EXPRESSION_MAX}) == NULL, "200 bytes");
    tap_check(expression_check((struct view){deep, EXPRESSION_MAX + 1}) != NULL,
              "201 bytes");
}

int main(void)
{
    test_values();
    test_no_values();
    test_no_expressions();
    return tap_done();
}
