/* hex: digits of hexadecimal numbers. */
#ifndef KIDX_BASE_HEX_H
#define KIDX_BASE_HEX_H

/* The value of a digit, in small or large letters; -1: it is none. */
static inline int hex_digit(char byte)
{
    if (byte >= '0' && byte <= '9')
        return byte - '0';
    if (byte >= 'a' && byte <= 'f')
        return byte - 'a' + 10;
    if (byte >= 'A' && byte <= 'F')
        return byte - 'A' + 10;
    return -1;
}

#endif
