/* fuzz: what an entry point is, to libFuzzer and to our own replay.
 *
 * An entry point fuzz-NAME.c states properties of a part of kidx that hold for any bytes.
 * libFuzzer drives LLVMFuzzerTestOneInput with what it invents; fuzz-replay.c drives
 * fuzz_judge with the files of tests/fuzz/corpus/, where it also knows the verdict: a file
 * is called good-… or bad-….
 */
#ifndef KIDX_TESTS_FUZZ_H
#define KIDX_TESTS_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* The directory in tests/fuzz/corpus/ whose files the entry point judges. */
extern const char fuzz_corpus[];

/* How many places of a file are changed in turn; 200 where an entry point says nothing. */
extern size_t fuzz_places;

/* Whether the bytes are good. A property that does not hold ends the program. */
bool fuzz_judge(const char *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Where a broken property is told: diagnostics of what is judged go nowhere, so standard
 * error is another descriptor meanwhile. */
extern int fuzz_errors;

/* A property: abort, so that a sanitizer or libFuzzer shows where, unless it holds. */
#define FUZZ_REQUIRE(property)                                                          \
    do {                                                                                \
        if (!(property)) {                                                              \
            dprintf(fuzz_errors, "%s:%d: not so: %s\n", __FILE__, __LINE__, #property); \
            abort();                                                                    \
        }                                                                               \
    } while (0)

#endif
