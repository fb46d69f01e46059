#include <config.h>

#include "record/slug.h"

#include <stdbool.h>

static char small_letter(char byte)
{
    return byte >= 'A' && byte <= 'Z' ? (char)(byte - 'A' + 'a') : byte;
}

static bool is_word(char byte)
{
    return (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z');
}

void slug_append(struct buf *out, struct view text)
{
    char *to = buf_reserve(out, text.length);
    char *start = to;
    bool gap = false;

    for (size_t i = 0; i < text.length; i++) {
        char byte = small_letter(text.data[i]);

        if (!is_word(byte)) {
            gap = to > start;
            continue;
        }
        if (gap)
            *to++ = '-';
        gap = false;
        *to++ = byte;
    }
    out->length += (size_t)(to - start);
}
