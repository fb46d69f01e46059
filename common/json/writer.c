#include <config.h>

#include "json/writer.h"

#include "json/number.h"
#include "base/word.h"

void writer_init(struct writer *writer, struct buf *out)
{
    writer->out = out;
    writer->comma = false;
}

/* Write the comma before a value or name, where one is needed. */
static void separate(struct writer *writer)
{
    if (writer->comma)
        buf_append_byte(writer->out, ',');
    writer->comma = true;
}

static void open_container(struct writer *writer, char bracket)
{
    separate(writer);
    buf_append_byte(writer->out, bracket);
    writer->comma = false;
}

static void close_container(struct writer *writer, char bracket)
{
    buf_append_byte(writer->out, bracket);
    writer->comma = true;
}

void writer_begin_object(struct writer *writer)
{
    open_container(writer, '{');
}

void writer_end_object(struct writer *writer)
{
    close_container(writer, '}');
}

void writer_begin_array(struct writer *writer)
{
    open_container(writer, '[');
}

void writer_end_array(struct writer *writer)
{
    close_container(writer, ']');
}

/* Append a comma, if needed, and a plain text in quotes. Room for one more byte is
 * reserved.
 */
static void append_plain(struct writer *writer, struct view text)
{
    struct buf *out = writer->out;
    char *at = buf_reserve(out, text.length + 4);

    *at = ',';
    at += writer->comma;
    *at++ = '"';
    memcpy(at, text.data, text.length);
    at[text.length] = '"';
    out->length = (size_t)(at + text.length + 1 - out->data);
}

void writer_plain_name(struct writer *writer, struct view name)
{
    append_plain(writer, name);
    writer->out->data[writer->out->length++] = ':';
    writer->comma = false;
}

void writer_plain(struct writer *writer, struct view text)
{
    append_plain(writer, text);
    writer->comma = true;
}

void writer_name_view(struct writer *writer, struct view name)
{
    separate(writer);
    writer_append_string(writer->out, name);
    buf_append_byte(writer->out, ':');
    writer->comma = false;
}

void writer_string(struct writer *writer, struct view string)
{
    separate(writer);
    writer_append_string(writer->out, string);
}

void writer_text(struct writer *writer, const char *text)
{
    writer_string(writer, view_from(text));
}

void writer_number(struct writer *writer, double number)
{
    /* Most numbers are counts, for which no shortest decimal needs to be found. */
    if (number >= 0 && number < 0x1p53 && (double)(uint64_t)number == number) {
        writer_count(writer, (uint64_t)number);
        return;
    }
    separate(writer);
    writer->out->length +=
        number_format(number, buf_reserve(writer->out, NUMBER_TEXT_SIZE));
}

void writer_count(struct writer *writer, uint64_t count)
{
    char digits[20];
    size_t length = 0;

    do
        digits[sizeof digits - ++length] = (char)('0' + count % 10);
    while ((count /= 10) != 0);
    separate(writer);
    buf_append(writer->out, digits + sizeof digits - length, length);
}

void writer_boolean(struct writer *writer, bool value)
{
    separate(writer);
    buf_append_text(writer->out, value ? "true" : "false");
}

void writer_null(struct writer *writer)
{
    separate(writer);
    buf_append_text(writer->out, "null");
}

void writer_canonical(struct writer *writer, struct view text)
{
    separate(writer);
    buf_append(writer->out, text.data, text.length);
}

/* RFC 8785, section 3.2.2.2: short escapes where they exist, \u00xx for other controls. */
static void append_escape(struct buf *out, unsigned char byte)
{
    static const char hex[] = "0123456789abcdef";
    static const char short_values[] = "\"\\\b\f\n\r\t";
    static const char short_names[] = "\"\\bfnrt";
    const char *found = byte == 0 ? NULL : strchr(short_values, byte);
    char escape[6] = {'\\', 'u', '0', '0', hex[byte >> 4], hex[byte & 15]};

    if (found != NULL) {
        escape[1] = short_names[found - short_values];
        buf_append(out, escape, 2);
    } else {
        buf_append(out, escape, sizeof escape);
    }
}

/* Whether one of eight bytes needs an escape. */
static bool has_escape(uint64_t word)
{
    uint64_t high = WORD_OF(0x80);
    uint64_t quote = word ^ WORD_OF('"');
    uint64_t backslash = word ^ WORD_OF('\\');

    return (((word - WORD_OF(0x20)) & ~word) | ((quote - WORD_OF(1)) & ~quote) |
            ((backslash - WORD_OF(1)) & ~backslash)) &
           high;
}

/* The bytes from AT to END, fewer than eight, followed by blanks. */
static uint64_t load_rest(const char *at, const char *end)
{
    return word_load_short(at, end) | WORD_OF(' ') << 8 * (size_t)(end - at);
}

void writer_append_string(struct buf *out, struct view string)
{
    const char *at = string.length == 0 ? "" : string.data;
    const char *end = at + string.length;
    const char *copied = at;

    buf_append_byte(out, '"');
    while (at != end) {
        bool is_rest = end - at < 8;
        const char *stop = is_rest ? end : at + 8;

        if (!has_escape(is_rest ? load_rest(at, end) : word_load(at))) {
            at = stop;
            continue;
        }
        for (; at < stop; at++) {
            unsigned char byte = (unsigned char)*at;

            if (byte >= 0x20 && byte != '"' && byte != '\\')
                continue;
            buf_append(out, copied, (size_t)(at - copied));
            append_escape(out, byte);
            copied = at + 1;
        }
    }
    buf_append(out, copied, (size_t)(end - copied));
    buf_append_byte(out, '"');
}
