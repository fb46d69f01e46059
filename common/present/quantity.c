#include <config.h>

#include "present/quantity.h"

#include "stats/quantile.h"

static const struct {
    const char *name;
    double nanoseconds;
    int decimals; /* down to a nanosecond */
} units[] = {{"s", 1e9, 9}, {"ms", 1e6, 6}, {"us", 1e3, 3}, {"ns", 1, 0}};

enum { UNITS = sizeof units / sizeof *units };

struct quantity_scale quantity_scale_of(double *times, size_t count)
{
    struct quantity_scale scale = {NULL, 1, 0};
    double smallest;
    int unit = 0;

    if (count == 0)
        return scale;
    quantile_sort(times, count);
    while (unit + 1 < UNITS && times[(count - 1) / 2] < units[unit].nanoseconds)
        unit++;
    scale.name = units[unit].name;
    scale.nanoseconds = units[unit].nanoseconds;
    smallest = times[0] / scale.nanoseconds;
    while (scale.decimals < units[unit].decimals && smallest < 100) {
        smallest *= 10;
        scale.decimals++;
    }
    return scale;
}

void quantity_append_time(struct buf *out, const struct quantity_scale *scale,
                          double nanoseconds)
{
    buf_append_format(out, "%.*f", scale->decimals, nanoseconds / scale->nanoseconds);
}

void quantity_append_percent(struct buf *out, double percent)
{
    buf_append_format(out, "%.1f %%", percent);
}

void quantity_append_change(struct buf *out, double percent)
{
    buf_append_format(out, "%+.1f %%", percent);
}
