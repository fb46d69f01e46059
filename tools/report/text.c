#include <config.h>

#include "text.h"

#include "base/utf8.h"

#include <stdint.h>

/* The length of the character at AT, which is well-formed: a record is UTF-8. */
static size_t character_length(const char *at, size_t left)
{
    size_t length = (unsigned char)*at < 0x80 ? 1 : utf8_length(at);

    return length == 0 || length > left ? 1 : length;
}

static bool is_digit(char byte)
{
    return byte >= '0' && byte <= '9';
}

/* --- width --- */

/* Of a font size of 1. Letters of sans-serif fonts are about 0.5 wide; what is not Latin
 * may be as wide as high, emoji more. */
static double character_width(uint32_t code)
{
    if (code >= 0x1f000)
        return 1.4;
    if (code >= 0x1100)
        return 1.05;
    if (code >= 0x80)
        return 0.75;
    if (code == 'm' || code == 'w' || code == 'M' || code == 'W' || code == '%' ||
        code == '@')
        return 0.95;
    if (code >= 'A' && code <= 'Z')
        return 0.72;
    if (code == 'i' || code == 'l' || code == '.' || code == ',' || code == ' ' ||
        code == '|')
        return 0.34;
    return 0.6;
}

double text_width(struct view text, double size)
{
    double width = 0;

    for (size_t i = 0; i < text.length;) {
        size_t length = character_length(text.data + i, text.length - i);

        width += character_width(utf8_decode(text.data + i, length));
        i += length;
    }
    return width * size;
}

size_t text_fit(struct view text, double size, double width)
{
    double used = size; /* the ellipsis */
    size_t i = 0;

    if (text_width(text, size) <= width)
        return text.length;
    while (i < text.length) {
        size_t length = character_length(text.data + i, text.length - i);

        used += size * character_width(utf8_decode(text.data + i, length));
        if (used > width)
            break;
        i += length;
    }
    return i;
}

/* --- order --- */

/* Take the digits at *AT, without leading zeros. */
static struct view take_digits(struct view text, size_t *at)
{
    size_t start = *at;

    while (*at < text.length && is_digit(text.data[*at]))
        (*at)++;
    while (start + 1 < *at && text.data[start] == '0')
        start++;
    return (struct view){text.data + start, *at - start};
}

int text_compare_natural(struct view a, struct view b)
{
    size_t i = 0;
    size_t j = 0;

    while (i < a.length && j < b.length) {
        if (is_digit(a.data[i]) && is_digit(b.data[j])) {
            struct view left = take_digits(a, &i);
            struct view right = take_digits(b, &j);
            int order = left.length != right.length ? (left.length > right.length ? 1 : -1)
                                                    : view_compare(left, right);

            if (order != 0)
                return order;
        } else if (a.data[i] != b.data[j]) {
            return (unsigned char)a.data[i] < (unsigned char)b.data[j] ? -1 : 1;
        } else {
            i++;
            j++;
        }
    }
    if (i < a.length || j < b.length)
        return i < a.length ? 1 : -1;
    return view_compare(a, b);
}
