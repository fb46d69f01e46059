/* statistic: what is said about the values of a group.
 *
 * A figure that cannot be known honestly is unknown, for a reason: there are too few values
 * for it (a quantile needs one value beyond it on the average, a deviation two, the
 * interval of a median six at 95 %), some are not above 0, only buckets are left, or it is
 * beyond the doubles.
 */
#ifndef KIDX_TOOLS_STAT_STATISTIC_H
#define KIDX_TOOLS_STAT_STATISTIC_H

#include "group.h"

#include "base/diag.h"
#include "stats/quantile.h"

#include <stdbool.h>

enum figure_kind {
    FIGURE_MINIMUM,
    FIGURE_MAXIMUM,
    FIGURE_MEAN,
    FIGURE_DEVIATION,
    FIGURE_VARIATION,
    FIGURE_QUANTILE,
    FIGURE_SPREAD,
    FIGURE_MAD,
    FIGURE_MAD_SIGMA,
    FIGURE_GEOMEAN,
    FIGURE_MEDIAN_LOW,
    FIGURE_MEDIAN_HIGH,
    FIGURE_MEDIAN_LEVEL
};

enum { FIGURE_NAME_SIZE = 20 };

struct figure {
    char name[FIGURE_NAME_SIZE];
    enum figure_kind kind;
    unsigned percent; /* of a quantile */
    unsigned needs;   /* values */
};

/* The figures that --stat asks for, in the order of their names. */
struct figure_list {
    struct figure *figures;
    size_t count;
};

/* LIST NULL: all that have a name of their own. -1: said. */
int figure_list_init(struct figure_list *list, const char *names, struct diag *diag);
void figure_list_release(struct figure_list *list);

/* Why a figure is not known. */
enum figure_reason {
    FIGURE_KNOWN,
    FIGURE_TOO_FEW,
    FIGURE_NON_POSITIVE,
    FIGURE_SKETCH,
    FIGURE_OVERFLOW
};

/* The values of a group, made ready for any figure. The group's own are used up. */
struct figure_values {
    const struct sketch_scale *scale; /* NULL: each value is known */
    enum quantile_type type;
    uint64_t count;
    uint64_t non_positive;
    double minimum;
    double maximum;
    bool is_summed; /* the two below are those of the values */
    struct moments moments;
    struct geomean geomean;
    struct counts_entry *entries; /* in order; count: of all values up to this one */
    size_t entry_count;
};

void figure_values_init(struct figure_values *values, struct stat_group *group,
                        const struct stat_keeping *keeping, enum quantile_type type);
void figure_values_release(struct figure_values *values);

enum figure_reason figure_compute(struct figure_values *values, const struct figure *figure,
                                  double *result);

#endif
