/* word: loads eight characters as a 64-bit word, the first in the lowest byte on any
 * machine, to process them by arithmetic on words.
 *
 * Addresses need no alignment. Nothing here fails.
 */
#ifndef KIDX_BASE_WORD_H
#define KIDX_BASE_WORD_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* The same character in all eight places. */
#define WORD_OF(character) (UINT64_C(0x0101010101010101) * (character))

/* Convert between the order of bytes in memory and that of the word. */
static inline uint64_t word_order(uint64_t word)
{
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    return __builtin_bswap64(word);
#else
    return word;
#endif
}

/* The eight characters at AT. */
static inline uint64_t word_load(const char *at)
{
    uint64_t word;

    memcpy(&word, at, sizeof word);
    return word_order(word);
}

/* Load the characters from AT to END, at most seven, followed by NULs. Overlapping loads
 * read no other bytes. */
static inline uint64_t word_load_short(const char *at, const char *end)
{
    size_t length = (size_t)(end - at);
    uint32_t head, tail;

    if (length < 4) {
        if (length == 0)
            return 0;
        return (uint64_t)(unsigned char)at[0] |
               (uint64_t)(unsigned char)at[length / 2] << 8 * (length / 2) |
               (uint64_t)(unsigned char)end[-1] << 8 * (length - 1);
    }
    memcpy(&head, at, sizeof head);
    memcpy(&tail, end - 4, sizeof tail);
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    head = __builtin_bswap32(head);
    tail = __builtin_bswap32(tail);
#endif
    return head | (uint64_t)tail << 8 * (length - 4);
}

/* Store the eight characters at AT. */
static inline void word_store(char *at, uint64_t word)
{
    word = word_order(word);
    memcpy(at, &word, sizeof word);
}

#endif
