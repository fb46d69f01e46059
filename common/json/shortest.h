/* shortest: the shortest decimal that reads back as a given double.
 *
 * Of the decimals that round to the double those with the fewest digits are taken, of them
 * the nearest, of two equally near ones the even one: what ECMAScript's Number::toString
 * writes (ECMA-262, section 6.1.6.1.20, with its note 2). The method is Schubfach
 * (Giulietti, The Schubfach way to render doubles, 2020) with powers of 128 bits. Nothing
 * fails, nothing is allocated.
 */
#ifndef KIDX_JSON_SHORTEST_H
#define KIDX_JSON_SHORTEST_H

#include <stdint.h>

/* The decimal digits * 10^exponent. Its digits may end in zeros; without them they are the
 * fewest. At most 17 digits. */
struct shortest {
    uint64_t digits;
    int exponent;
};

/* The shortest decimal of the double with these bits, neither 0 nor infinite nor NaN; the
 * sign is ignored. */
struct shortest shortest_find(uint64_t bits);

#endif
