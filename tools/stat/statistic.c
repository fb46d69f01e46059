#include <config.h>

#include "statistic.h"

#include "base/mem.h"
#include "base/opt.h"
#include "stats/double-bits.h"
#include "stats/interval.h"

#include <stdlib.h>

/* --- names --- */

static const struct statistic known_statistics[] = {
    {"min", STATISTIC_MINIMUM, 0, 1},
    {"max", STATISTIC_MAXIMUM, 0, 1},
    {"mean", STATISTIC_MEAN, 0, 1},
    {"sd", STATISTIC_DEVIATION, 0, 2},
    {"cv", STATISTIC_VARIATION, 0, 2},
    {"median", STATISTIC_QUANTILE, 50, 1},
    {"p05", STATISTIC_QUANTILE, 5, 20},
    {"p20", STATISTIC_QUANTILE, 20, 5},
    {"p25", STATISTIC_QUANTILE, 25, 4},
    {"p75", STATISTIC_QUANTILE, 75, 4},
    {"p80", STATISTIC_QUANTILE, 80, 5},
    {"p95", STATISTIC_QUANTILE, 95, 20},
    {"iqr", STATISTIC_SPREAD, 0, 4},
    {"mad", STATISTIC_MAD, 0, 2},
    {"mad_sigma", STATISTIC_MAD_SIGMA, 0, 2},
    {"geomean", STATISTIC_GEOMEAN, 0, 1},
    {"median_ci_low", STATISTIC_MEDIAN_LOW, 0, 6},
    {"median_ci_high", STATISTIC_MEDIAN_HIGH, 0, 6},
    {"median_ci_level", STATISTIC_MEDIAN_LEVEL, 0, 6},
};

enum { KNOWN_STATISTICS = sizeof known_statistics / sizeof *known_statistics };

static bool is_digit(char character)
{
    return character >= '0' && character <= '9';
}

/* Read p01 to p99, of which the table has only some. */
static bool find_quantile(struct view name, struct statistic *statistic)
{
    unsigned percent;
    unsigned rest;

    if (name.length != 3 || name.data[0] != 'p' || !is_digit(name.data[1]) ||
        !is_digit(name.data[2]))
        return false;
    percent = (unsigned)(name.data[1] - '0') * 10 + (unsigned)(name.data[2] - '0');
    if (percent == 0)
        return false;
    rest = percent < 50 ? percent : 100 - percent;
    *statistic =
        (struct statistic){"", STATISTIC_QUANTILE, percent, (100 + rest - 1) / rest};
    memcpy(statistic->name, name.data, name.length);
    return true;
}

static void add_statistic(struct statistic_list *list, const struct statistic *statistic)
{
    for (size_t i = 0; i < list->count; i++)
        if (strcmp(list->statistics[i].name, statistic->name) == 0)
            return;
    list->statistics = mem_resize(list->statistics, list->count + 1, sizeof *statistic);
    list->statistics[list->count++] = *statistic;
}

/* Whether NAME is a member of each line, whatever --stat asks for. */
static bool is_fixed_member(struct view name)
{
    return view_is(name, "n") || view_is(name, "missing") || view_is(name, "non_finite") ||
           view_is(name, "non_positive");
}

/* Add the statistics of a name; `median_ci` has three. */
static bool add_name(struct statistic_list *list, struct view name)
{
    struct statistic quantile;
    bool found = is_fixed_member(name);

    for (size_t i = 0; i < KNOWN_STATISTICS; i++) {
        const struct statistic *statistic = &known_statistics[i];

        if (view_is(name, statistic->name) ||
            (view_is(name, "median_ci") && statistic->kind >= STATISTIC_MEDIAN_LOW)) {
            add_statistic(list, statistic);
            found = true;
        }
    }
    if (!found && find_quantile(name, &quantile)) {
        add_statistic(list, &quantile);
        found = true;
    }
    return found;
}

static int compare_statistics(const void *a, const void *b)
{
    return strcmp(((const struct statistic *)a)->name, ((const struct statistic *)b)->name);
}

/* Report that there is no statistic NAME. */
static int reject_name(struct view name, struct diag *diag)
{
    const char *names[KNOWN_STATISTICS + 1];

    for (size_t i = 0; i < KNOWN_STATISTICS; i++)
        names[i] = known_statistics[i].name;
    names[KNOWN_STATISTICS] = "median_ci";
    return opt_misuse_value(diag, "stat", name, names, KNOWN_STATISTICS + 1);
}

static int add_names(struct statistic_list *list, const char *names, struct diag *diag)
{
    for (;;) {
        size_t length = strcspn(names, ",");

        if (!add_name(list, (struct view){names, length}))
            return reject_name((struct view){names, length}, diag);
        if (names[length] == '\0')
            return 0;
        names += length + 1;
    }
}

int statistic_list_init(struct statistic_list *list, const char *names, struct diag *diag)
{
    *list = (struct statistic_list){NULL, 0};
    if (names != NULL && add_names(list, names, diag) != 0)
        return -1;
    for (size_t i = 0; names == NULL && i < KNOWN_STATISTICS; i++)
        add_statistic(list, &known_statistics[i]);
    qsort(list->statistics, list->count, sizeof *list->statistics, compare_statistics);
    return 0;
}

void statistic_list_release(struct statistic_list *list)
{
    free(list->statistics);
}

/* --- values --- */

static uint64_t times_of(const struct statistic_values *values, size_t entry)
{
    return values->entries[entry].count -
           (entry == 0 ? 0 : values->entries[entry - 1].count);
}

static void accumulate(struct counts_entry *entries, size_t count)
{
    for (size_t i = 1; i < count; i++)
        entries[i].count += entries[i - 1].count;
}

/* The number of values that are not above 0, if each value is known. */
static uint64_t count_non_positive(const struct statistic_values *values)
{
    uint64_t count = 0;

    for (size_t i = 0; i < values->entry_count && values->entries[i].key <= 0; i++)
        count = values->entries[i].count;
    return count;
}

void statistic_values_init(struct statistic_values *values, struct group *group,
                           const struct group_limits *limits, enum quantile_type type)
{
    *values = (struct statistic_values){.type = type, .count = group->values};
    counts_sort(&group->counts);
    values->entries = group->counts.entries;
    values->entry_count = group->counts.used;
    accumulate(values->entries, values->entry_count);
    if (group->buckets != NULL) {
        values->scale = &limits->scale;
        values->moments = group->buckets->moments;
        moments_init(&group->buckets->moments);
        values->geomean = group->buckets->geomean;
        values->is_summed = true;
        values->non_positive = values->count - values->geomean.count;
        values->minimum = group->buckets->minimum;
        values->maximum = group->buckets->maximum;
        return;
    }
    moments_init(&values->moments);
    values->non_positive = count_non_positive(values);
    if (values->entry_count == 0)
        return;
    values->minimum = counts_value(values->entries[0].key);
    values->maximum = counts_value(values->entries[values->entry_count - 1].key);
}

/* Compute the sums, which only some statistics need. */
static void sum_up(struct statistic_values *values)
{
    for (size_t i = 0; i < values->entry_count && !values->is_summed; i++) {
        double value = counts_value(values->entries[i].key);
        uint64_t times = times_of(values, i);

        moments_add(&values->moments, value, times);
        if (value > 0)
            geomean_add(&values->geomean, value, times);
    }
    values->is_summed = true;
}

void statistic_values_release(struct statistic_values *values)
{
    moments_release(&values->moments);
}

static double entry_value(const struct statistic_values *values, size_t entry)
{
    double value;

    if (values->scale == NULL)
        return counts_value(values->entries[entry].key);
    value = sketch_value(values->scale, values->entries[entry].key);
    if (value < values->minimum)
        return values->minimum;
    return value > values->maximum ? values->maximum : value;
}

/* The entry with the value of a rank, by bisection. */
static size_t find_rank(const struct statistic_values *values, uint64_t rank)
{
    size_t low = 0;
    size_t high = values->entry_count - 1;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (values->entries[middle].count < rank)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static double value_at(const struct statistic_values *values, uint64_t rank)
{
    return entry_value(values, find_rank(values, rank));
}

static double quantile_at(const struct statistic_values *values, unsigned percent)
{
    struct quantile_place place = quantile_place(values->count, percent, values->type);

    return quantile_between(value_at(values, place.low), value_at(values, place.high),
                            place.weight);
}

/* --- the median's absolute deviation --- */

/* Find the absolute deviations from CENTRE that have RANKS. They grow on both sides of it,
 * so this is a merge of two sorted lists. */
static void find_deviations(const struct statistic_values *values, double centre,
                            const uint64_t ranks[2], double deviations[2])
{
    size_t above = 0;
    size_t below;
    uint64_t passed_values = 0;
    int found = 0;

    while (above < values->entry_count && entry_value(values, above) < centre)
        above++;
    below = above;
    while (found < 2) {
        bool has_below = below > 0;
        bool has_above = above < values->entry_count;
        double down = has_below ? centre - entry_value(values, below - 1) : 0;
        double up = has_above ? entry_value(values, above) - centre : 0;
        bool go_down = has_below && (!has_above || down <= up);

        passed_values += go_down ? times_of(values, --below) : times_of(values, above++);
        while (found < 2 && passed_values >= ranks[found])
            deviations[found++] = go_down ? down : up;
    }
}

static double absolute_deviation(const struct statistic_values *values)
{
    struct quantile_place place = quantile_place(values->count, 50, values->type);
    const uint64_t ranks[2] = {place.low, place.high};
    double deviations[2];

    find_deviations(values, quantile_at(values, 50), ranks, deviations);
    return quantile_between(deviations[0], deviations[1], place.weight);
}

/* The standard deviation of normal values with this MAD: 1.4826 times it, rounded once. */
static double as_deviation(double deviation)
{
    struct sum sum;
    double product;

    sum_init(&sum);
    sum_add_times(&sum, deviation, 14826);
    product = sum_quotient(&sum, 10000);
    sum_release(&sum);
    return product;
}

/* --- statistics --- */

static double median_bound(const struct statistic_values *values, enum statistic_kind kind)
{
    const double level = 0.95;
    struct interval_ranks ranks;

    interval_median_ranks(values->count, level, &ranks);
    if (kind == STATISTIC_MEDIAN_LEVEL)
        return ranks.level;
    return value_at(values, kind == STATISTIC_MEDIAN_LOW ? ranks.low : ranks.high);
}

static double compute(struct statistic_values *values, const struct statistic *statistic)
{
    switch (statistic->kind) {
    case STATISTIC_MINIMUM:
        return values->minimum;
    case STATISTIC_MAXIMUM:
        return values->maximum;
    case STATISTIC_MEAN:
        sum_up(values);
        return moments_mean(&values->moments);
    case STATISTIC_DEVIATION:
        sum_up(values);
        return moments_deviation(&values->moments);
    case STATISTIC_VARIATION:
        sum_up(values);
        return moments_deviation(&values->moments) / moments_mean(&values->moments);
    case STATISTIC_QUANTILE:
        return quantile_at(values, statistic->percent);
    case STATISTIC_SPREAD:
        return quantile_at(values, 75) - quantile_at(values, 25);
    case STATISTIC_MAD:
        return absolute_deviation(values);
    case STATISTIC_MAD_SIGMA:
        return as_deviation(absolute_deviation(values));
    case STATISTIC_GEOMEAN:
        sum_up(values);
        return geomean_value(&values->geomean);
    case STATISTIC_MEDIAN_LOW:
    case STATISTIC_MEDIAN_HIGH:
    case STATISTIC_MEDIAN_LEVEL:
        return median_bound(values, statistic->kind);
    }
    return 0;
}

/* A relative spread means nothing for values around 0, and a geometric mean neither. */
static bool needs_positive(enum statistic_kind kind)
{
    return kind == STATISTIC_GEOMEAN || kind == STATISTIC_VARIATION;
}

/* The relative error of a difference of two estimates has no bound. */
static bool needs_all_values(enum statistic_kind kind)
{
    return kind == STATISTIC_SPREAD || kind == STATISTIC_MAD || kind == STATISTIC_MAD_SIGMA;
}

enum statistic_reason statistic_compute(struct statistic_values *values,
                                        const struct statistic *statistic, double *result)
{
    if (values->count < statistic->needs)
        return STATISTIC_TOO_FEW;
    if (needs_positive(statistic->kind) && values->non_positive > 0)
        return STATISTIC_NON_POSITIVE;
    if (values->scale != NULL && needs_all_values(statistic->kind))
        return STATISTIC_SKETCH;
    *result = compute(values, statistic);
    return double_bits_is_finite(*result) ? STATISTIC_KNOWN : STATISTIC_OVERFLOW;
}
