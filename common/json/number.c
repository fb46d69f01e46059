#include <config.h>

#include "json/number.h"
#include "json/decimal.h"
#include "json/bigint.h"
#include "json/power.h"
#include "json/shortest.h"
#include "base/word.h"

#include <stdint.h>
#include <string.h>

enum {
    DIGITS_MAXIMUM = 17,     /* of a shortest decimal */
    POSITIONAL_MAXIMUM = 21, /* places before the point without exponent */
    POSITIONAL_MINIMUM = -5, /* the same, zeros after the point counted as negative */
};

static const uint64_t integer_maximum = UINT64_C(1) << 53;

bool number_parse(const char *text, size_t length, double *value)
{
    struct decimal decimal;

    decimal_scan(&decimal, text, length);
    return decimal_round(&decimal, value);
}

/* The eight decimal digits of a number below 10^8, the first one lowest in the word: split
 * into fours, these into pairs, and these into digits. The multiplications with a shift
 * divide by 100 and by 10. */
static inline uint64_t split_digits(uint32_t number)
{
    uint64_t fours = number / 10000 | (uint64_t)(number % 10000) << 32;
    uint64_t hundreds = fours * 5243 >> 19 & UINT64_C(0x0000007F0000007F);
    uint64_t pairs = hundreds | (fours - hundreds * 100) << 16;
    uint64_t tens = pairs * 103 >> 10 & UINT64_C(0x000F000F000F000F);

    return tens | (pairs - tens * 10) << 8;
}

/* DIGITS_MAXIMUM digits as characters: one, and two words of eight with the first one
 * lowest. */
struct digits {
    char lead;
    uint64_t first;
    uint64_t second;
    unsigned count; /* without trailing zeros */
    int places;     /* before the decimal point; negative where zeros follow it */
};

static inline struct digits spell_digits(struct shortest decimal)
{
    static const uint64_t ten_16 = UINT64_C(10000000000000000);
    struct digits digits;
    uint64_t first, second;

    if (decimal.digits < 1000000000) {
        decimal.digits *= 100000000;
        decimal.exponent -= 8;
    }
    while (decimal.digits < ten_16) {
        decimal.digits *= 10;
        decimal.exponent--;
    }
    digits.places = decimal.exponent + DIGITS_MAXIMUM;
    digits.lead = (char)('0' + decimal.digits / ten_16);
    decimal.digits %= ten_16;
    first = split_digits((uint32_t)(decimal.digits / 100000000));
    second = split_digits((uint32_t)(decimal.digits % 100000000));
    if (second != 0)
        digits.count = 17 - (unsigned)__builtin_clzll(second) / 8;
    else
        digits.count = first != 0 ? 9 - (unsigned)__builtin_clzll(first) / 8 : 1;
    digits.first = first | WORD_OF('0');
    digits.second = second | WORD_OF('0');
    return digits;
}

/* Write an exponent part and return its length. */
static size_t write_exponent(int exponent, char *out)
{
    char *at = out;
    unsigned magnitude = exponent < 0 ? (unsigned)-exponent : (unsigned)exponent;

    *at++ = 'e';
    *at++ = exponent < 0 ? '-' : '+';
    if (magnitude >= 100)
        *at++ = (char)('0' + magnitude / 100);
    if (magnitude >= 10)
        *at++ = (char)('0' + magnitude / 10 % 10);
    *at++ = (char)('0' + magnitude % 10);
    return (size_t)(at - out);
}

/* Store a word at OUT with a point before its character INDEX: nine bytes. */
static inline void store_with_point(char *out, uint64_t word, unsigned index)
{
    uint64_t before = (UINT64_C(1) << 8 * index) - 1;

    word_store(out, (word & before) | (uint64_t)'.' << 8 * index | (word & ~before) << 8);
    out[8] = (char)(word >> 56);
}

/* Write digits in the layout of ECMAScript. All of DIGITS are valid; zeros follow the last
 * significant one. */
static size_t lay_out(const struct digits *digits, char *out)
{
    int places = digits->places;
    size_t count = digits->count;

    if (places > POSITIONAL_MAXIMUM || places < POSITIONAL_MINIMUM) {
        out[0] = digits->lead;
        out[1] = '.';
        word_store(out + 2, digits->first);
        word_store(out + 10, digits->second);
        count += count > 1;
        return count + write_exponent(places - 1, out + count);
    }
    if (places <= 0) {
        memcpy(out, "0.00000", 7);
        out += 2 - places;
        count += (size_t)(2 - places);
    }
    out[0] = digits->lead;
    if (places <= 0 || count <= (size_t)places) {
        word_store(out + 1, digits->first);
        word_store(out + 9, digits->second);
        memcpy(out + 17, "0000", 4);
        return places <= 0 ? count : (size_t)places;
    }
    if (places <= 8) {
        store_with_point(out + 1, digits->first, (unsigned)places - 1);
        word_store(out + 10, digits->second);
    } else {
        word_store(out + 1, digits->first);
        store_with_point(out + 9, digits->second, (unsigned)places - 9);
    }
    return count + 1;
}

size_t number_format(double value, char text[NUMBER_TEXT_SIZE])
{
    struct digits digits;
    uint64_t bits;

    if (value == 0) {
        text[0] = '0';
        return 1;
    }
    memcpy(&bits, &value, sizeof bits);
    digits = spell_digits(shortest_find(bits));
    text[0] = '-';
    return (bits >> 63) + lay_out(&digits, text + (bits >> 63));
}

/* Whether the text is canonical, decided without conversion. Decimals of the same
 * number of places after the point belong to different doubles as long as these are closer
 * than the decimals, so that none is a shorter name of another one's double: below 2^b
 * with 2^(b - 53) < 10^-fraction. Multiplied with 10^fraction that bound is the power of
 * ten as an integer of 53 bits; all significands of 15 digits are below it. */
static bool is_canonical(const struct decimal *decimal)
{
    if (decimal->scientific || decimal->digits > 16)
        return false;
    if (decimal->fraction == 0)
        return decimal->significand <= integer_maximum &&
               !(decimal->negative && decimal->significand == 0);
    return decimal->text[decimal->length - 1] != '0' &&
           decimal->fraction <= decimal->digits + (size_t)-POSITIONAL_MINIMUM &&
           decimal->significand < power_get((int)decimal->fraction).high >> 11;
}

/* Copy at most 32 bytes without a loop over them. */
static void copy_short(char *out, const char *text, size_t length)
{
    if (length >= 16) {
        memcpy(out, text, 16);
        memcpy(out + length - 16, text + length - 16, 16);
    } else if (length >= 8) {
        memcpy(out, text, 8);
        memcpy(out + length - 8, text + length - 8, 8);
    } else if (length >= 4) {
        memcpy(out, text, 4);
        memcpy(out + length - 4, text + length - 4, 4);
    } else {
        for (size_t i = 0; i < length; i++)
            out[i] = text[i];
    }
}

size_t number_canonical(const char *text, size_t length, char out[NUMBER_TEXT_SIZE])
{
    struct decimal decimal;
    double value = 0;

    decimal_scan(&decimal, text, length);
    if (is_canonical(&decimal)) {
        copy_short(out, text, length);
        return length;
    }
    decimal_round(&decimal, &value);
    return number_format(value, out);
}

bool number_integer_is_exact(const char *text, size_t length)
{
    enum { SURE = 15, MAXIMUM = 309 }; /* digits: below 2^53, of the greatest double */
    const char *end = text + length;
    struct bigint integer;

    if (length <= SURE)
        return true;
    text += *text == '-';
    if (end - text > MAXIMUM)
        return false;
    if (end - text <= DECIMAL_DIGITS) {
        struct decimal decimal;

        decimal_scan(&decimal, text, (size_t)(end - text));
        return decimal.significand >> __builtin_ctzll(decimal.significand) <
               integer_maximum;
    }
    bigint_init(&integer);
    for (; text < end; text++)
        bigint_multiply_add(&integer, 10, (uint32_t)(*text - '0'));
    return bigint_span(&integer) <= 53 && bigint_bits(&integer) <= 1024;
}

/* The bits that any of the characters has. */
static uint64_t join_bits(const char *text, size_t length)
{
    uint64_t bits = 0, word;

    if (length < sizeof word) {
        while (length-- > 0)
            bits |= (unsigned char)text[length];
        return bits;
    }
    for (size_t i = 0; i + sizeof word < length; i += sizeof word) {
        memcpy(&word, text + i, sizeof word);
        bits |= word;
    }
    memcpy(&word, text + length - sizeof word, sizeof word);
    return bits | word;
}

bool number_may_overflow(const char *text, size_t length)
{
    enum { SURE = 300 };
    /* Of the characters of numbers, "e" and "E" alone have the bit of '@'. */
    static const uint64_t letter = WORD_OF('@');

    if (length > SURE)
        return true;
    if ((join_bits(text, length) & letter) == 0)
        return false;
    while (((unsigned char)*text & letter) == 0)
        text++;
    return text[1] != '-';
}
