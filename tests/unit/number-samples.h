/* number-samples: what the tests of the number conversions have in common: random numbers,
 * and calls of number_parse, number_format and number_canonical on strings.
 *
 * Each of these tests takes one argument, how many times as many random numbers to try as
 * by default. Its references are glibc's strtod and printf, which round exactly. Texts
 * under test end where a block of malloc ends, so that a checker sees a byte read past
 * them.
 */
#ifndef KIDX_TESTS_NUMBER_SAMPLES_H
#define KIDX_TESTS_NUMBER_SAMPLES_H

#include "json/number.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The state of Steele and others' SplitMix64. */
static uint64_t random_state = 2024;

static inline uint64_t random_bits(void)
{
    uint64_t z = random_state += UINT64_C(0x9E3779B97F4A7C15);

    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

static inline unsigned random_below(unsigned limit)
{
    return (unsigned)(random_bits() % limit);
}

static inline double double_of(uint64_t bits)
{
    double value;

    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline uint64_t bits_of(double value)
{
    uint64_t bits;

    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static inline double random_double(void)
{
    double value;

    do
        value = double_of(random_bits());
    while (!isfinite(value));
    return value;
}

/* A block of malloc that holds the string without its NUL. */
static inline char *copy_exactly(const char *text)
{
    size_t length = strlen(text);
    char *copy = malloc(length);

    if (copy == NULL)
        abort();
    memcpy(copy, text, length);
    return copy;
}

/* What number_parse stores; infinity where it refuses, NaN where it breaks its word: stores
 * something and refuses, or accepts and stores what is not finite. */
static inline double parse(const char *text)
{
    static const double untouched = 42.125;
    char *copy = copy_exactly(text);
    double value = untouched;
    bool accepted = number_parse(copy, strlen(text), &value);

    free(copy);
    if (accepted)
        return isfinite(value) ? value : NAN;
    return value == untouched ? INFINITY : NAN;
}

static inline const char *format(double value)
{
    static char text[NUMBER_TEXT_SIZE + 1];

    text[number_format(value, text)] = '\0';
    return text;
}

static inline const char *canonical(const char *text)
{
    static char out[NUMBER_TEXT_SIZE + 1];
    char *copy = copy_exactly(text);

    out[number_canonical(copy, strlen(text), out)] = '\0';
    free(copy);
    return out;
}

/* Whether number_parse agrees with strtod, number_canonical with number_format after it,
 * and number_may_overflow with what was refused. */
static inline bool agrees(const char *text)
{
    double want = strtod(text, NULL), got = parse(text);

    if (!isfinite(want)) {
        bool refused = isinf(got) && number_may_overflow(text, strlen(text));

        if (!refused)
            printf("# %s was not refused\n", text);
        return refused;
    }
    if (bits_of(want) != bits_of(got) || strcmp(format(got), canonical(text)) != 0) {
        printf("# %s: got %.17g, canonical %s\n", text, got, canonical(text));
        return false;
    }
    return true;
}

/* The argument of a test: how often to repeat what is random. */
static inline uint64_t read_factor(int argc, char **argv)
{
    return argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
}

#endif
