#include <config.h>

#include "stats/geomean.h"

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
