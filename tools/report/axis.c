#include <config.h>

#include "axis.h"

#include "stats/logarithm.h"

static double logarithm_two(double value)
{
    struct logarithm logarithm = logarithm_of(value);

    return (double)logarithm.whole + (double)logarithm.fraction * 0x1p-64;
}

static double position(const struct axis *axis, double value)
{
    return axis->kind == AXIS_LINEAR ? value : logarithm_two(value);
}

void axis_init(struct axis *axis, enum axis_kind kind, double low, double high, double from,
               double to)
{
    if (!(low > 0))
        kind = AXIS_LINEAR;
    if (!(low < high)) {
        double size = low < 0 ? -low : low;

        low = kind == AXIS_LINEAR ? low - (size > 0 ? size / 10 : 1) : low / 1.25;
        high = kind == AXIS_LINEAR ? high + (size > 0 ? size / 10 : 1) : high * 1.25;
    }
    *axis = (struct axis){kind, low, high, from, to};
}

double axis_place(const struct axis *axis, double value)
{
    double low = position(axis, axis->low);
    double high = position(axis, axis->high);

    if (value <= axis->low)
        return axis->from;
    if (value >= axis->high)
        return axis->to;
    return axis->from +
           (position(axis, value) - low) / (high - low) * (axis->to - axis->from);
}

/* --- ticks --- */

/* The largest power of ten that is not above VALUE, above 0. */
static double decade(double value)
{
    double power = 1;

    while (power * 10 <= value && power < 1e300)
        power *= 10;
    while (power > value && power > 1e-300)
        power /= 10;
    return power;
}

/* The smallest 1, 2 or 5 times a power of ten that is at least SPAN. */
static double round_step(double span)
{
    static const double factors[] = {1, 2, 5};
    double power = decade(span);

    for (size_t i = 0; i < 3; i++)
        if (factors[i] * power >= span)
            return factors[i] * power;
    return 10 * power;
}

/* The largest multiple of STEP that is not above VALUE. */
static double floor_to(double value, double step)
{
    double count = value / step;
    double whole;

    if (count > 9e15 || count < -9e15)
        return value;
    whole = (double)(long long)count;
    if (whole > count)
        whole -= 1;
    return whole * step;
}

static size_t linear_ticks(double low, double high, size_t wanted, double *ticks)
{
    double step = round_step((high - low) / (double)wanted);
    double first = floor_to(low, step);
    size_t count = 0;

    for (size_t i = 0; i < AXIS_TICKS + 2 && count < AXIS_TICKS; i++) {
        double tick = first + (double)i * step;

        if (tick >= low - step * 1e-9 && tick <= high + step * 1e-9)
            ticks[count++] = tick;
    }
    return count;
}

static size_t binary_ticks(double low, double high, size_t wanted, double *ticks)
{
    double first = 1;
    size_t powers = 1;
    size_t stride;
    size_t count = 0;

    while (first < low)
        first *= 2;
    while (first / 2 >= low)
        first /= 2;
    for (double power = first; power * 2 <= high; power *= 2)
        powers++;
    stride = (powers + wanted - 1) / wanted;
    for (double power = first; power <= high && count < wanted;) {
        ticks[count++] = power;
        for (size_t i = 0; i < stride; i++)
            power *= 2;
    }
    return count;
}

/* Powers of ten times those of FACTORS, every STRIDE-th decade; too many: 0. */
static size_t decimal_ticks_of(double low, double high, const double *factors,
                               size_t factor_count, size_t stride, size_t wanted,
                               double *ticks)
{
    size_t count = 0;

    for (double power = decade(low); power <= high;) {
        for (size_t i = 0; i < factor_count; i++) {
            double tick = power * factors[i];

            if (tick < low * (1 - 1e-9) || tick > high * (1 + 1e-9))
                continue;
            if (count == wanted)
                return 0;
            ticks[count++] = tick;
        }
        for (size_t i = 0; i < stride; i++)
            power *= 10;
    }
    return count;
}

static size_t decimal_ticks(double low, double high, size_t wanted, double *ticks)
{
    static const double factors[] = {1, 2, 5};
    static const double more[] = {1, 1.5, 2, 3, 5, 7};
    size_t count;

    if (high < low * 3)
        return linear_ticks(low, high, wanted, ticks);
    count = decimal_ticks_of(low, high, more, 6, 1, wanted, ticks);
    if (count == 0)
        count = decimal_ticks_of(low, high, factors, 3, 1, wanted, ticks);
    for (size_t stride = 1; count == 0 && stride < 400; stride++)
        count = decimal_ticks_of(low, high, factors, 1, stride, wanted, ticks);
    return count;
}

size_t axis_ticks(const struct axis *axis, size_t wanted, double ticks[AXIS_TICKS])
{
    if (wanted > AXIS_TICKS)
        wanted = AXIS_TICKS;
    if (axis->kind == AXIS_BINARY)
        return binary_ticks(axis->low, axis->high, wanted, ticks);
    if (axis->kind == AXIS_DECIMAL)
        return decimal_ticks(axis->low, axis->high, wanted, ticks);
    return linear_ticks(axis->low, axis->high, wanted, ticks);
}

void axis_round(struct axis *axis)
{
    double step;

    if (axis->kind == AXIS_DECIMAL) {
        axis->low /= 1.1;
        axis->high *= 1.1;
        return;
    }
    if (axis->kind == AXIS_BINARY)
        return;
    step = round_step((axis->high - axis->low) / 5);
    axis->low = floor_to(axis->low, step);
    axis->high = -floor_to(-axis->high, step);
}
