/* sum: sums of doubles without any rounding.
 *
 * A sum is one long integer in units of 2^-2176, wide enough for the product of any two
 * doubles and for 2^63 of those. So an addition is exact, the order of additions does not
 * matter, and sums of parts add up to the sum of the whole, bit for bit; rounding happens
 * once, when a double is asked for. The idea is Kulisch's long accumulator, kept as Neal
 * (Fast exact summation using small and large superaccumulators, 2015) keeps his small one:
 * limbs of 32 bits in signed words of 64, so that carries can wait.
 *
 * Only the limbs that are in use are kept: nanoseconds and their squares need four or five.
 *
 * Values are finite; the caller sees to it. Allocation does not fail (mem.h).
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

/* Make it 0, and keep the storage. */
void sum_clear(struct sum *sum);

void sum_add(struct sum *sum, double value);

/* Add value * times, and value * value * times. */
void sum_add_times(struct sum *sum, double value, uint64_t times);
void sum_add_square_times(struct sum *sum, double value, uint64_t times);

/* Add another sum. */
void sum_merge(struct sum *sum, const struct sum *other);

/* Below, equal to or above 0. */
int sum_sign(struct sum *sum);

/* The double nearest to the sum, or to the sum divided by DIVISOR (1 to 2^63), of two
 * equally near ones the even one; an infinity where that is beyond the finite doubles.
 * Zero is +0. */
double sum_round(struct sum *sum);
double sum_quotient(struct sum *sum, uint64_t divisor);

/* The sum divided by A and by B (each 1 to 2^63), rounded to 53 bits: a double in [1, 2] or
 * [-2, -1] times 2^EXPONENT, so that nothing overflows; 0 gives 0. */
double sum_scaled(struct sum *sum, uint64_t a, uint64_t b, int *exponent);

/* SUM = COUNT * squares - total^2, exactly: COUNT * (COUNT - 1) times the variance of COUNT
 * values where those are the sums of them and of their squares. It is not negative then. */
void sum_spread(struct sum *sum, uint64_t count, struct sum *squares, struct sum *total);

/* What a sum holds: its bits are those that values have, or their squares. */
enum sum_of { SUM_OF_VALUES, SUM_OF_SQUARES };

/* Append the sum as text: "0p0", or an optional "-", hex digits in lower case, the first
 * and the last not 0, "p" and a decimal exponent: digits * 16^exponent. Equal sums have
 * equal texts. sum_parse reads that form and no other into a fresh or cleared sum; false
 * where TEXT is none, or has bits where 2^63 values, or squares, have none. */
void sum_write(struct sum *sum, struct buf *out);
bool sum_parse(struct sum *sum, struct view text, enum sum_of what);

#endif
