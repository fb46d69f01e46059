#include <config.h>

#include "json/unsafe-integers.h"

#include "json/number.h"

enum { SHOWN_DIGITS = 40 };

bool unsafe_integers_find(const struct document *document, uint32_t *node,
                          struct buf *message)
{
    uint32_t count = 0;
    char digested[NUMBER_TEXT_SIZE];
    struct view text;

    if (!document->long_integers)
        return false;
    for (uint32_t i = 0; i < document->count; i++) {
        const struct node *number = &document->nodes[i];

        if (number->type != NODE_NUMBER || number->flags != NODE_INTEGER ||
            number_integer_is_exact(document->text + number->start, number->length))
            continue;
        if (count++ == 0)
            *node = i;
    }
    if (count == 0)
        return false;
    text = document_raw(document, *node);
    buf_append_format(message, "no double is exactly %.*s%s, digested as the nearest, %.*s",
                      text.length > SHOWN_DIGITS ? SHOWN_DIGITS : (int)text.length,
                      text.data, text.length > SHOWN_DIGITS ? "..." : "",
                      (int)number_canonical(text.data, text.length, digested), digested);
    if (count > 1)
        buf_append_format(message, " (%u more such in this record)", count - 1);
    return true;
}
