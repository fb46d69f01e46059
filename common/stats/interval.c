#include <config.h>

#include "stats/interval.h"

/* The coefficients of up to this many values add up to 2^62 at most. */
enum { EXACT_MAX = 62 };

/* find_exact and find_summed find the largest low with P(low <= B <= count - low) >= LEVEL,
 * from the middle outwards. The binomial coefficient of k - 1 is that of k times
 * k / (count - k + 1), and equals that of count - k + 1. */
static bool find_exact(uint64_t count, double level, struct interval_ranks *ranks)
{
    const double total = (double)(UINT64_C(1) << count);
    uint64_t coefficient = 1;
    uint64_t covered = 0;

    for (uint64_t k = 0; k < count / 2; k++)
        coefficient = coefficient * (count - k) / (k + 1);
    for (uint64_t k = count / 2; k > 0; k--) {
        covered += k * 2 == count ? coefficient : 2 * coefficient;
        ranks->low = k;
        ranks->level = (double)covered / total;
        if (ranks->level >= level)
            return true;
        coefficient = coefficient * k / (count - k + 1);
    }
    return false;
}

/* The ratio of the coefficient of k - 1 to that of k. */
static double step_down(uint64_t count, uint64_t k)
{
    return (double)k / (double)(count - k + 1);
}

/* Coefficients are relative to the one in the middle. */
static bool find_summed(uint64_t count, double level, struct interval_ranks *ranks)
{
    const double negligible = 1e-22;
    double coefficient = count % 2 == 0 ? 0.5 : 1; /* half of it, as it is counted twice */
    double total = 0;
    double covered = 0;

    for (uint64_t k = count / 2; k > 0 && coefficient > negligible; k--) {
        total += coefficient;
        coefficient = (k * 2 == count ? 1 : coefficient) * step_down(count, k);
    }
    coefficient = count % 2 == 0 ? 0.5 : 1;
    for (uint64_t k = count / 2; k > 0; k--) {
        covered += coefficient;
        ranks->low = k;
        ranks->level = covered / total;
        if (ranks->level >= level)
            return true;
        if (coefficient <= negligible)
            return false;
        coefficient = (k * 2 == count ? 1 : coefficient) * step_down(count, k);
    }
    return false;
}

bool interval_median_ranks(uint64_t count, double level, struct interval_ranks *ranks)
{
    bool found = count <= EXACT_MAX ? find_exact(count, level, ranks)
                                    : find_summed(count, level, ranks);

    ranks->high = count - ranks->low + 1;
    return found;
}

bool interval_median(const double *sorted, size_t count, double level,
                     struct interval *interval, double *level_reached)
{
    struct interval_ranks ranks;

    if (!interval_median_ranks(count, level, &ranks))
        return false;
    interval->low = sorted[ranks.low - 1];
    interval->high = sorted[ranks.high - 1];
    *level_reached = ranks.level;
    return true;
}
