/* thresholds: the files of --noise, --limits and --ack.
 *
 * Lines of JSON, read before the run begins; whatever is wrong with one ends it. A pattern
 * is a text in which * stands for any characters and ? for one.
 *
 *     noise   {"kind":"kidx.noise/v1", workload, protocol, environment, metric, floor}, as
 *             kidx-compare --noise-model writes it; further members are ignored
 *     limits  {case, floor} and label?: of the lines whose patterns match the first
 * applies; floor is a threshold text (record/quantity.h) ack     {case, verdict} and
 * label?, first_mismatch?, max_effect?, reason?, until?: a change that is accepted; one
 * with a larger effect is not, nor is any after the date in until
 *
 * Patterns are compared with the stored name of a case. A backslash makes the *, ? or
 * backslash after it stand for itself. Two lines with the same patterns (and verdict) are
 * an error, as one of them could never apply. Lines that match nothing are reported at the
 * end by compare_files_report_unused: a misspelt pattern must not go unnoticed.
 */
#ifndef KIDX_TOOLS_COMPARE_THRESHOLDS_H
#define KIDX_TOOLS_COMPARE_THRESHOLDS_H

#include "pair.h"
#include "settings.h"

struct compare_limit {
    struct view case_pattern;
    struct view label_pattern; /* data NULL: any */
    struct quantity_threshold floor;
    uint64_t line;
    bool is_used;
};

struct compare_ack {
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

struct compare_files {
    struct arena arena;
    struct map noise;      /* the key of a case → double */
    struct buf limits;     /* struct compare_limit */
    struct buf acks;       /* struct compare_ack */
    struct map limit_keys; /* the texts of each line, to find equal ones */
    struct map ack_keys;
    char today[16]; /* YYYY-MM-DD, in UTC */
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
const struct compare_limit *compare_files_limit(struct compare_files *files,
                                                struct view case_text, struct view label);

/* What --ack is asked to accept. */
struct compare_change {
    struct view case_text;
    struct view label;
    enum verdict verdict;
    const char *first_mismatch; /* NULL: none */
    bool has_effect;
    double effect;
};

bool compare_files_accepts(struct compare_files *files,
                           const struct compare_change *change);

/* Warn of the lines that matched nothing. */
void compare_files_report_unused(const struct compare_files *files,
                                 const struct compare_settings *settings,
                                 struct diag *diag);

/* Append TEXT to OUT as a pattern that only TEXT matches. */
void compare_pattern_append(struct buf *out, struct view text);

/* Whether TEXT fits PATTERN. */
bool compare_pattern_fits(struct view pattern, struct view text);

#endif
