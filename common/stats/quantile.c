#include <config.h>

#include "stats/quantile.h"

#include "stats/sum.h"

#include <stdbool.h>
#include <stdlib.h>

enum { WHOLE = 100 };

struct quantile_place quantile_place(uint64_t count, unsigned percent,
                                     enum quantile_type type)
{
    uint64_t steps;

    if (type == QUANTILE_INVERSE) {
        uint64_t rank = (count * percent + WHOLE - 1) / WHOLE;

        if (rank == 0)
            rank = 1;
        return (struct quantile_place){rank, rank, 0};
    }
    steps = (count - 1) * percent;
    return (struct quantile_place){steps / WHOLE + 1,
                                   steps / WHOLE + 1 + (steps % WHOLE != 0),
                                   (unsigned)(steps % WHOLE)};
}

/* Whether VALUE is an integer so small that 200 times it is exact. */
static bool is_small_integer(double value)
{
    const double limit = 1e13;

    return value > -limit && value < limit && (double)(int64_t)value == value;
}

double quantile_between(double low, double high, unsigned weight)
{
    struct sum sum;
    double between;

    if (weight == 0 || low >= high)
        return low;
    if (is_small_integer(low) && is_small_integer(high))
        return (low * (double)(WHOLE - weight) + high * (double)weight) / (double)WHOLE;
    sum_init(&sum);
    sum_add_times(&sum, low, WHOLE - weight);
    sum_add_times(&sum, high, weight);
    between = sum_quotient(&sum, WHOLE);
    sum_release(&sum);
    return between;
}

double quantile_of_sorted(const double *values, size_t count, unsigned percent,
                          enum quantile_type type)
{
    struct quantile_place place = quantile_place(count, percent, type);

    return quantile_between(values[place.low - 1], values[place.high - 1], place.weight);
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a;
    double y = *(const double *)b;

    return (x > y) - (x < y);
}

void quantile_sort(double *values, size_t count)
{
    if (count > 0)
        qsort(values, count, sizeof *values, compare);
}

double quantile_median(double *values, size_t count)
{
    quantile_sort(values, count);
    return quantile_of_sorted(values, count, 50, QUANTILE_LINEAR);
}
