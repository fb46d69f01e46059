#include <config.h>

#include "present/quantity.h"

#include "record/cohort.h"
#include "stats/quantile.h"

#include <stdio.h>

static const struct {
    const char *name;
    double nanoseconds;
} times[] = {{"ns", 1}, {"\xc2\xb5s", 1e3}, {"ms", 1e6}, {"s", 1e9}};

struct quantity_unit quantity_unit_of(struct view unit, double typical)
{
    double own = cohort_unit_nanoseconds(unit);
    size_t chosen = 0;

    if (!(own > 0))
        return (struct quantity_unit){unit, 1};
    while (chosen + 1 < sizeof times / sizeof *times &&
           typical * own >= times[chosen + 1].nanoseconds)
        chosen++;
    return (struct quantity_unit){view_from(times[chosen].name),
                                  times[chosen].nanoseconds / own};
}

struct quantity_scale quantity_scale_of(double *nanoseconds, size_t count)
{
    struct quantity_scale scale = {NULL, 1, 0};
    struct quantity_unit unit;

    if (count == 0)
        return scale;
    quantile_sort(nanoseconds, count);
    unit = quantity_unit_of(view_from("ns"), nanoseconds[(count - 1) / 2]);
    scale.name = unit.name.data;
    scale.nanoseconds = unit.factor;
    for (double size = 1; size < unit.factor && size * nanoseconds[0] < 100 * unit.factor;
         size *= 10)
        scale.decimals++;
    return scale;
}

void quantity_append_time(struct buf *out, const struct quantity_scale *scale,
                          double nanoseconds)
{
    buf_append_format(out, "%.*f", scale->decimals, nanoseconds / scale->nanoseconds);
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

void quantity_append_number(struct buf *out, double value, int digits)
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

void quantity_append_value(struct buf *out, double value, const struct quantity_unit *unit)
{
    quantity_append_number(out, value / unit->factor, 4);
}

void quantity_append_ratio(struct buf *out, double ratio)
{
    if (ratio >= 0.01 && ratio < 100)
        buf_append_format(out, "%.2f", ratio);
    else
        quantity_append_number(out, ratio, 3);
    buf_append_text(out, "\xc3\x97");
}

void quantity_append_change(struct buf *out, double percent)
{
    if (percent > -1e6 && percent < 1e6)
        buf_append_format(out, "%+.1f %%", percent);
    else
        buf_append_format(out, "%+.3g %%", percent);
}

void quantity_append_percent(struct buf *out, double percent)
{
    buf_append_format(out, "%.1f %%", percent);
}

void quantity_append_count(struct buf *out, uint64_t count)
{
    char text[24];

    snprintf(text, sizeof text, "%llu", (unsigned long long)count);
    append_grouped(out, text);
}

void quantity_append_counted(struct buf *out, uint64_t count, const char *noun)
{
    quantity_append_count(out, count);
    buf_append_format(out, " %s%s", noun, count == 1 ? "" : "s");
}
