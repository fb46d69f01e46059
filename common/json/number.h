/* number: conversion of JSON numbers between text (RFC 8259) and double, and to the form of
 * RFC 8785.
 *
 * The text of a number is text[0..length) and must satisfy the number grammar of RFC 8259,
 * section 6, which is not checked. No byte outside it is read, not even a NUL after it, and
 * it may have up to 2^32 bytes. All functions take linear time, bounded stack and no other
 * memory, and depend neither on the locale nor on the byte order. Any thread may call them.
 */
#ifndef KIDX_JSON_NUMBER_H
#define KIDX_JSON_NUMBER_H

#include <stdbool.h>
#include <stddef.h>

/* The size of a buffer for any text that the functions below write: 25 bytes, and some
 * after them that are overwritten. */
enum { NUMBER_TEXT_SIZE = 32 };

/* Store the double nearest to the text, of two equally near ones the even one. Underflow
 * gives 0 or −0. Returns false and stores nothing when the text rounds beyond the finite
 * doubles. */
bool number_parse(const char *text, size_t length, double *value);

/* Write a finite double as ECMAScript's Number::toString does (RFC 8785, section 3.2.2.3;
 * −0 gives "0") and return the length. No NUL is written, and bytes after the length are
 * undefined. */
size_t number_format(double value, char text[NUMBER_TEXT_SIZE]);

/* Write what number_format writes for the double of the text, and return the length. Text
 * that is in this form already, as most numbers of benchmark records are, is copied without
 * conversion. Precondition: number_parse accepts the text. */
size_t number_canonical(const char *text, size_t length, char out[NUMBER_TEXT_SIZE]);

/* Whether a double represents exactly the integer of a text without fraction and exponent.
 * False also for one beyond the finite doubles. */
bool number_integer_is_exact(const char *text, size_t length);

/* False if number_parse certainly accepts the text. This lets a reader skip the conversion
 * of most numbers when it checks their range. */
bool number_may_overflow(const char *text, size_t length);

#endif
