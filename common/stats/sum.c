#include <config.h>

#include "stats/sum.h"

#include "base/mem.h"
#include "json/wide.h"
#include "stats/double-bits.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Bit 0 of limb 0 is worth 2^LOWEST. A sum has at most LIMBS_MAX limbs, and a dividend is
 * extended to DIVIDEND_LIMBS. */
enum {
    LIMB_BITS = 32,
    LIMBS_MAX = 140,
    DIVIDEND_LIMBS = 7,
    LOWEST = -2176,
    PENDING_MAX = 1 << 30
};

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

/* --- limbs --- */

/* Extend the stored limbs to FIRST … END - 1, at least. */
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
    assert(end <= LIMBS_MAX);
    shift = sum->first - first;
    sum->limbs = mem_resize(sum->limbs, end - first, sizeof *sum->limbs);
    memmove(sum->limbs + shift, sum->limbs, sum->count * sizeof *sum->limbs);
    memset(sum->limbs, 0, shift * sizeof *sum->limbs);
    memset(sum->limbs + shift + sum->count, 0, (end - old_end) * sizeof *sum->limbs);
    sum->first = (uint16_t)first;
    sum->count = (uint16_t)(end - first);
}

/* Propagate carries: all limbs but the highest become 0 to 2^32 - 1; the highest has the
 * sign. */
static void carry(struct sum *sum)
{
    int64_t over = 0;

    sum->pending = 0;
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

/* Add WORD * 2^EXPONENT, or subtract it. */
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
    if (++sum->pending >= PENDING_MAX)
        carry(sum);
}

static void add_product(struct sum *sum, bool negative, uint64_t a, uint64_t b,
                        int exponent)
{
    struct wide product = wide_multiply(a, b);

    add_word(sum, negative, product.low, exponent);
    add_word(sum, negative, product.high, exponent + 64);
}

void sum_add_times(struct sum *sum, double value, uint64_t times)
{
    struct double_bits bits = double_bits_of(value);

    add_product(sum, bits.negative, bits.mantissa, times, bits.exponent);
}

void sum_add_square_times(struct sum *sum, double value, uint64_t times)
{
    struct double_bits bits = double_bits_of(value);
    struct wide square = wide_multiply(bits.mantissa, bits.mantissa);

    add_product(sum, false, square.low, times, 2 * bits.exponent);
    add_product(sum, false, square.high, times, 2 * bits.exponent + 64);
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

/* The absolute value of a sum with its carries propagated, for division and rounding: the
 * sum of limbs[i] * 2^(32 i) times 2^exponent. The last limb is not 0, so zero has none. It
 * lives on the stack and has room for any sum. */
struct wide_sum {
    bool negative;
    int exponent;
    size_t count;
    uint32_t limbs[LIMBS_MAX];
};

static void wide_sum_of(struct sum *sum, struct wide_sum *wide)
{
    struct sum work;
    unsigned zeros = 0;

    sum_init(&work);
    sum_merge(&work, sum);
    wide->negative = sum_sign(&work) < 0;
    if (wide->negative) {
        for (unsigned i = 0; i < work.count; i++)
            work.limbs[i] = -work.limbs[i];
        carry(&work);
    }
    while (zeros < work.count && work.limbs[zeros] == 0)
        zeros++;
    wide->exponent = (int)((work.first + zeros) * LIMB_BITS) + LOWEST;
    wide->count = work.count - zeros;
    for (size_t i = 0; i < wide->count; i++)
        wide->limbs[i] = (uint32_t)work.limbs[zeros + i];
    sum_release(&work);
}

/* The next 32 bits of a long division. */
static uint32_t divide_limb(uint64_t *remainder, uint32_t limb, uint64_t divisor)
{
    uint32_t quotient = 0;

    if (divisor <= UINT32_MAX) {
        uint64_t dividend = *remainder << LIMB_BITS | limb;

        *remainder = dividend % divisor;
        return (uint32_t)(dividend / divisor);
    }
    for (int bit = LIMB_BITS - 1; bit >= 0; bit--) {
        *remainder = *remainder << 1 | (limb >> bit & 1);
        quotient <<= 1;
        if (*remainder >= divisor) {
            *remainder -= divisor;
            quotient |= 1;
        }
    }
    return quotient;
}

/* Add zero limbs below, so that two divisions leave 64 bits. Precondition: not zero. */
static void wide_sum_extend(struct wide_sum *wide)
{
    size_t extra = wide->count < DIVIDEND_LIMBS ? DIVIDEND_LIMBS - wide->count : 0;

    memmove(wide->limbs + extra, wide->limbs, wide->count * sizeof *wide->limbs);
    memset(wide->limbs, 0, extra * sizeof *wide->limbs);
    wide->count += extra;
    wide->exponent -= (int)extra * LIMB_BITS;
}

/* Divide by DIVISOR (1 to 2^63), rounding towards zero. Returns whether the result is
 * inexact. */
static bool wide_sum_divide(struct wide_sum *wide, uint64_t divisor)
{
    uint64_t remainder = 0;

    for (size_t i = wide->count; i-- > 0;)
        wide->limbs[i] = divide_limb(&remainder, wide->limbs[i], divisor);
    while (wide->count > 0 && wide->limbs[wide->count - 1] == 0)
        wide->count--;
    return remainder != 0;
}

/* The exponent of the highest bit. Precondition: not zero. */
static int wide_sum_exponent(const struct wide_sum *wide)
{
    return wide->exponent + (int)wide->count * LIMB_BITS - 1 -
           __builtin_clz(wide->limbs[wide->count - 1]);
}

/* Limb I counted from the highest. */
static uint64_t limb_from_top(const struct wide_sum *wide, size_t i)
{
    return i < wide->count ? wide->limbs[wide->count - 1 - i] : 0;
}

/* The nearest double, of two equally near ones the even one; STICKY: the exact value is a
 * little larger than what the limbs hold. Precondition: not zero. */
static double wide_sum_nearest(const struct wide_sum *wide, bool sticky)
{
    uint64_t head = limb_from_top(wide, 0) << LIMB_BITS | limb_from_top(wide, 1);
    uint64_t next = limb_from_top(wide, 2) << LIMB_BITS;
    int shift = __builtin_clzll(head);

    if (shift > 0) {
        head = head << shift | next >> (64 - shift);
        next <<= shift;
    }
    sticky = sticky || next != 0;
    for (size_t i = 3; i < wide->count; i++)
        sticky = sticky || limb_from_top(wide, i) != 0;
    return double_bits_nearest(wide->negative, head, sticky,
                               wide->exponent + ((int)wide->count - 2) * LIMB_BITS - shift);
}

/* Prepare a sum to be divided; false where it is 0. */
static bool begin_division(struct sum *sum, struct wide_sum *wide)
{
    wide_sum_of(sum, wide);
    if (wide->count == 0)
        return false;
    wide_sum_extend(wide);
    return true;
}

double sum_quotient(struct sum *sum, uint64_t divisor)
{
    struct wide_sum wide;
    bool sticky;

    if (!begin_division(sum, &wide))
        return 0;
    sticky = wide_sum_divide(&wide, divisor);
    return wide_sum_nearest(&wide, sticky);
}

double sum_scaled(struct sum *sum, uint64_t a, uint64_t b, int *exponent)
{
    struct wide_sum wide;
    bool sticky;

    *exponent = 0;
    if (!begin_division(sum, &wide))
        return 0;
    sticky = wide_sum_divide(&wide, a);
    sticky = wide_sum_divide(&wide, b) || sticky;
    *exponent = wide_sum_exponent(&wide);
    wide.exponent -= *exponent;
    return wide_sum_nearest(&wide, sticky);
}

void sum_spread(struct sum *sum, uint64_t count, struct sum *squares, struct sum *total)
{
    struct wide_sum factor;

    sum->count = 0;
    sum->pending = 0;
    wide_sum_of(squares, &factor);
    for (size_t i = 0; i < factor.count; i++)
        add_product(sum, factor.negative, factor.limbs[i], count,
                    factor.exponent + (int)i * LIMB_BITS);
    wide_sum_of(total, &factor);
    for (size_t i = 0; i < factor.count; i++)
        for (size_t j = 0; j < factor.count; j++)
            add_word(sum, true, (uint64_t)factor.limbs[i] * factor.limbs[j],
                     2 * factor.exponent + (int)(i + j) * LIMB_BITS);
}

/* --- text --- */

enum { DIGIT_BITS = 4, DIGITS_A_LIMB = LIMB_BITS / DIGIT_BITS };

static unsigned digit_of(const struct wide_sum *wide, size_t i)
{
    return wide->limbs[i / DIGITS_A_LIMB] >> (i % DIGITS_A_LIMB * DIGIT_BITS) & 0xf;
}

void sum_write(struct sum *sum, struct buf *out)
{
    struct wide_sum wide;
    size_t begin = 0;
    size_t end;

    wide_sum_of(sum, &wide);
    if (wide.count == 0) {
        buf_append_text(out, "0p0");
        return;
    }
    end = wide.count * DIGITS_A_LIMB;
    while (digit_of(&wide, end - 1) == 0)
        end--;
    while (digit_of(&wide, begin) == 0)
        begin++;
    if (wide.negative)
        buf_append_byte(out, '-');
    for (size_t i = end; i-- > begin;)
        buf_append_byte(out, "0123456789abcdef"[digit_of(&wide, i)]);
    buf_append_format(out, "p%d", wide.exponent / DIGIT_BITS + (int)begin);
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
