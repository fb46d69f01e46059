/* wide-sum: a long integer on its way from a sum to a double.
 *
 * For sum.c, which keeps its own numbers in another form. It has room for any sum and lives
 * on the stack. Nothing here fails or allocates.
 */
#ifndef KIDX_STATS_WIDE_SUM_H
#define KIDX_STATS_WIDE_SUM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Limbs of a sum at most, and of a dividend at least. */
enum { MAGNITUDE_LIMB_BITS = 32, MAGNITUDE_LIMBS = 140, MAGNITUDE_EXTRA = 7 };

/* The sum of limbs[i] * 2^(32 i) times 2^exponent; the last limb is not 0, so 0 has none.
 */
struct wide_sum {
    bool negative;
    int exponent;
    size_t count;
    uint32_t limbs[MAGNITUDE_LIMBS];
};

/* Put zero limbs below, so that two divisions leave 64 bits. Not for 0. */
void wide_sum_extend(struct wide_sum *magnitude);

/* Divide by DIVISOR (1 to 2^63) and cut. Returns whether something was cut off. */
bool wide_sum_divide(struct wide_sum *magnitude, uint64_t divisor);

/* The exponent of its highest bit. Not for 0. */
int wide_sum_exponent(const struct wide_sum *magnitude);

/* The nearest double, of two equally near ones the even one; STICKY: something behind all
 * limbs was cut off. Not for 0. */
double wide_sum_nearest(const struct wide_sum *magnitude, bool sticky);

#endif
