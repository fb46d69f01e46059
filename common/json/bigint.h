/* bigint: nonnegative integers of up to 4096 bits, for the rare conversions between text
 * and double that 128 bits do not decide.
 *
 * A number is in the memory of the caller, usually on the stack (about half a kilobyte).
 * Nothing is allocated and nothing fails: the caller guarantees that the result fits, which
 * an assertion checks. Any thread may call this.
 */
#ifndef KIDX_JSON_BIGINT_H
#define KIDX_JSON_BIGINT_H

#include <stddef.h>
#include <stdint.h>

enum { BIGINT_LIMBS = 128 };

/* The sum of limb[i] * 2^(32 i) over i < length; the last limb is not 0, so 0 has none. */
struct bigint {
    size_t length;
    uint32_t limb[BIGINT_LIMBS];
};

/* Set to 0. */
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
