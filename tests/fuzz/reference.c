#include <config.h>

#include "reference.h"

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH = 256 };

/* A growing text; what is made is small. */
struct text {
    char *data;
    size_t length;
};

struct member {
    uint16_t *units; /* of the name */
    size_t unit_count;
    struct text text; /* name, colon and value */
};

struct parse {
    const char *at;
    const char *end;
    int depth;
};

static void append(struct text *text, const char *data, size_t length)
{
    text->data = realloc(text->data, text->length + length + 1);
    if (text->data == NULL)
        abort();
    memcpy(text->data + text->length, data, length);
    text->length += length;
    text->data[text->length] = '\0';
}

static bool parse_value(struct parse *parse, struct text *out);

static void skip_blanks(struct parse *parse)
{
    while (parse->at < parse->end && strchr(" \t\r\n", *parse->at) && *parse->at != '\0')
        parse->at++;
}

static bool take(struct parse *parse, const char *text)
{
    size_t length = strlen(text);

    if ((size_t)(parse->end - parse->at) < length || memcmp(parse->at, text, length) != 0)
        return false;
    parse->at += length;
    return true;
}

/* --- strings --- */

static bool parse_hex(struct parse *parse, uint32_t *unit)
{
    *unit = 0;
    for (int i = 0; i < 4; i++) {
        static const char digits[] = "0123456789abcdef0123456789ABCDEF";
        const char *digit = parse->at < parse->end && *parse->at != '\0'
                                ? strchr(digits, *parse->at)
                                : NULL;

        if (digit == NULL)
            return false;
        *unit = *unit * 16 + (uint32_t)(digit - digits) % 16;
        parse->at++;
    }
    return true;
}

static bool parse_escape(struct parse *parse, uint32_t *character)
{
    static const char names[] = "\"\\/bfnrt";
    static const char meant[] = "\"\\/\b\f\n\r\t";
    uint32_t low;

    for (size_t i = 0; i < strlen(names); i++) {
        if (parse->at < parse->end && *parse->at == names[i]) {
            parse->at++;
            *character = (uint32_t)meant[i];
            return true;
        }
    }
    if (!take(parse, "u") || !parse_hex(parse, character))
        return false;
    if (*character < 0xd800 || *character > 0xdfff)
        return true;
    if (*character > 0xdbff || !take(parse, "\\u") || !parse_hex(parse, &low) ||
        low < 0xdc00 || low > 0xdfff)
        return false;
    *character = 0x10000 + ((*character - 0xd800) << 10) + (low - 0xdc00);
    return true;
}

static bool parse_utf8(struct parse *parse, uint32_t *character)
{
    static const uint32_t least[] = {0, 0x80, 0x800, 0x10000};
    unsigned char first = (unsigned char)*parse->at++;
    int more = first < 0x80   ? 0
               : first < 0xc0 ? -1
               : first < 0xe0 ? 1
               : first < 0xf0 ? 2
                              : 3;

    if (more < 0 || first > 0xf7 || parse->end - parse->at < more)
        return false;
    *character = more == 0 ? first : first & (0x3fU >> more);
    for (int i = 0; i < more; i++) {
        unsigned char next = (unsigned char)*parse->at++;

        if ((next & 0xc0) != 0x80)
            return false;
        *character = *character << 6 | (next & 0x3f);
    }
    return *character >= least[more] && *character <= 0x10ffff &&
           (*character < 0xd800 || *character > 0xdfff);
}

static void write_utf8(struct text *out, uint32_t character)
{
    char bytes[4];
    size_t count = character < 0x80      ? 1
                   : character < 0x800   ? 2
                   : character < 0x10000 ? 3
                                         : 4;

    for (size_t i = count; i-- > 1; character >>= 6)
        bytes[i] = (char)(0x80 | (character & 0x3f));
    bytes[0] = (char)(count == 1 ? character : (0xf00U >> count & 0xff) | character);
    append(out, bytes, count);
}

static void write_character(struct text *out, uint32_t character)
{
    static const char escaped[] = "\"\\\b\f\n\r\t";
    static const char names[] = "\"\\bfnrt";
    char text[8];

    for (size_t i = 0; i < strlen(escaped); i++) {
        if (character == (uint32_t)escaped[i]) {
            append(out, "\\", 1);
            append(out, &names[i], 1);
            return;
        }
    }
    if (character < 0x20)
        append(out, text, (size_t)snprintf(text, sizeof text, "\\u%04x", character));
    else
        write_utf8(out, character);
}

/* A string, in quotes, to OUT, and its UTF-16 to MEMBER where that is not NULL. */
static bool parse_string(struct parse *parse, struct text *out, struct member *member)
{
    if (!take(parse, "\""))
        return false;
    append(out, "\"", 1);
    while (!take(parse, "\"")) {
        uint32_t character;

        if (parse->at == parse->end || (unsigned char)*parse->at < 0x20)
            return false;
        if (take(parse, "\\") ? !parse_escape(parse, &character)
                              : !parse_utf8(parse, &character))
            return false;
        write_character(out, character);
        if (member == NULL)
            continue;
        member->units = realloc(member->units, (member->unit_count + 2) * sizeof(uint16_t));
        if (member->units == NULL)
            abort();
        if (character < 0x10000) {
            member->units[member->unit_count++] = (uint16_t)character;
        } else {
            member->units[member->unit_count++] =
                (uint16_t)(0xd800 + ((character - 0x10000) >> 10));
            member->units[member->unit_count++] = (uint16_t)(0xdc00 + (character & 0x3ff));
        }
    }
    append(out, "\"", 1);
    return true;
}

/* --- numbers --- */

/* The nearest to VALUE among decimals of COUNT digits that read as VALUE: its digits, and
 * the exponent of the last one. The one that printf gives is the nearest of all, but may
 * read as another double where the gap below a power of two is half as wide. */
static bool try_digits(double value, int count, uint64_t *digits, int *exponent)
{
    char text[40];
    uint64_t nearest = 0;

    snprintf(text, sizeof text, "%.*e", count - 1, value);
    for (const char *at = text; *at != 'e'; at++)
        if (*at != '.')
            nearest = nearest * 10 + (uint64_t)(*at - '0');
    *exponent = atoi(strchr(text, 'e') + 1) - (count - 1);
    for (int i = 0; i < 3; i++) {
        *digits = i == 0 ? nearest : i == 1 ? nearest + 1 : nearest - 1;
        snprintf(text, sizeof text, "%" PRIu64 "e%d", *digits, *exponent);
        if (strtod(text, NULL) == value)
            return true;
    }
    return false;
}

size_t reference_number(double value, char *out)
{
    char digits[24];
    char *at = out;
    uint64_t number = 0;
    int count = 1;
    int exponent = 0;
    int point;

    if (value == 0) {
        *out = '0';
        return 1;
    }
    if (value < 0)
        *at++ = '-';
    while (!try_digits(fabs(value), count, &number, &exponent))
        count++;
    count = snprintf(digits, sizeof digits, "%" PRIu64, number);
    while (digits[count - 1] == '0') {
        digits[--count] = '\0';
        exponent++;
    }
    point = count + exponent; /* digits before it */
    if (point > 21 || point < -5)
        at += sprintf(at, "%c%s%se%+d", digits[0], count > 1 ? "." : "", digits + 1,
                      point - 1);
    else if (point <= 0)
        at += sprintf(at, "0.%.*s%s", -point, "00000", digits);
    else if (point >= count)
        at += sprintf(at, "%s%.*s", digits, point - count, "00000000000000000000");
    else
        at += sprintf(at, "%.*s.%s", point, digits, digits + point);
    return (size_t)(at - out);
}

static bool take_digits(struct parse *parse)
{
    const char *start = parse->at;

    while (parse->at < parse->end && *parse->at >= '0' && *parse->at <= '9')
        parse->at++;
    return parse->at > start;
}

static bool parse_number(struct parse *parse, struct text *out)
{
    const char *start = parse->at;
    struct text copy = {NULL, 0};
    char number[32];
    double value;

    (void)take(parse, "-");
    if (!take(parse, "0") && !take_digits(parse))
        return false;
    if (take(parse, ".") && !take_digits(parse))
        return false;
    if (take(parse, "e") || take(parse, "E")) {
        if (!take(parse, "+"))
            (void)take(parse, "-");
        if (!take_digits(parse))
            return false;
    }
    append(&copy, start, (size_t)(parse->at - start));
    value = strtod(copy.data, NULL);
    free(copy.data);
    if (isinf(value))
        return false;
    append(out, number, reference_number(value, number));
    return true;
}

/* --- values --- */

static bool parse_array(struct parse *parse, struct text *out)
{
    append(out, "[", 1);
    skip_blanks(parse);
    if (!take(parse, "]")) {
        for (;;) {
            if (!parse_value(parse, out))
                return false;
            if (!take(parse, ","))
                break;
            append(out, ",", 1);
        }
        if (!take(parse, "]"))
            return false;
    }
    append(out, "]", 1);
    return true;
}

static int compare_members(const void *a, const void *b)
{
    const struct member *x = a;
    const struct member *y = b;

    for (size_t i = 0; i < x->unit_count && i < y->unit_count; i++)
        if (x->units[i] != y->units[i])
            return x->units[i] < y->units[i] ? -1 : 1;
    return (x->unit_count > y->unit_count) - (x->unit_count < y->unit_count);
}

static bool parse_members(struct parse *parse, struct member **members, size_t *count)
{
    skip_blanks(parse);
    if (take(parse, "}"))
        return true;
    do {
        struct member *member;

        *members = realloc(*members, (*count + 1) * sizeof **members);
        if (*members == NULL)
            abort();
        member = &(*members)[(*count)++];
        *member = (struct member){NULL, 0, {NULL, 0}};
        skip_blanks(parse);
        if (!parse_string(parse, &member->text, member))
            return false;
        for (size_t i = 0; i + 1 < *count; i++)
            if (compare_members(&(*members)[i], member) == 0)
                return false;
        skip_blanks(parse);
        if (!take(parse, ":"))
            return false;
        append(&member->text, ":", 1);
        if (!parse_value(parse, &member->text))
            return false;
    } while (take(parse, ","));
    return take(parse, "}");
}

static bool parse_object(struct parse *parse, struct text *out)
{
    struct member *members = NULL;
    size_t count = 0;
    bool good = parse_members(parse, &members, &count);

    if (good && count > 1)
        qsort(members, count, sizeof *members, compare_members);
    append(out, "{", 1);
    for (size_t i = 0; i < count; i++) {
        if (good) {
            append(out, ",", i > 0);
            append(out, members[i].text.data, members[i].text.length);
        }
        free(members[i].text.data);
        free(members[i].units);
    }
    append(out, "}", 1);
    free(members);
    return good;
}

/* A value and the blanks around it. */
static bool parse_value(struct parse *parse, struct text *out)
{
    static const char *const words[] = {"null", "true", "false"};
    bool good = false;

    skip_blanks(parse);
    for (int i = 0; i < 3 && !good; i++) {
        good = take(parse, words[i]);
        if (good)
            append(out, words[i], strlen(words[i]));
    }
    if (!good && parse->at < parse->end) {
        if (*parse->at == '"') {
            good = parse_string(parse, out, NULL);
        } else if (*parse->at == '[' || *parse->at == '{') {
            bool is_array = *parse->at++ == '[';

            if (++parse->depth > DEPTH)
                return false;
            good = is_array ? parse_array(parse, out) : parse_object(parse, out);
            parse->depth--;
        } else {
            good = parse_number(parse, out);
        }
    }
    skip_blanks(parse);
    return good;
}

char *reference_canonical(const char *text, size_t length, size_t *canonical_length)
{
    struct parse parse = {text, text + length, 0};
    struct text out = {NULL, 0};

    if (!parse_value(&parse, &out) || parse.at != parse.end) {
        free(out.data);
        return NULL;
    }
    *canonical_length = out.length;
    return out.data;
}
