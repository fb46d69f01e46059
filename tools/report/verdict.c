#include <config.h>

#include "verdict.h"

#include <stdlib.h>

/* Worst first. */
static const struct {
    const char *name;
    enum page_weight weight;
} verdicts[VERDICTS] = {
    {"broke", WEIGHT_FAILED},        {"unusable", WEIGHT_FAILED},
    {"missing_cand", WEIGHT_FAILED}, {"both_failed", WEIGHT_FAILED},
    {"incomparable", WEIGHT_FAILED}, {"slower", WEIGHT_FAILED},
    {"unclear", WEIGHT_UNCHANGED},   {"missing_base", WEIGHT_CHANGED},
    {"fixed", WEIGHT_CHANGED},       {"faster", WEIGHT_CHANGED},
    {"same", WEIGHT_UNCHANGED},
};

/* The place of a row's verdict; one that is not known is with the worst. */
size_t verdict_place(const struct row *row)
{
    struct view verdict = row_text(row, COLUMN_VERDICT);

    for (size_t i = 0; i < VERDICTS; i++)
        if (view_is(verdict, verdicts[i].name))
            return i;
    return 0;
}

static int by_badness(const void *left, const void *right)
{
    const struct row *a = *(const struct row *const *)left;
    const struct row *b = *(const struct row *const *)right;
    size_t place = verdict_place(a);
    size_t other_place = verdict_place(b);
    double effect = 0;
    double other = 0;

    if (place != other_place)
        return place < other_place ? -1 : 1;
    row_number(a, COLUMN_EFFECT, &effect);
    row_number(b, COLUMN_EFFECT, &other);
    if (effect != other)
        return effect > other ? -1 : 1;
    return (a > b) - (a < b);
}

const struct row **verdict_sort(struct slice compared)
{
    const struct row **list = mem_zeroed(compared.count + 1, sizeof *list);

    for (size_t i = 0; i < compared.count; i++)
        list[i] = &compared.rows[i];
    qsort(list, compared.count, sizeof *list, by_badness);
    return list;
}

const char *verdict_name(size_t place)
{
    return verdicts[place].name;
}

enum page_weight verdict_weight(size_t place)
{
    return verdicts[place].weight;
}
