#include <config.h>

#include "record/quantity.h"

#include "json/number.h"
#include "record/white-space.h"

static const struct {
    const char *name;
    unsigned places; /* decimal places from the unit to nanoseconds */
} units[] = {{"ns", 0}, {"us", 3}, {"\xc2\xb5s", 3}, {"ms", 6}, {"s", 9}};

static struct view skip(struct view text, size_t count)
{
    return (struct view){text.data + count, text.length - count};
}

/* Split leading digits from TEXT. */
static struct view split_digits(struct view *text)
{
    struct view digits = {text->data, 0};

    while (digits.length < text->length && text->data[digits.length] >= '0' &&
           text->data[digits.length] <= '9')
        digits.length++;
    *text = skip(*text, digits.length);
    return digits;
}

/* Append digits to VALUE; false above the safe integers. */
static bool append_digits(uint64_t *value, struct view digits)
{
    for (size_t i = 0; i < digits.length; i++) {
        *value = *value * 10 + (uint64_t)(digits.data[i] - '0');
        if (*value > QUANTITY_SAFE_INTEGER)
            return false;
    }
    return true;
}

bool quantity_duration(struct view text, uint64_t *nanoseconds)
{
    struct view whole = split_digits(&text);
    struct view fraction = {text.data, 0};
    uint64_t value = 0;
    size_t unit = 0;

    if (whole.length == 0)
        return false;
    if (text.length > 0 && text.data[0] == '.') {
        text = skip(text, 1);
        fraction = split_digits(&text);
        if (fraction.length == 0)
            return false;
    }
    text = skip(text, white_space_length(text));
    while (!view_is(text, units[unit].name))
        if (++unit == sizeof units / sizeof *units)
            return false;
    while (fraction.length > 0 && fraction.data[fraction.length - 1] == '0')
        fraction.length--;
    if (fraction.length > units[unit].places)
        return false;
    if (!append_digits(&value, whole) || !append_digits(&value, fraction) ||
        !append_digits(&value,
                       (struct view){"000000000", units[unit].places - fraction.length}))
        return false;
    *nanoseconds = value;
    return true;
}

bool quantity_read_duration(const struct document *document, uint32_t node,
                            double *nanoseconds)
{
    uint64_t count;

    if (document_is(document, node, NODE_NUMBER))
        return document_number(document, node, nanoseconds) && *nanoseconds >= 0 &&
               *nanoseconds <= (double)QUANTITY_SAFE_INTEGER &&
               (double)(uint64_t)*nanoseconds == *nanoseconds;
    if (!quantity_duration(document_text(document, node), &count))
        return false;
    *nanoseconds = (double)count;
    return true;
}

bool quantity_threshold(struct view text, struct quantity_threshold *threshold)
{
    static const struct {
        const char *name;
        const char *exponent;
        bool is_duration;
    } scales[] = {{"%", "e-2", false}, {"x", "e0", false},        {"ns", "e0", true},
                  {"us", "e3", true},  {"\xc2\xb5s", "e3", true}, {"ms", "e6", true},
                  {"s", "e9", true}};
    enum { DIGITS = 60 };
    char number[DIGITS + 8];
    struct view digits = text;
    struct view rest = text;
    size_t length;
    size_t scale = 0;

    if (split_digits(&rest).length == 0)
        return false;
    if (rest.length > 0 && rest.data[0] == '.') {
        rest = skip(rest, 1);
        if (split_digits(&rest).length == 0)
            return false;
    }
    digits.length -= rest.length;
    /* A number of JSON has no leading zeros. */
    while (digits.length > 1 && digits.data[0] == '0' && digits.data[1] != '.')
        digits = skip(digits, 1);
    while (!view_is(rest, scales[scale].name))
        if (++scale == sizeof scales / sizeof *scales)
            return false;
    if (digits.length > DIGITS)
        return false;
    length = strlen(scales[scale].exponent);
    memcpy(number, digits.data, digits.length);
    memcpy(number + digits.length, scales[scale].exponent, length);
    threshold->is_duration = scales[scale].is_duration;
    return number_parse(number, digits.length + length, &threshold->value);
}
