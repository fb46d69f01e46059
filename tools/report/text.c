#include <config.h>

#include "text.h"

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

/* Write TEXT; ENTITY says what stands for a byte, NULL: itself. */
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

void text_write_xml(struct buf *out, struct view text)
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

void text_write_markdown(struct buf *out, struct view text)
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

bool text_is_number(struct view text)
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

/* Whether a spreadsheet may take TEXT for a formula. */
static bool is_risky(struct view text)
{
    return text.length > 0 && text.data[0] != '\0' &&
           strchr("=+-@\t\r\n", text.data[0]) != NULL && !text_is_number(text);
}

/* What is quoted keeps its line ends and tabs. */
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

void text_write_csv(struct buf *out, struct view text)
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

void text_write_tsv(struct buf *out, struct view text)
{
    if (is_risky(text))
        buf_append_byte(out, '\'');
    write_fit(out, text, tsv_escape);
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
