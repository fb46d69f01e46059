#include <config.h>

#include "stats/moments.h"

#include "stats/double-bits.h"

void moments_init(struct moments *moments)
{
    moments->count = 0;
    sum_init(&moments->total);
    sum_init(&moments->squares);
}

void moments_release(struct moments *moments)
{
    sum_release(&moments->total);
    sum_release(&moments->squares);
}

void moments_add(struct moments *moments, double value, uint64_t times)
{
    moments->count += times;
    sum_add_times(&moments->total, value, times);
    sum_add_square_times(&moments->squares, value, times);
}

void moments_merge(struct moments *moments, const struct moments *other)
{
    moments->count += other->count;
    sum_merge(&moments->total, &other->total);
    sum_merge(&moments->squares, &other->squares);
}

double moments_mean(struct moments *moments)
{
    return sum_quotient(&moments->total, moments->count);
}

double moments_deviation(struct moments *moments)
{
    struct sum spread;
    double variance;
    int exponent;

    sum_init(&spread);
    sum_spread(&spread, moments->count, &moments->squares, &moments->total);
    variance = sum_scaled(&spread, moments->count, moments->count - 1, &exponent);
    sum_release(&spread);
    return double_bits_root(variance, exponent);
}
