/* number: JSON numbers between text and double, as RFC 8259 reads them and RFC 8785
 * writes them.
 *
 * Number text is a view text[0..length) that satisfies the number grammar of RFC 8259
 * section 6; the functions rely on it and do not check it. It needs no NUL behind it, no
 * byte outside it is read, and it may have up to 2^32 bytes. All functions take linear
 * time, bounded stack and no other memory, and do not depend on locale or byte order.
 */
#ifndef KIDX_JSON_NUMBER_H
#define KIDX_JSON_NUMBER_H

#include <stdbool.h>
#include <stddef.h>

/* Room for any text that the functions below write: 25 bytes, and some that are written
 * carelessly and do not count. */
enum { NUMBER_TEXT_SIZE = 32 };

/* Store the double nearest to the text, of two equally near ones the even one. Underflow
 * gives 0 or −0. Returns false and stores nothing when the text rounds beyond the finite
 * doubles. */
bool number_parse(const char *text, size_t length, double *value);

/* Write a finite double as ECMAScript's Number::toString does (RFC 8785 section 3.2.2.3;
 * −0 gives "0") and return the length. No NUL is written, and the bytes behind the length
 * are left undefined. */
size_t number_format(double value, char text[NUMBER_TEXT_SIZE]);

/* Write what number_format gives for the text's double, and return the length. Text that
 * is that already, which is the rule in benchmark records, is copied without conversion.
 * The text is one that number_parse accepts. */
size_t number_canonical(const char *text, size_t length, char out[NUMBER_TEXT_SIZE]);

/* Whether a double holds exactly the integer of a text without fraction and exponent.
 * False, too, for one beyond the finite doubles. */
bool number_integer_is_exact(const char *text, size_t length);

/* Whether number_parse could possibly refuse the text. Where this gives false, it accepts;
 * so a reader need not convert most numbers to know that they are in range. */
bool number_may_overflow(const char *text, size_t length);

#endif
