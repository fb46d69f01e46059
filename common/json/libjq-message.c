#include <config.h>

#include "json/libjq-message.h"

#include <stddef.h>

/* Where the line ends if a ", column N" at its end is left out. */
static const char *before_column(const char *line, const char *end)
{
    static const char column[] = ", column ";
    const char *digits = end;

    while (digits > line && digits[-1] >= '0' && digits[-1] <= '9')
        digits--;
    if (digits == end || digits - line < (ptrdiff_t)(sizeof column - 1))
        return end;
    digits -= sizeof column - 1;
    return memcmp(digits, column, sizeof column - 1) == 0 ? digits : end;
}

static void append_error(struct buf *message, const char *line)
{
    static const char prefix[] = "jq: error: ";
    static const char guess[] = " (Unix shell quoting issues?)";
    const char *end = line + strcspn(line, "\n");
    const char *guessed = strstr(line, guess);

    if (strncmp(line, prefix, sizeof prefix - 1) == 0)
        line += sizeof prefix - 1;
    if (end > line && end[-1] == ':')
        end--;
    end = before_column(line, end);
    if (guessed != NULL && guessed < end) {
        buf_append(message, line, (size_t)(guessed - line));
        line = guessed + sizeof guess - 1;
    }
    buf_append(message, line, (size_t)(end - line));
}

void libjq_message_add(struct buf *message, size_t before, const char *said)
{
    if (strncmp(said, "jq: ", 4) == 0 && said[4] >= '0' && said[4] <= '9')
        return;
    if (message->length > before)
        buf_append_text(message, "; ");
    append_error(message, said);
}

void libjq_message_cut(struct buf *message, size_t before, size_t limit)
{
    if (message->length - before <= limit)
        return;
    message->length = before + limit - 3;
    while (((unsigned char)message->data[message->length] & 0xc0) == 0x80)
        message->length--;
    buf_append_text(message, "...");
}
