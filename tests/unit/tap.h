/* tap: the smallest harness a unit test needs, in the Test Anything Protocol.
 *
 * A test program calls tap_check (or tap_equal_*) for each expectation and returns
 * tap_done() from main. Automake's TAP driver reads the lines. Nothing stops at the
 * first failure: one run shows all that is wrong.
 */
#ifndef KIDX_TESTS_TAP_H
#define KIDX_TESTS_TAP_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static unsigned tap_count;
static unsigned tap_failures;

/* Report one expectation; the text after it says what was expected. */
__attribute__((format(printf, 2, 3))) static inline bool tap_check(bool holds,
                                                                   const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    printf("%sok %u - ", holds ? "" : "not ", ++tap_count);
    vprintf(format, arguments);
    putchar('\n');
    va_end(arguments);
    if (!holds)
        tap_failures++;
    return holds;
}

/* Expect that LENGTH bytes at GOT are the bytes of the string WANT. */
static inline bool tap_equal_bytes(const char *got, size_t length, const char *want,
                                   const char *what)
{
    bool holds = strlen(want) == length && memcmp(got, want, length) == 0;

    tap_check(holds, "%s", what);
    if (!holds)
        printf("# got:  %.*s\n# want: %s\n", (int)length, got, want);
    return holds;
}

/* Expect equal unsigned numbers. */
static inline bool tap_equal_count(uint64_t got, uint64_t want, const char *what)
{
    tap_check(got == want, "%s", what);
    if (got != want)
        printf("# got %llu, want %llu\n", (unsigned long long)got,
               (unsigned long long)want);
    return got == want;
}

/* Report that the rest cannot be tried here; the line shows as skipped. */
static inline void tap_skip(const char *why)
{
    printf("ok %u # SKIP %s\n", ++tap_count, why);
}

/* Print the plan; the value is main's. */
static inline int tap_done(void)
{
    printf("1..%u\n", tap_count);
    return tap_failures != 0;
}

#endif
