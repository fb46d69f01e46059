/* double-bits: splits a double (IEEE 754 binary64) into an integer and a power of two, and
 * rounds such a pair to a double.
 *
 * Nothing here fails, allocates or calls libm.
 */
#ifndef KIDX_STATS_DOUBLE_BITS_H
#define KIDX_STATS_DOUBLE_BITS_H

#include <stdbool.h>
#include <stdint.h>

/* mantissa * 2^exponent; the mantissa is odd, or 0 for 0. */
struct double_bits {
    uint64_t mantissa;
    int exponent;
    bool negative;
};

/* Split a finite double. */
struct double_bits double_bits_of(double value);

/* The double nearest to (HEAD + REST) * 2^EXPONENT, of two equally near ones the even one;
 * an infinity where that is beyond the finite doubles. REST is in [0, 1), and not 0 exactly
 * where STICKY is set. Precondition: HEAD is not 0, and with STICKY its highest bit is set.
 */
double double_bits_nearest(bool negative, uint64_t head, bool sticky, int exponent);

/* The double nearest to the square root of VALUE * 2^EXPONENT; VALUE is finite and at least
 * 0. */
double double_bits_root(double value, int exponent);

/* Whether a double is neither infinite nor NaN. */
bool double_bits_is_finite(double value);

#endif
