/* statistic: the statistics of a group's values.
 *
 * A statistic is unknown, for a reason, where it would claim too much: there are too few
 * values (a quantile needs on average one value beyond it, a deviation needs two, the
 * interval of a median six at 95 %), some values are not above 0, only buckets are left, or
 * the result is outside the range of a double.
 */
#ifndef KIDX_TOOLS_STAT_STATISTIC_H
#define KIDX_TOOLS_STAT_STATISTIC_H

#include "group.h"

#include "base/diag.h"
#include "stats/quantile.h"

#include <stdbool.h>

enum statistic_kind {
    STATISTIC_MINIMUM,
    STATISTIC_MAXIMUM,
    STATISTIC_MEAN,
    STATISTIC_DEVIATION,
    STATISTIC_VARIATION,
    STATISTIC_QUANTILE,
    STATISTIC_SPREAD,
    STATISTIC_MAD,
    STATISTIC_MAD_SIGMA,
    STATISTIC_GEOMEAN,
    STATISTIC_MEDIAN_LOW, /* these three together are median_ci */
    STATISTIC_MEDIAN_HIGH,
    STATISTIC_MEDIAN_LEVEL
};

enum { STATISTIC_NAME_SIZE = 20 };

struct statistic {
    char name[STATISTIC_NAME_SIZE];
    enum statistic_kind kind;
    unsigned percent; /* of a quantile */
    unsigned needs;   /* the least number of values */
};

/* The statistics of --stat in the order of their names. */
struct statistic_list {
    struct statistic *statistics;
    size_t count;
};

/* Read NAMES, separated by commas; NULL: all that --help names. -1: misuse, reported. */
int statistic_list_init(struct statistic_list *list, const char *names, struct diag *diag);
void statistic_list_release(struct statistic_list *list);

/* Why a statistic is unknown. */
enum statistic_reason {
    STATISTIC_KNOWN,
    STATISTIC_TOO_FEW,
    STATISTIC_NON_POSITIVE,
    STATISTIC_SKETCH,
    STATISTIC_OVERFLOW
};

/* The values of a group, prepared for any statistic. */
struct statistic_values {
    const struct sketch_scale *scale; /* NULL: each value is known */
    enum quantile_type type;
    uint64_t count;
    uint64_t non_positive;
    double minimum;
    double maximum;
    bool is_summed; /* moments and geomean are those of the values */
    struct moments moments;
    struct geomean geomean;
    struct counts_entry *entries; /* sorted; a count is of all values up to this one */
    size_t entry_count;
};

/* The values refer to the group's counts, which are changed, and take over its sums: the
 * group is good for nothing but group_release then, after statistic_values_release. */
void statistic_values_init(struct statistic_values *values, struct group *group,
                           const struct group_limits *limits, enum quantile_type type);
void statistic_values_release(struct statistic_values *values);

/* Compute a statistic; *RESULT is set where it is known. */
enum statistic_reason statistic_compute(struct statistic_values *values,
                                        const struct statistic *statistic, double *result);

#endif
