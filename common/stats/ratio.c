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

double ratio_effect(double candidate, double base)
{
    double larger = candidate > base ? candidate : base;
    double smaller = candidate > base ? base : candidate;

    /* Where they are close, larger - smaller is exact; larger / smaller - 1 is not. */
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
