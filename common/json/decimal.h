/* decimal: the parts of the text of a number, and the double nearest to it.
 *
 * The text must satisfy the number grammar of RFC 8259, section 6, which is not checked. It
 * may have up to 2^32 bytes: both functions take linear time, at most two kilobytes of
 * stack and no other memory. The struct refers to the text, which must exist as long as the
 * struct is used. Only the range can fail. Any thread may call this.
 *
 * The nearest double is found by three methods, each used where the one before it does not
 * decide: one exact operation of the floating-point unit (Clinger, How to Read Floating
 * Point Numbers Accurately, 1990); a product with the power of ten truncated to 128 bits
 * (Lemire, Number Parsing at a Gigabyte per Second, 2021); a comparison of big integers.
 * The first one needs FLT_EVAL_METHOD 0 and rounding to nearest.
 */
#ifndef KIDX_JSON_DECIMAL_H
#define KIDX_JSON_DECIMAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { DECIMAL_DIGITS = 19 }; /* that always fit 64 bits */

/* The value is significand * 10^exponent if the text has at most DECIMAL_DIGITS digits. If
 * it has more, the significand consists of the first ones, and the value is at least that
 * and less than (significand + 1) * 10^exponent. Digits are counted from the first that is
 * not 0. */
struct decimal {
    uint64_t significand;
    int64_t exponent;
    size_t digits;   /* before and after the point */
    size_t fraction; /* characters after the point, leading zeros too */
    bool negative;
    bool scientific; /* The text has an exponent part. */
    const char *text;
    size_t length;
};

/* Scan text[0..length). */
void decimal_scan(struct decimal *decimal, const char *text, size_t length);

/* Store the nearest double, of two equally near ones the even one. What is at most half
 * the smallest positive double gives 0, with the sign of the text. Returns false, and
 * stores nothing, when the nearest double would be beyond the finite ones. */
bool decimal_round(const struct decimal *decimal, double *value);

#endif
