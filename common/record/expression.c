#include <config.h>

#include "record/expression.h"

/* A position in the text. EXPRESSION_MAX bounds the recursion. */
struct walk {
    const char *at;
    const char *end;
    const struct axis *axes;
    size_t count;
    bool only_check; /* names have the value 1, and values are not used */
    const char *error;
};

static int64_t read_sum(struct walk *walk);

static int64_t fail(struct walk *walk, const char *error)
{
    if (walk->error == NULL)
        walk->error = error;
    walk->at = walk->end;
    return 1;
}

/* Skip blanks. Returns the next byte, '\0' at the end. */
static char peek(struct walk *walk)
{
    while (walk->at < walk->end && *walk->at == ' ')
        walk->at++;
    return walk->at < walk->end ? *walk->at : '\0';
}

static bool is_digit(char byte)
{
    return byte >= '0' && byte <= '9';
}

static bool is_name(char byte)
{
    return (byte >= 'a' && byte <= 'z') || byte == '_';
}

bool expression_find_axis(const struct axis *axes, size_t count, struct view name,
                          int64_t *size)
{
    for (size_t i = 0; i < count; i++) {
        if (view_equal(axes[i].name, name)) {
            *size = axes[i].size;
            return true;
        }
    }
    return false;
}

static int64_t read_integer(struct walk *walk)
{
    int64_t value = 0;

    while (walk->at < walk->end && is_digit(*walk->at))
        if (__builtin_mul_overflow(value, 10, &value) ||
            __builtin_add_overflow(value, *walk->at++ - '0', &value))
            return fail(walk, "a number is too large");
    return value;
}

static int64_t read_name(struct walk *walk)
{
    const char *start = walk->at;
    int64_t value = 1;

    while (walk->at < walk->end && (is_name(*walk->at) || is_digit(*walk->at)))
        walk->at++;
    if (!walk->only_check &&
        !expression_find_axis(walk->axes, walk->count,
                              (struct view){start, (size_t)(walk->at - start)}, &value))
        return fail(walk, "an axis of its expression is not bound");
    return value;
}

static int64_t overflow(struct walk *walk)
{
    return walk->only_check ? 1 : fail(walk, "it is too large");
}

static int64_t negate(struct walk *walk, int64_t value)
{
    int64_t result;

    return __builtin_sub_overflow(0, value, &result) ? overflow(walk) : result;
}

static int64_t read_factor(struct walk *walk)
{
    char byte = peek(walk);
    int64_t value;

    if (is_digit(byte))
        return read_integer(walk);
    if (byte >= 'a' && byte <= 'z')
        return read_name(walk);
    if (byte != '-' && byte != '(')
        return fail(walk, "expected an integer, an axis or a parenthesis");
    walk->at++;
    if (byte == '-')
        return negate(walk, read_factor(walk));
    value = read_sum(walk);
    if (peek(walk) != ')')
        return fail(walk, "expected a closing parenthesis");
    walk->at++;
    return value;
}

/* The quotient, rounded down, or, where SIGN is %, the remainder. */
static int64_t divide(struct walk *walk, char sign, int64_t a, int64_t b)
{
    int64_t quotient;
    int64_t rest;

    if (walk->only_check)
        return 1;
    if (b == 0)
        return fail(walk, "it divides by zero");
    if (b == -1)
        return sign == '%' ? 0 : negate(walk, a);
    quotient = a / b;
    rest = a % b;
    if (rest != 0 && (rest < 0) != (b < 0)) {
        quotient--;
        rest += b;
    }
    return sign == '%' ? rest : quotient;
}

static int64_t read_product(struct walk *walk)
{
    int64_t value = read_factor(walk);

    for (;;) {
        char sign = peek(walk);
        int64_t factor;

        if (sign == '/' && (walk->end - walk->at < 2 || walk->at[1] != '/'))
            return fail(walk, "expected //, there is no other division");
        if (sign != '*' && sign != '/' && sign != '%')
            return value;
        walk->at += sign == '/' ? 2 : 1;
        factor = read_factor(walk);
        if (walk->error != NULL)
            return 1;
        if (sign != '*')
            value = divide(walk, sign, value, factor);
        else if (__builtin_mul_overflow(value, factor, &value))
            value = overflow(walk);
    }
}

static int64_t read_sum(struct walk *walk)
{
    int64_t value = read_product(walk);

    for (;;) {
        char sign = peek(walk);
        int64_t term;
        bool overflows;

        if (sign != '+' && sign != '-')
            return value;
        walk->at++;
        term = read_product(walk);
        if (walk->error != NULL)
            return 1;
        overflows = sign == '+' ? __builtin_add_overflow(value, term, &value)
                                : __builtin_sub_overflow(value, term, &value);
        if (overflows)
            value = overflow(walk);
    }
}

static const char *run(struct walk *walk, struct view text, int64_t *value)
{
    walk->at = text.data;
    walk->end = text.data + text.length;
    *value = read_sum(walk);
    /* The text may have a NUL before its end. */
    if (walk->error == NULL && (peek(walk) != '\0' || walk->at < walk->end))
        walk->error = "expected an operator";
    return walk->error;
}

const char *expression_check(struct view text)
{
    struct walk walk = {.only_check = true};
    int64_t value;

    if (text.length > EXPRESSION_MAX)
        return "it is longer than 200 bytes";
    return run(&walk, text, &value);
}

const char *expression_evaluate(struct view text, const struct axis *axes, size_t count,
                                int64_t *value)
{
    struct walk walk = {.axes = axes, .count = count};

    return run(&walk, text, value);
}
