/* reference: strict JSON and RFC 8785 once more, as plainly as can be.
 *
 * Short code without any care for speed, for small texts, to compare the real one with:
 * a recursive parser, duplicate names by comparing all pairs, names sorted by UTF-16 code
 * units that are spelled out, numbers by strtod and by trying out how many digits suffice.
 */
#ifndef KIDX_TESTS_REFERENCE_H
#define KIDX_TESTS_REFERENCE_H

#include <stddef.h>

/* The canonical form of a text as malloc gives it, NULL where the text is refused. */
char *reference_canonical(const char *text, size_t length, size_t *canonical_length);

/* Write a finite double as ECMAScript does; OUT has room for 32 bytes. Returns the length.
 */
size_t reference_number(double value, char *out);

#endif
