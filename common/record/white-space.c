#include <config.h>

#include "record/white-space.h"

static const char *const beyond_ascii[] = {
    "\xc2\xa0",     "\xe1\x9a\x80", "\xe2\x80\x80", "\xe2\x80\x81", "\xe2\x80\x82",
    "\xe2\x80\x83", "\xe2\x80\x84", "\xe2\x80\x85", "\xe2\x80\x86", "\xe2\x80\x87",
    "\xe2\x80\x88", "\xe2\x80\x89", "\xe2\x80\x8a", "\xe2\x80\xa8", "\xe2\x80\xa9",
    "\xe2\x80\xaf", "\xe2\x81\x9f", "\xe3\x80\x80", "\xef\xbb\xbf",
};

size_t white_space_length(struct view text)
{
    if (text.length == 0)
        return 0;
    if ((unsigned char)*text.data < 0x80)
        return *text.data == ' ' || (*text.data >= '\t' && *text.data <= '\r');
    for (size_t i = 0; i < sizeof beyond_ascii / sizeof *beyond_ascii; i++) {
        size_t length = strlen(beyond_ascii[i]);

        if (text.length >= length && memcmp(text.data, beyond_ascii[i], length) == 0)
            return length;
    }
    return 0;
}
