/* logarithm: base-2 logarithms in fixed point, their sums, and powers of two.
 *
 * All arithmetic is on integers, so that the bytes of a result are the same on any machine;
 * of the functions of libm, only the square root guarantees that. A logarithm is off by
 * less than 2^-61, sums are exact, and a power is off by less than 0.51 units in the last
 * place. Logarithms of powers of two are exact.
 *
 * Nothing here fails or allocates.
 */
#ifndef KIDX_STATS_LOGARITHM_H
#define KIDX_STATS_LOGARITHM_H

#include <stdint.h>

/* whole + fraction * 2^-64. A sum has room for 2^52 logarithms of doubles. */
struct logarithm {
    int64_t whole;
    uint64_t fraction;
};

/* The logarithm of a finite VALUE above 0. */
struct logarithm logarithm_of(double value);

/* a + b, a - b, and a * TIMES. */
struct logarithm logarithm_add(struct logarithm a, struct logarithm b);
struct logarithm logarithm_subtract(struct logarithm a, struct logarithm b);
struct logarithm logarithm_times(struct logarithm a, uint64_t times);

/* a / DIVISOR (1 to 2^63), rounded down. */
struct logarithm logarithm_divide(struct logarithm a, uint64_t divisor);

/* 2^a; an infinity or 0 where that is beyond the doubles. */
double logarithm_power(struct logarithm a);

/* The absolute value of a as a natural logarithm, the nearest double. */
double logarithm_natural(struct logarithm a);

#endif
