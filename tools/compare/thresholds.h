/* thresholds: the files of --noise, --limits and --ack.
 *
 * Lines of JSON, read before the run begins; whatever is wrong with one ends it. A pattern
 * is a text in which * stands for any characters and ? for one.
 *
 *     noise   {"kind":"kidx.noise/v1", workload, protocol, environment, metric, floor}, as
 *             kidx-stat --noise-model writes it; further members are ignored
 *     limits  {case, floor} and label?: of the lines whose patterns fit the first counts;
 *             floor is a threshold text (record/quantity.h)
 *     ack     {case, verdict} and label?, max_effect?, reason?: a change that is accepted;
 *             one with a larger effect is not
 */
#ifndef KIDX_TOOLS_COMPARE_THRESHOLDS_H
#define KIDX_TOOLS_COMPARE_THRESHOLDS_H

#include "settings.h"
#include "store.h"

struct compare_limit {
    struct view case_pattern;
    struct view label_pattern; /* data NULL: any */
    struct quantity_threshold floor;
};

struct compare_ack {
    struct view case_pattern;
    struct view label_pattern;
    enum verdict verdict;
    bool has_maximum;
    double maximum; /* of the effect */
};

struct compare_files {
    struct arena arena;
    struct map noise;  /* the key of a case → double */
    struct buf limits; /* struct compare_limit */
    struct buf acks;   /* struct compare_ack */
};

void compare_files_init(struct compare_files *files);
void compare_files_release(struct compare_files *files);

/* Read what the settings name. -1: said. */
int compare_files_read(struct compare_files *files, const struct compare_settings *settings,
                       struct diag *diag);

/* What is noise in a case, as an effect; false where nothing is known of it. */
bool compare_files_noise(const struct compare_files *files,
                         const struct store_cohort *cohort, double *floor);

/* The limit of a case, NULL where there is none. */
const struct compare_limit *compare_files_limit(const struct compare_files *files,
                                                struct view case_text, struct view label);

/* Whether a verdict is accepted. */
bool compare_files_accepts(const struct compare_files *files, struct view case_text,
                           struct view label, enum verdict verdict, bool has_effect,
                           double effect);

/* Whether TEXT fits PATTERN. */
bool compare_pattern_fits(struct view pattern, struct view text);

#endif
