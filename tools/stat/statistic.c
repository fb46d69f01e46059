#include <config.h>

#include "statistic.h"

#include "base/mem.h"
#include "stats/double-bits.h"
#include "stats/interval.h"

#include <stdlib.h>

/* --- names --- */

static const struct figure known_figures[] = {
    {"min", FIGURE_MINIMUM, 0, 1},
    {"max", FIGURE_MAXIMUM, 0, 1},
    {"mean", FIGURE_MEAN, 0, 1},
    {"sd", FIGURE_DEVIATION, 0, 2},
    {"cv", FIGURE_VARIATION, 0, 2},
    {"median", FIGURE_QUANTILE, 50, 1},
    {"p05", FIGURE_QUANTILE, 5, 20},
    {"p20", FIGURE_QUANTILE, 20, 5},
    {"p25", FIGURE_QUANTILE, 25, 4},
    {"p75", FIGURE_QUANTILE, 75, 4},
    {"p80", FIGURE_QUANTILE, 80, 5},
    {"p95", FIGURE_QUANTILE, 95, 20},
    {"iqr", FIGURE_SPREAD, 0, 4},
    {"mad", FIGURE_MAD, 0, 2},
    {"mad_sigma", FIGURE_MAD_SIGMA, 0, 2},
    {"geomean", FIGURE_GEOMEAN, 0, 1},
    {"median_ci_low", FIGURE_MEDIAN_LOW, 0, 6},
    {"median_ci_high", FIGURE_MEDIAN_HIGH, 0, 6},
    {"median_ci_level", FIGURE_MEDIAN_LEVEL, 0, 6},
};

enum { KNOWN_FIGURES = sizeof known_figures / sizeof *known_figures };

static bool is_digit(char character)
{
    return character >= '0' && character <= '9';
}

/* p01 to p99, of which the table has but a few. */
static bool find_quantile(struct view name, struct figure *figure)
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
    *figure = (struct figure){"", FIGURE_QUANTILE, percent, (100 + rest - 1) / rest};
    memcpy(figure->name, name.data, name.length);
    return true;
}

static void add_figure(struct figure_list *list, const struct figure *figure)
{
    for (size_t i = 0; i < list->count; i++)
        if (strcmp(list->figures[i].name, figure->name) == 0)
            return;
    list->figures = mem_resize(list->figures, list->count + 1, sizeof *figure);
    list->figures[list->count++] = *figure;
}

/* Members that are there whatever is asked for. */
static bool is_always_there(struct view name)
{
    return view_is(name, "n") || view_is(name, "missing") || view_is(name, "non_finite") ||
           view_is(name, "non_positive");
}

/* Add what a name stands for: `median_ci` is all three. */
static bool add_name(struct figure_list *list, struct view name)
{
    struct figure quantile;
    bool found = is_always_there(name);

    for (size_t i = 0; i < KNOWN_FIGURES; i++) {
        const struct figure *figure = &known_figures[i];

        if (view_is(name, figure->name) ||
            (view_is(name, "median_ci") && figure->kind >= FIGURE_MEDIAN_LOW)) {
            add_figure(list, figure);
            found = true;
        }
    }
    if (!found && find_quantile(name, &quantile)) {
        add_figure(list, &quantile);
        found = true;
    }
    return found;
}

static int compare_figures(const void *a, const void *b)
{
    return strcmp(((const struct figure *)a)->name, ((const struct figure *)b)->name);
}

static int add_names(struct figure_list *list, const char *names, struct diag *diag)
{
    for (;;) {
        size_t length = strcspn(names, ",");

        if (!add_name(list, (struct view){names, length}))
            return diag_misuse(diag, "--stat: there is no '%.*s'", (int)length, names);
        if (names[length] == '\0')
            return 0;
        names += length + 1;
    }
}

int figure_list_init(struct figure_list *list, const char *names, struct diag *diag)
{
    *list = (struct figure_list){NULL, 0};
    if (names != NULL && add_names(list, names, diag) != 0)
        return -1;
    for (size_t i = 0; names == NULL && i < KNOWN_FIGURES; i++)
        add_figure(list, &known_figures[i]);
    qsort(list->figures, list->count, sizeof *list->figures, compare_figures);
    return 0;
}

void figure_list_release(struct figure_list *list)
{
    free(list->figures);
}

/* --- values --- */

static uint64_t times_of(const struct figure_values *values, size_t entry)
{
    return values->entries[entry].count -
           (entry == 0 ? 0 : values->entries[entry - 1].count);
}

static void accumulate(struct counts_entry *entries, size_t count)
{
    for (size_t i = 1; i < count; i++)
        entries[i].count += entries[i - 1].count;
}

/* How many values are not above 0, where each is known. */
static uint64_t count_non_positive(const struct figure_values *values)
{
    uint64_t count = 0;

    for (size_t i = 0; i < values->entry_count && values->entries[i].key <= 0; i++)
        count = values->entries[i].count;
    return count;
}

void figure_values_init(struct figure_values *values, struct stat_group *group,
                        const struct stat_keeping *keeping, enum quantile_type type)
{
    *values = (struct figure_values){.type = type, .count = group->values};
    counts_sort(&group->counts);
    values->entries = group->counts.entries;
    values->entry_count = group->counts.used;
    accumulate(values->entries, values->entry_count);
    if (group->sketched != NULL) {
        values->scale = &keeping->scale;
        values->moments = group->sketched->moments;
        moments_init(&group->sketched->moments);
        values->geomean = group->sketched->geomean;
        values->is_summed = true;
        values->non_positive = values->count - values->geomean.count;
        values->minimum = group->sketched->minimum;
        values->maximum = group->sketched->maximum;
        return;
    }
    moments_init(&values->moments);
    values->non_positive = count_non_positive(values);
    if (values->entry_count == 0)
        return;
    values->minimum = counts_value(values->entries[0].key);
    values->maximum = counts_value(values->entries[values->entry_count - 1].key);
}

/* Sums, for the figures that need them. */
static void sum_up(struct figure_values *values)
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

void figure_values_release(struct figure_values *values)
{
    moments_release(&values->moments);
}

static double entry_value(const struct figure_values *values, size_t entry)
{
    double value;

    if (values->scale == NULL)
        return counts_value(values->entries[entry].key);
    value = sketch_value(values->scale, values->entries[entry].key);
    if (value < values->minimum)
        return values->minimum;
    return value > values->maximum ? values->maximum : value;
}

/* The entry that has the value of a rank. */
static size_t find_rank(const struct figure_values *values, uint64_t rank)
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

static double value_at(const struct figure_values *values, uint64_t rank)
{
    return entry_value(values, find_rank(values, rank));
}

static double quantile_at(const struct figure_values *values, unsigned percent)
{
    struct quantile_place place = quantile_place(values->count, percent, values->type);

    return quantile_between(value_at(values, place.low), value_at(values, place.high),
                            place.weight);
}

/* --- the median's absolute deviation --- */

/* The deviations of RANKS, in order, from CENTRE: they grow on both sides of it. */
static void find_deviations(const struct figure_values *values, double centre,
                            const uint64_t ranks[2], double deviations[2])
{
    size_t above = 0;
    size_t below;
    uint64_t passed = 0;
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

        passed += go_down ? times_of(values, --below) : times_of(values, above++);
        while (found < 2 && passed >= ranks[found])
            deviations[found++] = go_down ? down : up;
    }
}

static double absolute_deviation(const struct figure_values *values)
{
    struct quantile_place place = quantile_place(values->count, 50, values->type);
    const uint64_t ranks[2] = {place.low, place.high};
    double deviations[2];

    find_deviations(values, quantile_at(values, 50), ranks, deviations);
    return quantile_between(deviations[0], deviations[1], place.weight);
}

/* The deviation of normal values that have this MAD: 1.4826 times as much, rounded once. */
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

/* --- figures --- */

static double median_bound(const struct figure_values *values, enum figure_kind kind)
{
    const double level = 0.95;
    struct interval_ranks ranks;

    interval_median_ranks(values->count, level, &ranks);
    if (kind == FIGURE_MEDIAN_LEVEL)
        return ranks.level;
    return value_at(values, kind == FIGURE_MEDIAN_LOW ? ranks.low : ranks.high);
}

static double compute(struct figure_values *values, const struct figure *figure)
{
    switch (figure->kind) {
    case FIGURE_MINIMUM:
        return values->minimum;
    case FIGURE_MAXIMUM:
        return values->maximum;
    case FIGURE_MEAN:
        sum_up(values);
        return moments_mean(&values->moments);
    case FIGURE_DEVIATION:
        sum_up(values);
        return moments_deviation(&values->moments);
    case FIGURE_VARIATION:
        sum_up(values);
        return moments_deviation(&values->moments) / moments_mean(&values->moments);
    case FIGURE_QUANTILE:
        return quantile_at(values, figure->percent);
    case FIGURE_SPREAD:
        return quantile_at(values, 75) - quantile_at(values, 25);
    case FIGURE_MAD:
        return absolute_deviation(values);
    case FIGURE_MAD_SIGMA:
        return as_deviation(absolute_deviation(values));
    case FIGURE_GEOMEAN:
        sum_up(values);
        return geomean_value(&values->geomean);
    case FIGURE_MEDIAN_LOW:
    case FIGURE_MEDIAN_HIGH:
    case FIGURE_MEDIAN_LEVEL:
        return median_bound(values, figure->kind);
    }
    return 0;
}

/* A relative spread says nothing of values around 0, nor does a geometric mean. */
static bool needs_positive(enum figure_kind kind)
{
    return kind == FIGURE_GEOMEAN || kind == FIGURE_VARIATION;
}

/* Of a difference of two estimates the relative error has no bound. */
static bool needs_all_values(enum figure_kind kind)
{
    return kind == FIGURE_SPREAD || kind == FIGURE_MAD || kind == FIGURE_MAD_SIGMA;
}

enum figure_reason figure_compute(struct figure_values *values, const struct figure *figure,
                                  double *result)
{
    if (values->count < figure->needs)
        return FIGURE_TOO_FEW;
    if (needs_positive(figure->kind) && values->non_positive > 0)
        return FIGURE_NON_POSITIVE;
    if (values->scale != NULL && needs_all_values(figure->kind))
        return FIGURE_SKETCH;
    *result = compute(values, figure);
    return double_bits_is_finite(*result) ? FIGURE_KNOWN : FIGURE_OVERFLOW;
}
