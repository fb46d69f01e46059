#include <config.h>

#include "record/url.h"

#include "record/white-space.h"

static struct view skip(struct view text, size_t count)
{
    return (struct view){text.data + count, text.length - count};
}

/* Whether TEXT is empty, or a colon and digits, or a colon only. */
static bool is_port(struct view text)
{
    if (text.length > 0 && *text.data != ':')
        return false;
    for (size_t i = 1; i < text.length; i++)
        if (text.data[i] < '0' || text.data[i] > '9')
            return false;
    return true;
}

/* Whether TEXT is an IP address in brackets and an optional port. */
static bool is_address(struct view text)
{
    static const char allowed[] = "0123456789abcdefABCDEF:.";
    size_t length = 1;

    while (length < text.length && memchr(allowed, text.data[length], sizeof allowed - 1))
        length++;
    return length >= 3 && length < text.length && text.data[length] == ']' &&
           is_port(skip(text, length + 1));
}

static bool is_authority(struct view text)
{
    static const char rejected[] = "\"<>[\\]^`{|}\x7f";
    size_t length = 0;

    for (size_t i = 0; i < text.length; i++)
        if (text.data[i] == '@')
            length = i + 1;
    text = skip(text, length);
    if (text.length > 0 && *text.data == '[')
        return is_address(text);
    for (length = 0; length < text.length && text.data[length] != ':'; length++)
        if ((unsigned char)text.data[length] <= ' ' ||
            memchr(rejected, text.data[length], sizeof rejected - 1))
            return false;
    return length > 0 && is_port(skip(text, length));
}

bool url_is_https(struct view text)
{
    static const char scheme[] = "https://";
    struct view authority;

    if (text.length < sizeof scheme)
        return false;
    for (size_t i = 0; i < sizeof scheme - 1; i++)
        if (text.data[i] != scheme[i] && (i >= 5 || text.data[i] != scheme[i] - 'a' + 'A'))
            return false;
    text = skip(text, sizeof scheme - 1);
    authority = (struct view){text.data, 0};
    while (authority.length < text.length && !memchr("/?#", text.data[authority.length], 3))
        authority.length++;
    if (!is_authority(authority))
        return false;
    for (; text.length > 0; text = skip(text, 1))
        if (white_space_length(text) > 0)
            return false;
    return true;
}
