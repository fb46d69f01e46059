/* sum: sums of doubles without any rounding.
 *
 * A sum is one long integer in units of 2^-2176, wide enough for 2^63 products of any two
 * doubles. So an addition is exact, the order of additions does not matter, and sums of
 * parts add up to the sum of the whole, bit for bit; rounding happens once, when the sum is
 * converted to a double. The idea is Kulisch's long accumulator, in the representation of
 * the small superaccumulator of Neal (Fast exact summation using small and large
 * superaccumulators, 2015): limbs of 32 bits in signed words of 64, so that carries need
 * not be propagated at each addition.
 *
 * Only the limbs in use are stored: nanoseconds and their squares need four or five.
 *
 * Precondition of all functions: values are finite. Allocation does not fail (mem.h).
 */
#ifndef KIDX_STATS_SUM_H
#define KIDX_STATS_SUM_H

#include "base/buf.h"

#include <stdbool.h>
#include <stdint.h>

/* The sum of limbs[i] * 2^(32 (first + i)) * 2^-2176. */
struct sum {
    int64_t *limbs;
    uint16_t first;
    uint16_t count;
    uint32_t pending; /* additions since carries were propagated */
};

void sum_init(struct sum *sum);
void sum_release(struct sum *sum);

/* Add value * times, and value * value * times. */
void sum_add_times(struct sum *sum, double value, uint64_t times);
void sum_add_square_times(struct sum *sum, double value, uint64_t times);

/* Add another sum. */
void sum_merge(struct sum *sum, const struct sum *other);

/* Below, equal to or above 0. */
int sum_sign(struct sum *sum);

/* The double nearest to the sum divided by DIVISOR (1 to 2^63), of two equally near ones
 * the even one; an infinity where that is beyond the finite doubles. Zero is +0. */
double sum_quotient(struct sum *sum, uint64_t divisor);

/* The sum divided by A and by B (each 1 to 2^63), rounded to 53 bits: a double in [1, 2] or
 * [-2, -1] times 2^EXPONENT, so that nothing overflows; 0 gives 0. */
double sum_scaled(struct sum *sum, uint64_t a, uint64_t b, int *exponent);

/* Set SUM to COUNT * squares - total^2, exactly. Where TOTAL is the sum of COUNT values and
 * SQUARES that of their squares, this is COUNT * (COUNT - 1) times their variance, and not
 * negative. */
void sum_spread(struct sum *sum, uint64_t count, struct sum *squares, struct sum *total);

/* Whether a sum is one of values or of their squares; the bits that it can have differ. */
enum sum_of { SUM_OF_VALUES, SUM_OF_SQUARES };

/* Append the sum as text: "0p0", or an optional "-", hex digits in lower case, the first
 * and the last not 0, "p" and a decimal exponent: digits * 16^exponent. Equal sums have
 * equal texts. sum_parse reads that form only, into a new sum; false where TEXT
 * does not have it, or has bits that no sum of 2^63 values, or squares, has. */
void sum_write(struct sum *sum, struct buf *out);
bool sum_parse(struct sum *sum, struct view text, enum sum_of what);

#endif
