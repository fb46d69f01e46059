#include <config.h>

#include "escape.h"

#include "base/utf8.h"

#include <stdint.h>

static const char replacement[] = "\xef\xbf\xbd";

/* The length of the character at AT, which is well-formed: a record is UTF-8. */
static size_t character_length(const char *at, size_t left)
{
    size_t length = (unsigned char)*at < 0x80 ? 1 : utf8_length(at);

    return length == 0 || length > left ? 1 : length;
}

/* Characters that are shown as U+FFFD. */
static bool is_unfit(uint32_t code)
{
    return utf8_is_unsafe(code) || (code & 0xfffe) == 0xfffe;
}

static bool is_blank(char byte)
{
    return byte == '\n' || byte == '\r' || byte == '\t';
}

static const char *xml_entity(char byte)
{
    switch (byte) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    case '\'':
        return "&#39;";
    default:
        return NULL;
    }
}

/* Write TEXT. ENTITY returns the replacement of a byte, NULL if it has none. */
static void write_fit(struct buf *out, struct view text, const char *(*entity)(char))
{
    for (size_t i = 0; i < text.length;) {
        const char *at = text.data + i;
        size_t length = character_length(at, text.length - i);
        const char *instead = length == 1 ? entity(*at) : NULL;

        if (instead != NULL)
            buf_append_text(out, instead);
        else if (is_blank(*at))
            buf_append_byte(out, ' ');
        else if (is_unfit(utf8_decode(at, length)))
            buf_append_text(out, replacement);
        else
            buf_append(out, at, length);
        i += length;
    }
}

void escape_xml(struct buf *out, struct view text)
{
    write_fit(out, text, xml_entity);
}

static const char *markdown_escape(char byte)
{
    static const char marks[] = "\\`*_{}[]()#+-!|>~=:@$";
    static const char escaped[] =
        "\\\\\0\\`\0\\*\0\\_\0\\{\0\\}\0\\[\0\\]\0\\(\0\\)\0\\#\0\\+\0"
        "\\-\0\\!\0\\|\0\\>\0\\~\0\\=\0\\:\0\\@\0\\$\0";
    const char *mark;

    if (byte == '<' || byte == '&')
        return xml_entity(byte);
    mark = byte == '\0' ? NULL : strchr(marks, byte);
    return mark == NULL ? NULL : escaped + 3 * (mark - marks);
}

static bool is_digit(char byte)
{
    return byte >= '0' && byte <= '9';
}

static bool is_word(char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
           (byte >= '0' && byte <= '9');
}

/* The last BYTE of TEXT, which has one. */
static const char *last_byte(struct view text, char byte)
{
    const char *at = text.data + text.length - 1;

    while (*at != byte)
        at--;
    return at;
}

/* Marks that mean nothing between letters are left alone there, so that names can be read
 * where the page is not rendered. */
static bool is_plain(struct view text, size_t at)
{
    char before = at == 0 ? ' ' : text.data[at - 1];
    char after = at + 1 == text.length ? ' ' : text.data[at + 1];

    if (text.data[at] == '(' || text.data[at] == ')')
        return at > 0 && before != ']';
    if (text.data[at] == ':')
        return after == ' ' || (is_digit(before) && is_digit(after)) ||
               (after != '/' &&
                memchr(text.data, ':', text.length) == last_byte(text, ':'));
    if ((text.data[at] == '+' || text.data[at] == '-') && is_digit(after))
        return true;
    if (text.data[at] == '_')
        return is_word(before) && is_word(after);
    if (strchr("-+=#", text.data[at]) == NULL || text.data[at] == '\0')
        return false;
    return (unsigned char)before > ' ' && (unsigned char)after > ' ' && before != '/' &&
           after != '/' && before != text.data[at] && after != text.data[at];
}

void escape_markdown(struct buf *out, struct view text)
{
    for (size_t i = 0; i < text.length;) {
        const char *at = text.data + i;
        size_t length = character_length(at, text.length - i);

        if (length == 1 && is_plain(text, i))
            buf_append_byte(out, *at);
        else
            write_fit(out, (struct view){at, length}, markdown_escape);
        i += length;
    }
}

/* --- CSV --- */

static const char *skip_digits(const char *at, const char *end)
{
    while (at < end && is_digit(*at))
        at++;
    return at;
}

static bool is_number(struct view text)
{
    const char *at = text.data;
    const char *end = at + text.length;
    const char *digits;

    if (at < end && *at == '-')
        at++;
    digits = at;
    at = skip_digits(at, end);
    if (at == digits)
        return false;
    if (at < end && *at == '.') {
        digits = ++at;
        at = skip_digits(at, end);
        if (at == digits)
            return false;
    }
    if (at < end && (*at == 'e' || *at == 'E')) {
        at++;
        if (at < end && (*at == '+' || *at == '-'))
            at++;
        digits = at;
        at = skip_digits(at, end);
        if (at == digits)
            return false;
    }
    return at == end;
}

/* Whether a spreadsheet may run TEXT as a formula. */
static bool is_risky(struct view text)
{
    return text.length > 0 && text.data[0] != '\0' &&
           strchr("=+-@\t\r\n", text.data[0]) != NULL && !is_number(text);
}

/* Line ends and tabs of a quoted cell are not changed. */
static const char *csv_escape(char byte)
{
    switch (byte) {
    case '"':
        return "\"\"";
    case '\n':
        return "\n";
    case '\r':
        return "\r";
    case '\t':
        return "\t";
    default:
        return NULL;
    }
}

static const char *tsv_escape(char byte)
{
    (void)byte;
    return NULL;
}

void escape_csv(struct buf *out, struct view text)
{
    bool quotes =
        text.length > 0 && (text.data[0] == ' ' || text.data[text.length - 1] == ' ');
    bool risky = is_risky(text);

    for (size_t i = 0; i < text.length && !quotes; i++)
        quotes = text.data[i] == '"' || text.data[i] == ',' || is_blank(text.data[i]);
    if (quotes)
        buf_append_byte(out, '"');
    if (risky)
        buf_append_byte(out, '\'');
    write_fit(out, text, csv_escape);
    if (quotes)
        buf_append_byte(out, '"');
}

void escape_tsv(struct buf *out, struct view text)
{
    if (is_risky(text))
        buf_append_byte(out, '\'');
    write_fit(out, text, tsv_escape);
}
