/* thresholds: the files of --noise, --limits and --ack.
 *
 * They hold JSON lines, which are read before the input; a wrong line is an error. A
 * pattern is a text in which * matches any characters and ? one character; after a
 * backslash the *, ? or backslash matches itself.
 *
 *     noise   {"kind":"kidx.noise/v1", workload, protocol, environment, metric, floor} and
 *             label?, as --noise-model writes it; other members are ignored. A line without
 *             label is for all labels without a line; a null floor has no effect
 *     limits  {case, floor} and label?: the first line whose patterns match applies; floor
 *             is a threshold (record/quantity.h)
 *     ack     {case, verdict} and label?, first_mismatch?, max_effect?, reason?, until?: a
 *             change that is accepted, unless its effect is larger or the date of until is
 *             past
 *
 * Patterns are matched with the stored name of a case, not with the one that tables show.
 * Two lines with the same patterns (and verdict) are an error, as one of them could never
 * apply. Lines that match nothing are reported at the end by thresholds_report_unused: a
 * misspelt pattern must not go unnoticed.
 */
#ifndef KIDX_TOOLS_COMPARE_THRESHOLDS_H
#define KIDX_TOOLS_COMPARE_THRESHOLDS_H

#include "aliases.h"
#include "settings.h"

struct threshold_limit {
    struct view case_pattern;
    struct view label_pattern; /* data NULL: any */
    struct quantity_threshold floor;
    uint64_t line;
    bool is_used;
};

struct threshold_ack {
    struct view case_pattern;
    struct view label_pattern;
    enum verdict verdict;
    struct view first_mismatch; /* data NULL: any */
    bool has_maximum;
    double maximum; /* of the effect */
    uint64_t line;
    bool is_expired;
    bool is_used;
};

struct threshold_noise {
    double floor;   /* an effect */
    bool is_pooled; /* over the cases of the label */
};

struct thresholds {
    struct arena arena;
    struct map noise;      /* the key of a case and label → struct threshold_noise */
    struct buf limits;     /* struct threshold_limit */
    struct buf acks;       /* struct threshold_ack */
    struct map limit_keys; /* the texts of each line, to find equal ones */
    struct map ack_keys;
    char today[16]; /* YYYY-MM-DD, in UTC */
};

void thresholds_init(struct thresholds *thresholds);
void thresholds_release(struct thresholds *thresholds);

/* Read the files that the settings name. -1: one is wrong (reported). */
int thresholds_read(struct thresholds *thresholds, const struct compare_settings *settings,
                    struct diag *diag);

/* What --noise knows of a label in a case; NULL: nothing. */
const struct threshold_noise *thresholds_noise(const struct thresholds *thresholds,
                                               const struct store_cohort *cohort,
                                               struct view label);

/* Store in LIMITS, pointers to struct threshold_limit, the limit of each alias, each limit
 * once; all of them if there are too many aliases. Returns whether each alias has one. All
 * lines that match are marked as used. */
bool thresholds_limits(struct thresholds *thresholds, const struct aliases *aliases,
                       struct buf *limits);

/* A change that --ack may accept. */
struct threshold_change {
    const struct aliases *aliases;
    enum verdict verdict;
    const char *first_mismatch; /* NULL: none */
    bool has_effect;
    double effect;
};

/* Whether each alias has a line that accepts the change. All lines that match are marked as
 * used. */
bool thresholds_accepts(struct thresholds *thresholds,
                        const struct threshold_change *change);

/* Warn of the lines that matched nothing. */
void thresholds_report_unused(const struct thresholds *thresholds,
                              const struct compare_settings *settings, struct diag *diag);

/* Append to OUT the pattern that matches TEXT only. */
void thresholds_append_pattern(struct buf *out, struct view text);

#endif
