#include <config.h>

#include "stats/sum.h"

#include "base/mem.h"
#include "json/wide.h"
#include "stats/double-bits.h"
#include "stats/wide-sum.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Bit 0 of limb 0 is worth 2^LOWEST. */
enum { LIMB_BITS = MAGNITUDE_LIMB_BITS, LOWEST = -2176, WAITING_MAX = 1 << 30 };

#define LIMB_MASK UINT64_C(0xffffffff)

void sum_init(struct sum *sum)
{
    *sum = (struct sum){.limbs = NULL};
}

void sum_release(struct sum *sum)
{
    free(sum->limbs);
    sum_init(sum);
}

void sum_clear(struct sum *sum)
{
    sum->count = 0;
    sum->waiting = 0;
}

/* --- limbs --- */

/* Make limbs FIRST to END - 1 ones that are kept. */
static void cover(struct sum *sum, unsigned first, unsigned end)
{
    unsigned old_end = sum->first + sum->count;
    unsigned shift;

    if (sum->count == 0) {
        sum->first = (uint16_t)first;
        old_end = first;
    }
    if (first >= sum->first && end <= old_end)
        return;
    if (first > sum->first)
        first = sum->first;
    if (end < old_end)
        end = old_end;
    assert(end <= MAGNITUDE_LIMBS);
    shift = sum->first - first;
    sum->limbs = mem_resize(sum->limbs, end - first, sizeof *sum->limbs);
    memmove(sum->limbs + shift, sum->limbs, sum->count * sizeof *sum->limbs);
    memset(sum->limbs, 0, shift * sizeof *sum->limbs);
    memset(sum->limbs + shift + sum->count, 0, (end - old_end) * sizeof *sum->limbs);
    sum->first = (uint16_t)first;
    sum->count = (uint16_t)(end - first);
}

/* Bring all limbs but the highest into 0 to 2^32 - 1; the highest has the sign. */
static void carry(struct sum *sum)
{
    int64_t over = 0;

    sum->waiting = 0;
    for (unsigned i = 0; i < sum->count; i++) {
        int64_t value = sum->limbs[i] + over;
        int64_t low = (int64_t)((uint64_t)value & LIMB_MASK);

        over = (value - low) / ((int64_t)1 << LIMB_BITS);
        if (i + 1u < sum->count) {
            sum->limbs[i] = low;
        } else if (over == 0 || over == -1) {
            sum->limbs[i] = value;
        } else {
            unsigned end = sum->first + sum->count;

            sum->limbs[i] = low;
            cover(sum, sum->first, end + 1);
            sum->limbs[i + 1] = over;
            break;
        }
    }
    while (sum->count > 0 && sum->limbs[sum->count - 1] == 0)
        sum->count--;
}

/* Add WORD * 2^EXPONENT, or take it off. */
static void add_word(struct sum *sum, bool negative, uint64_t word, int exponent)
{
    unsigned place = (unsigned)(exponent - LOWEST);
    unsigned first = place / LIMB_BITS;
    unsigned shift = place % LIMB_BITS;
    uint64_t parts[3] = {(word << shift) & LIMB_MASK, (word >> (LIMB_BITS - shift)),
                         shift == 0 ? 0 : word >> (2 * LIMB_BITS - shift)};
    unsigned used;

    if (word == 0)
        return;
    parts[1] &= LIMB_MASK;
    used = parts[2] != 0 ? 3 : parts[1] != 0 ? 2 : 1;
    cover(sum, first, first + used);
    for (unsigned i = 0; i < used; i++) {
        int64_t part = (int64_t)parts[i];

        sum->limbs[first + i - sum->first] += negative ? -part : part;
    }
    if (++sum->waiting >= WAITING_MAX)
        carry(sum);
}

static void add_product(struct sum *sum, bool negative, uint64_t a, uint64_t b,
                        int exponent)
{
    struct wide product = wide_multiply(a, b);

    add_word(sum, negative, product.low, exponent);
    add_word(sum, negative, product.high, exponent + 64);
}

void sum_add(struct sum *sum, double value)
{
    struct double_bits binary = double_bits_of(value);

    add_word(sum, binary.negative, binary.mantissa, binary.exponent);
}

void sum_add_times(struct sum *sum, double value, uint64_t times)
{
    struct double_bits binary = double_bits_of(value);

    add_product(sum, binary.negative, binary.mantissa, times, binary.exponent);
}

void sum_add_square_times(struct sum *sum, double value, uint64_t times)
{
    struct double_bits binary = double_bits_of(value);
    struct wide square = wide_multiply(binary.mantissa, binary.mantissa);

    add_product(sum, false, square.low, times, 2 * binary.exponent);
    add_product(sum, false, square.high, times, 2 * binary.exponent + 64);
}

void sum_merge(struct sum *sum, const struct sum *other)
{
    if (other->count == 0)
        return;
    carry(sum);
    cover(sum, other->first, other->first + other->count);
    for (unsigned i = 0; i < other->count; i++)
        sum->limbs[other->first + i - sum->first] += other->limbs[i];
    carry(sum);
}

int sum_sign(struct sum *sum)
{
    carry(sum);
    return sum->count == 0 ? 0 : sum->limbs[sum->count - 1] < 0 ? -1 : 1;
}

/* --- rounding --- */

static void measure(struct sum *sum, struct wide_sum *magnitude)
{
    struct sum work;
    unsigned zeros = 0;

    sum_init(&work);
    sum_merge(&work, sum);
    magnitude->negative = sum_sign(&work) < 0;
    if (magnitude->negative) {
        for (unsigned i = 0; i < work.count; i++)
            work.limbs[i] = -work.limbs[i];
        carry(&work);
    }
    while (zeros < work.count && work.limbs[zeros] == 0)
        zeros++;
    magnitude->exponent = (int)((work.first + zeros) * LIMB_BITS) + LOWEST;
    magnitude->count = work.count - zeros;
    for (size_t i = 0; i < magnitude->count; i++)
        magnitude->limbs[i] = (uint32_t)work.limbs[zeros + i];
    sum_release(&work);
}

double sum_quotient(struct sum *sum, uint64_t divisor)
{
    struct wide_sum magnitude;
    bool sticky;

    measure(sum, &magnitude);
    if (magnitude.count == 0)
        return 0;
    wide_sum_extend(&magnitude);
    sticky = wide_sum_divide(&magnitude, divisor);
    return wide_sum_nearest(&magnitude, sticky);
}

double sum_round(struct sum *sum)
{
    return sum_quotient(sum, 1);
}

double sum_scaled(struct sum *sum, uint64_t a, uint64_t b, int *exponent)
{
    struct wide_sum magnitude;
    bool sticky;

    *exponent = 0;
    measure(sum, &magnitude);
    if (magnitude.count == 0)
        return 0;
    wide_sum_extend(&magnitude);
    sticky = wide_sum_divide(&magnitude, a);
    sticky = wide_sum_divide(&magnitude, b) || sticky;
    *exponent = wide_sum_exponent(&magnitude);
    magnitude.exponent -= *exponent;
    return wide_sum_nearest(&magnitude, sticky);
}

void sum_spread(struct sum *sum, uint64_t count, struct sum *squares, struct sum *total)
{
    struct wide_sum factor;

    sum_clear(sum);
    measure(squares, &factor);
    for (size_t i = 0; i < factor.count; i++)
        add_product(sum, factor.negative, factor.limbs[i], count,
                    factor.exponent + (int)i * LIMB_BITS);
    measure(total, &factor);
    for (size_t i = 0; i < factor.count; i++)
        for (size_t j = 0; j < factor.count; j++)
            add_word(sum, true, (uint64_t)factor.limbs[i] * factor.limbs[j],
                     2 * factor.exponent + (int)(i + j) * LIMB_BITS);
}

/* --- text --- */

enum { DIGIT_BITS = 4, DIGITS_A_LIMB = LIMB_BITS / DIGIT_BITS };

static unsigned digit_of(const struct wide_sum *magnitude, size_t i)
{
    return magnitude->limbs[i / DIGITS_A_LIMB] >> (i % DIGITS_A_LIMB * DIGIT_BITS) & 0xf;
}

void sum_write(struct sum *sum, struct buf *out)
{
    struct wide_sum magnitude;
    size_t begin = 0;
    size_t end;

    measure(sum, &magnitude);
    if (magnitude.count == 0) {
        buf_append_text(out, "0p0");
        return;
    }
    end = magnitude.count * DIGITS_A_LIMB;
    while (digit_of(&magnitude, end - 1) == 0)
        end--;
    while (digit_of(&magnitude, begin) == 0)
        begin++;
    if (magnitude.negative)
        buf_append_byte(out, '-');
    for (size_t i = end; i-- > begin;)
        buf_append_byte(out, "0123456789abcdef"[digit_of(&magnitude, i)]);
    buf_append_format(out, "p%d", magnitude.exponent / DIGIT_BITS + (int)begin);
}

static int hex_digit(char character)
{
    if (character >= '0' && character <= '9')
        return character - '0';
    if (character >= 'a' && character <= 'f')
        return character - 'a' + 10;
    return -1;
}

/* An exponent as sum_write has it, at most four digits. */
static bool parse_exponent(struct view text, int *exponent)
{
    bool negative = text.length > 0 && text.data[0] == '-';
    size_t start = negative;

    *exponent = 0;
    if (text.length == start || text.length > start + 4 ||
        (text.data[start] == '0' && (negative || text.length > 1)))
        return false;
    for (size_t i = start; i < text.length; i++) {
        if (text.data[i] < '0' || text.data[i] > '9')
            return false;
        *exponent = *exponent * 10 + (text.data[i] - '0');
    }
    if (negative)
        *exponent = -*exponent;
    return true;
}

bool sum_parse(struct sum *sum, struct view text, enum sum_of what)
{
    /* What 2^63 values, or squares of values, can have. */
    const int least = what == SUM_OF_VALUES ? -1088 : LOWEST;
    const int most = what == SUM_OF_VALUES ? 1088 : 2112;
    int digits_left;
    bool negative = text.length > 0 && text.data[0] == '-';
    size_t begin = negative;
    size_t end = begin;
    int exponent;

    while (end < text.length && hex_digit(text.data[end]) >= 0)
        end++;
    if (end == begin || end == text.length || text.data[end] != 'p' ||
        !parse_exponent((struct view){text.data + end + 1, text.length - end - 1},
                        &exponent))
        return false;
    if (end == begin + 1 && text.data[begin] == '0')
        return !negative && exponent == 0;
    digits_left = most / DIGIT_BITS - exponent;
    if (text.data[begin] == '0' || text.data[end - 1] == '0' ||
        exponent < least / DIGIT_BITS || digits_left < 0 ||
        end - begin > (size_t)digits_left)
        return false;
    for (size_t i = begin; i < end; i++)
        add_word(sum, negative, (uint64_t)hex_digit(text.data[i]),
                 (exponent + (int)(end - 1 - i)) * DIGIT_BITS);
    return true;
}
