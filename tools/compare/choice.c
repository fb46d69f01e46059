#include <config.h>

#include "choice.h"

#include "base/mem.h"

#include <stdlib.h>

/* Whether A is newer than B. */
static bool is_newer(const struct ranked_run *a, const struct ranked_run *b)
{
    int order = ranking_compare_observed(a, b);

    if (order == 0)
        order = memcmp(b->digest.bytes, a->digest.bytes, DIGEST_SIZE);
    return order > 0;
}

/* Whether A is better than B; of equal ones, and of two that are not eligible, whether it
 * is newer. */
static bool is_better(const struct ranked_run *a, const struct ranked_run *b,
                      bool higher_is_better)
{
    if (store_can_be_best(a) != store_can_be_best(b))
        return store_can_be_best(a);
    if (store_can_be_best(a) && a->value != b->value)
        return ranking_is_better(a, b, higher_is_better);
    return is_newer(a, b);
}

static int by_value(const void *left, const void *right)
{
    const struct ranked_run *a = *(struct ranked_run *const *)left;
    const struct ranked_run *b = *(struct ranked_run *const *)right;

    if (a->value != b->value)
        return a->value < b->value ? -1 : 1;
    return memcmp(a->digest.bytes, b->digest.bytes, DIGEST_SIZE);
}

/* The run in the middle of the eligible ones of COUNT members on a side, of two the lower;
 * NULL: none is eligible. */
static struct ranked_run *take_median(const struct member *members, size_t count,
                                      enum side side)
{
    struct ranked_run **runs = mem_zeroed(count, sizeof *runs);
    struct ranked_run *median = NULL;
    size_t eligible = 0;

    for (size_t i = 0; i < count; i++)
        if (members[i].side == side && store_is_eligible(members[i].run))
            runs[eligible++] = members[i].run;
    if (eligible > 0) {
        qsort(runs, eligible, sizeof *runs, by_value);
        median = runs[(eligible - 1) / 2];
    }
    free(runs);
    return median;
}

struct ranked_run *choice_make(const struct member *members, size_t count, enum side side,
                               enum duplicate_rule rule, bool higher_is_better,
                               uint32_t *runs)
{
    struct ranked_run *chosen = NULL;

    *runs = 0;
    for (size_t i = 0; i < count; i++) {
        struct ranked_run *run = members[i].run;

        if (members[i].side != side)
            continue;
        ++*runs;
        if (chosen == NULL ||
            (rule == DUPLICATE_BEST ? is_better(run, chosen, higher_is_better)
                                    : is_newer(run, chosen)))
            chosen = run;
    }
    if (*runs > 1 && rule == DUPLICATE_MEDIAN) {
        struct ranked_run *median = take_median(members, count, side);

        if (median != NULL)
            chosen = median;
    }
    return chosen;
}
