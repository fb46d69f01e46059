#include <config.h>

#include "stats/ratio.h"

#include "stats/double-bits.h"

static bool is_positive(double value)
{
    return value > 0 && double_bits_is_finite(value);
}

bool ratio_of(double candidate, double base, double *ratio)
{
    if (!is_positive(candidate) || !is_positive(base))
        return false;
    *ratio = candidate / base;
    return is_positive(*ratio);
}

double ratio_effect(double ratio)
{
    return (ratio < 1 ? 1 / ratio : ratio) - 1;
}

double ratio_effect_of(double candidate, double base)
{
    double larger = candidate > base ? candidate : base;
    double smaller = candidate > base ? base : candidate;

    /* Where they are close, larger - smaller is exact and larger / smaller - 1 is not. */
    return (larger - smaller) / smaller;
}

bool ratio_interval(struct interval candidate, struct interval base,
                    struct interval *interval)
{
    return ratio_of(candidate.low, base.high, &interval->low) &&
           ratio_of(candidate.high, base.low, &interval->high);
}

enum ratio_verdict ratio_judge(struct interval interval, double effect, double floor,
                               enum ratio_direction direction)
{
    bool above = interval.low > 1;
    bool below = interval.high < 1;

    if ((above || below) && effect > floor)
        return above == (direction == LOWER_IS_BETTER) ? RATIO_SLOWER : RATIO_FASTER;
    if (interval.low >= 1 / (1 + floor) && interval.high <= 1 + floor)
        return RATIO_SAME;
    return RATIO_UNCLEAR;
}

void geomean_add(struct geomean *mean, double value, uint64_t times)
{
    mean->count += times;
    mean->sum = logarithm_add(mean->sum, logarithm_times(logarithm_of(value), times));
}

void geomean_add_ratio(struct geomean *mean, double numerator, double denominator)
{
    mean->count++;
    mean->sum = logarithm_add(
        mean->sum, logarithm_subtract(logarithm_of(numerator), logarithm_of(denominator)));
}

void geomean_merge(struct geomean *mean, const struct geomean *other)
{
    mean->count += other->count;
    mean->sum = logarithm_add(mean->sum, other->sum);
}

double geomean_value(const struct geomean *mean)
{
    return logarithm_power(logarithm_divide(mean->sum, mean->count));
}
