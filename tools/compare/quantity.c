#include <config.h>

#include "quantity.h"

#include "json/number.h"
#include "stats/quantile.h"

static const struct {
    const char *name;
    double nanoseconds;
    int decimals; /* down to a nanosecond */
} units[] = {{"s", 1e9, 9}, {"ms", 1e6, 6}, {"us", 1e3, 3}, {"ns", 1, 0}};

enum { UNITS = sizeof units / sizeof *units };

struct time_scale time_scale_of(double *times, size_t count)
{
    struct time_scale scale = {NULL, 1, 0};
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

void quantity_append(struct buf *out, const struct time_scale *scale,
                     const struct store_setting *setting, double value)
{
    double unit = cohort_unit_nanoseconds(setting->unit);

    if (unit > 0 && scale->name != NULL) {
        buf_append_format(out, "%.*f", scale->decimals, value * unit / scale->nanoseconds);
        return;
    }
    out->length += number_format(value, buf_reserve(out, NUMBER_TEXT_SIZE));
    buf_append_byte(out, ' ');
    buf_append(out, setting->unit.data, setting->unit.length);
}

void quantity_append_spread(struct buf *out, const struct ranked_run *run)
{
    switch (ranking_spread_of(run)) {
    case SPREAD_OK:
        if (run->value > 0) {
            buf_append_format(out, "%.1f %%", (run->p80 - run->p20) / 2 / run->value * 100);
            return;
        }
        break;
    case SPREAD_ZERO:
        buf_append_text(out, "1?");
        return;
    case SPREAD_ABSENT:
    case SPREAD_INVALID:
        break;
    }
    buf_append_byte(out, '?');
}

void quantity_append_change(struct buf *out, double percent)
{
    buf_append_format(out, "%+.1f %%", percent);
}
