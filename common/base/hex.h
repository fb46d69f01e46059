/* hex: hexadecimal digits. */
#ifndef KIDX_BASE_HEX_H
#define KIDX_BASE_HEX_H

/* The value of a digit, in lower or upper case; -1: BYTE is none. */
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
