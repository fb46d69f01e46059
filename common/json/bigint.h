/* bigint: natural numbers of up to 4096 bits, for the rare conversions that 128 bits
 * do not decide.
 *
 * A number lives where the caller puts it, usually on the stack (about half a kilobyte).
 * Nothing is allocated. Nothing fails: the caller knows that the result fits, and an
 * assertion stops the program where it does not.
 */
#ifndef KIDX_JSON_BIGINT_H
#define KIDX_JSON_BIGINT_H

#include <stddef.h>
#include <stdint.h>

enum { NATURAL_LIMBS = 128 };

/* The sum of limb[i] * 2^(32 i) over i < length; the last limb is not 0, so 0 has none. */
struct bigint {
    size_t length;
    uint32_t limb[NATURAL_LIMBS];
};

/* Set to 0, whatever was there. */
void bigint_init(struct bigint *number);

/* number = number * factor + addend; factor is not 0. */
void bigint_multiply_add(struct bigint *number, uint32_t factor, uint32_t addend);

/* number = number * 5^exponent. */
void bigint_multiply_five(struct bigint *number, unsigned exponent);

/* number = number * 2^bits. */
void bigint_shift(struct bigint *number, unsigned bits);

/* Negative, 0 or positive as a < b, a = b or a > b. */
int bigint_compare(const struct bigint *a, const struct bigint *b);

/* How many bits lie between the highest and the lowest bit that is 1, both included;
 * 0 for 0. A number is m * 2^e with m < 2^53 when its span is at most 53. */
unsigned bigint_span(const struct bigint *number);

/* The number of bits without leading zeros: floor(log2(number)) + 1; 0 for 0. */
unsigned bigint_bits(const struct bigint *number);

#endif
