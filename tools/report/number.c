#include <config.h>

#include "number.h"

#include <stdio.h>
#include <stdlib.h>

static const char times[] = "\xc3\x97";

struct unit unit_choose(struct view unit, double typical)
{
    static const struct {
        const char *name;
        double factor;
    } times_of[] = {{"ns", 1}, {"\xc2\xb5s", 1e3}, {"ms", 1e6}, {"s", 1e9}};
    size_t chosen = 0;

    if (!view_is(unit, "ns"))
        return (struct unit){unit, 1};
    while (chosen + 1 < sizeof times_of / sizeof *times_of &&
           typical >= times_of[chosen + 1].factor)
        chosen++;
    return (struct unit){{times_of[chosen].name, strlen(times_of[chosen].name)},
                         times_of[chosen].factor};
}

/* Append decimal text with commas between thousands. */
static void append_grouped(struct buf *out, const char *text)
{
    size_t whole;

    if (*text == '-')
        buf_append_byte(out, *text++);
    whole = strspn(text, "0123456789");
    for (size_t i = 0; i < whole; i++) {
        buf_append_byte(out, text[i]);
        if ((whole - i) % 3 == 1 && i + 1 < whole)
            buf_append_byte(out, ',');
    }
    buf_append_text(out, text + whole);
}

void number_write(struct buf *out, double value, int digits)
{
    double size = value < 0 ? -value : value;
    char text[64];
    int places = digits;

    if (size >= 1e15 || (size > 0 && size < 1e-9)) {
        buf_append_format(out, "%.*g", digits, value);
        return;
    }
    for (double bound = 1; size >= bound && places > 0; bound *= 10)
        places--;
    for (double bound = 0.1; size > 0 && size < bound && places < 15; bound /= 10)
        places++;
    snprintf(text, sizeof text, "%.*f", places, value);
    if (strchr(text, '.') != NULL) {
        size_t length = strlen(text);

        while (text[length - 1] == '0')
            length--;
        text[length - (text[length - 1] == '.')] = '\0';
    }
    append_grouped(out, strcmp(text, "-0") == 0 ? "0" : text);
}

void number_write_in(struct buf *out, double value, const struct unit *unit)
{
    number_write(out, value / unit->factor, 4);
}

void number_write_ratio(struct buf *out, double ratio)
{
    if (ratio >= 0.01 && ratio < 100)
        buf_append_format(out, "%.2f", ratio);
    else
        number_write(out, ratio, 3);
    buf_append_text(out, times);
}

void number_write_percent(struct buf *out, double percent)
{
    if (percent > -1e6 && percent < 1e6)
        buf_append_format(out, "%+.1f%%", percent);
    else
        buf_append_format(out, "%+.3g%%", percent);
}

void number_write_count(struct buf *out, uint64_t count)
{
    char text[24];

    snprintf(text, sizeof text, "%llu", (unsigned long long)count);
    append_grouped(out, text);
}

void number_write_counted(struct buf *out, uint64_t count, const char *noun)
{
    number_write_count(out, count);
    buf_append_format(out, " %s%s", noun, count == 1 ? "" : "s");
}
