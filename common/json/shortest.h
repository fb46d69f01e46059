/* shortest: the shortest decimal that is read back as a given double.
 *
 * Of the decimals that round to the double, the result is one with the fewest digits, of
 * these the nearest, and of two equally near ones the even one: what ECMAScript's
 * Number::toString writes (ECMA-262, section 6.1.6.1.20, with its note 2). The method is
 * Schubfach (Giulietti, The Schubfach way to render doubles, 2020) with powers of 128 bits.
 * Nothing fails, nothing is allocated, and any thread may call this.
 */
#ifndef KIDX_JSON_SHORTEST_H
#define KIDX_JSON_SHORTEST_H

#include <stdint.h>

/* The decimal digits * 10^exponent, of at most 17 digits. They may end in zeros, which do
 * not count as digits of the shortest decimal. */
struct shortest {
    uint64_t digits;
    int exponent;
};

/* The shortest decimal of the double with these bits, neither 0 nor infinite nor NaN; the
 * sign is ignored. */
struct shortest shortest_find(uint64_t bits);

#endif
