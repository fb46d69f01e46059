/* Expressions of axes: taken or refused, and computed, as slow code does it by the grammar
 *
 *     sum = product { ("+" | "-") product }     product = factor { ("*" | "//" | "%")
 * factor } factor = integer | name | "-" factor | "(" sum ")"
 *
 * in 128 bits. Good is an expression that has a value.
 */
#include <config.h>

#include "record/expression.h"

#include "fuzz.h"

const char fuzz_corpus[] = "expression";

static const struct axis axes[] = {
    {{"a", 1}, 3},   {{"b", 1}, 128}, {{"m", 1}, INT64_MAX},
    {{"n_1", 3}, 7}, {{"z", 1}, 0},   {{"big", 3}, INT64_C(3037000500)},
};
enum { AXES = sizeof axes / sizeof *axes };

__extension__ typedef __int128 wide;

struct slow {
    const char *at;
    const char *end;
    bool wrong;    /* no expression */
    bool no_value; /* but one without a value */
};

static wide slow_sum(struct slow *slow);

static char next(struct slow *slow)
{
    while (slow->at < slow->end && *slow->at == ' ')
        slow->at++;
    return slow->at < slow->end ? *slow->at : '\0';
}

static wide bounded(struct slow *slow, wide value)
{
    if (value >= INT64_MIN && value <= INT64_MAX)
        return value;
    slow->no_value = true;
    return 1;
}

static bool is_of_name(char byte, bool first)
{
    return (byte >= 'a' && byte <= 'z') ||
           (!first && (byte == '_' || (byte >= '0' && byte <= '9')));
}

static wide slow_factor(struct slow *slow)
{
    char byte = next(slow);
    const char *start = slow->at;
    wide value = 0;

    if (byte >= '0' && byte <= '9') {
        for (; slow->at < slow->end && *slow->at >= '0' && *slow->at <= '9'; slow->at++) {
            value = value * 10 + (*slow->at - '0');
            /* A number beyond the range is no expression. */
            if (value > INT64_MAX) {
                slow->wrong = true;
                value = 1;
            }
        }
        return value;
    }
    if (is_of_name(byte, true)) {
        struct view name = {start, 0};

        while (slow->at < slow->end && is_of_name(*slow->at, false))
            slow->at++;
        name.length = (size_t)(slow->at - start);
        for (size_t i = 0; i < AXES; i++)
            if (view_equal(axes[i].name, name))
                return axes[i].size;
        slow->no_value = true;
        return 1;
    }
    if (byte == '-') {
        slow->at++;
        return bounded(slow, -slow_factor(slow));
    }
    if (byte == '(') {
        slow->at++;
        value = slow_sum(slow);
        slow->wrong = slow->wrong || next(slow) != ')';
        slow->at += slow->at < slow->end;
        return value;
    }
    slow->wrong = true;
    return 1;
}

static wide slow_divide(struct slow *slow, bool quotient, wide a, wide b)
{
    wide rounded;

    if (b == 0) {
        slow->no_value = true;
        return 1;
    }
    rounded = a / b - (a % b != 0 && (a < 0) != (b < 0));
    return quotient ? bounded(slow, rounded) : a - rounded * b;
}

static wide slow_product(struct slow *slow)
{
    wide value = slow_factor(slow);

    while (!slow->wrong) {
        char byte = next(slow);

        if (byte == '*') {
            slow->at++;
            value = bounded(slow, value * slow_factor(slow));
        } else if (byte == '%') {
            slow->at++;
            value = slow_divide(slow, false, value, slow_factor(slow));
        } else if (byte == '/' && slow->end - slow->at > 1 && slow->at[1] == '/') {
            slow->at += 2;
            value = slow_divide(slow, true, value, slow_factor(slow));
        } else {
            break;
        }
    }
    return value;
}

static wide slow_sum(struct slow *slow)
{
    wide value = slow_product(slow);

    while (!slow->wrong) {
        char byte = next(slow);
        wide other;

        if (byte != '+' && byte != '-')
            break;
        slow->at++;
        other = slow_product(slow);
        value = bounded(slow, byte == '+' ? value + other : value - other);
    }
    return value;
}

bool fuzz_judge(const char *data, size_t size)
{
    /* Of just its size, so that a sanitizer sees reads behind it. */
    char *copy = malloc(size == 0 ? 1 : size);
    struct view text = {copy, size};
    struct slow slow = {copy, copy + size, false, false};
    int64_t value = 0;
    const char *error;
    wide expected;

    FUZZ_REQUIRE(copy != NULL);
    if (size > 0)
        memcpy(copy, data, size);
    error = expression_check(text);
    if (size > EXPRESSION_MAX) {
        FUZZ_REQUIRE(error != NULL);
    } else {
        expected = slow_sum(&slow);
        slow.wrong = slow.wrong || next(&slow) != '\0' || slow.at < slow.end;
        FUZZ_REQUIRE((error != NULL) == slow.wrong);
        error = expression_evaluate(text, axes, AXES, &value);
        FUZZ_REQUIRE((error != NULL) == (slow.wrong || slow.no_value));
        FUZZ_REQUIRE(error != NULL || value == expected);
    }
    free(copy);
    return error == NULL;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_judge((const char *)data, size);
    return 0;
}
