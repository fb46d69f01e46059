/* utf8: decodes and encodes single characters of UTF-8 (RFC 3629), without overlong forms,
 * surrogates and codes above U+10FFFF.
 */
#ifndef KIDX_BASE_UTF8_H
#define KIDX_BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The length of the character at AT, 0 where it is ill-formed. Precondition: its first byte
 * is 0x80 or more. A byte is read only if those before it are valid, so a NUL after the
 * text ends the reading. */
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

/* The number of characters in well-formed text, and of those among them that are a
 * surrogate pair in UTF-16. */
static inline size_t utf8_count(const char *text, size_t length)
{
    size_t count = 0;

    for (size_t i = 0; i < length; i++)
        count += ((unsigned char)text[i] & 0xc0) != 0x80;
    return count;
}

static inline size_t utf8_count_pairs(const char *text, size_t length)
{
    size_t count = 0;

    for (size_t i = 0; i < length; i++)
        count += (unsigned char)text[i] >= 0xf0;
    return count;
}

/* The code of a well-formed character of LENGTH bytes. */
static inline uint32_t utf8_decode(const char *at, size_t length)
{
    const unsigned char *byte = (const unsigned char *)at;
    uint32_t code = length == 1 ? byte[0] : byte[0] & (0xffU >> (length + 1));

    for (size_t i = 1; i < length; i++)
        code = code << 6 | (byte[i] & 0x3fU);
    return code;
}

/* Whether messages, tables and reports must mask the character, because a terminal may
 * interpret it, or because it is invisible, ends a line or reorders the text around it: C0
 * and C1 controls, DEL, U+061C, U+200B, U+200E, U+200F, U+2028 to U+202E, U+2066 to U+2069,
 * U+FEFF, and tag characters. (U+200C and U+200D are parts of words in some scripts.) */
static inline bool utf8_is_unsafe(uint32_t code)
{
    return code < 0x20 || (code >= 0x7f && code < 0xa0) || code == 0x061c ||
           code == 0x200b || code == 0x200e || code == 0x200f ||
           (code >= 0x2028 && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069) ||
           code == 0xfeff || (code >= 0xe0000 && code <= 0xe007f);
}

/* Write CODE (no surrogate, at most 0x10ffff) to OUT; returns the length, 1 to 4. */
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
