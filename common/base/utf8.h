/* utf8: one character at a time, strictly (RFC 3629): no overlong forms, no surrogates,
 * nothing above U+10FFFF.
 */
#ifndef KIDX_BASE_UTF8_H
#define KIDX_BASE_UTF8_H

#include <stddef.h>
#include <stdint.h>

/* Length of the well-formed character that begins at AT with a byte of 0x80 or more, 0
 * where it is ill-formed. A byte is read only when the one before it fits, so that a NUL
 * behind the text stops it. */
static inline size_t utf8_length(const char *at)
{
    const unsigned char *byte = (const unsigned char *)at;
    unsigned low = 0x80;
    unsigned high = 0xbf;

    if (byte[0] >= 0xc2 && byte[0] <= 0xdf)
        return (byte[1] & 0xc0) == 0x80 ? 2 : 0;
    if (byte[0] == 0xe0)
        low = 0xa0;
    else if (byte[0] == 0xed)
        high = 0x9f;
    else if (byte[0] == 0xf0)
        low = 0x90;
    else if (byte[0] == 0xf4)
        high = 0x8f;
    if (byte[0] < 0xe0 || byte[0] > 0xf4 || byte[1] < low || byte[1] > high ||
        (byte[2] & 0xc0) != 0x80)
        return 0;
    if (byte[0] < 0xf0)
        return 3;
    return (byte[3] & 0xc0) == 0x80 ? 4 : 0;
}

/* Write CODE (no surrogate, at most 0x10ffff) into OUT; returns the length, 1 to 4. */
static inline size_t utf8_encode(uint32_t code, char *out)
{
    if (code < 0x80) {
        out[0] = (char)code;
        return 1;
    }
    if (code < 0x800) {
        out[0] = (char)(0xc0 | code >> 6);
        out[1] = (char)(0x80 | (code & 0x3f));
        return 2;
    }
    if (code < 0x10000) {
        out[0] = (char)(0xe0 | code >> 12);
        out[1] = (char)(0x80 | (code >> 6 & 0x3f));
        out[2] = (char)(0x80 | (code & 0x3f));
        return 3;
    }
    out[0] = (char)(0xf0 | code >> 18);
    out[1] = (char)(0x80 | (code >> 12 & 0x3f));
    out[2] = (char)(0x80 | (code >> 6 & 0x3f));
    out[3] = (char)(0x80 | (code & 0x3f));
    return 4;
}

#endif
