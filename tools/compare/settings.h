/* settings: the options of kidx-compare, parsed.
 *
 * Filled by options.c, then constant; texts are those of the command line. */
#ifndef KIDX_TOOLS_COMPARE_SETTINGS_H
#define KIDX_TOOLS_COMPARE_SETTINGS_H

#include "present/verdict.h"
#include "record/instant.h"
#include "present/verdict.h"
#include "record/quantity.h"
#include "tool/grouping.h"

enum compare_mode {
    COMPARE_RANK,
    COMPARE_RECORDS,
    COMPARE_NOISE, /* --noise-model */
    COMPARE_AB,
    COMPARE_SUITE
};

/* The form of --base. */
enum base_form {
    BASE_NONE,
    BASE_FILES,
    BASE_IMPLEMENTATION, /* impl:LABEL */
    BASE_ROLE,           /* role:ROLE */
    BASE_LABEL,          /* label:NAME=VALUE */
    BASE_BEST,
    BASE_RECORD, /* record@INSTANT */
    BASE_PREVIOUS
};

/* Whether a case has one base, with which every other implementation is compared. Otherwise
 * each implementation is compared with itself. */
static inline bool base_is_one(enum base_form form)
{
    return form == BASE_IMPLEMENTATION || form == BASE_ROLE || form == BASE_BEST ||
           form == BASE_RECORD;
}

/* Which of several runs of one side is compared (--dup). */
enum duplicate_rule { DUPLICATE_NEWEST, DUPLICATE_BEST, DUPLICATE_MEDIAN, DUPLICATE_ERROR };

/* Which runs of an implementation are ranked (--best-per, --latest-per). */
enum per_implementation { PER_ALL, PER_BEST, PER_LATEST };

struct compare_settings {
    struct stream_settings stream;
    int mode; /* enum compare_mode */
    bool table;
    bool holders;
    bool accept_point;
    bool allow_new;
    const char *as_of_text;
    struct instant as_of;
    struct opt_list base_texts;
    enum base_form base_form;
    size_t base_count;     /* how many of the operands are base files; they are the first */
    struct view base_name; /* the label, role or name */
    struct view base_value; /* of BASE_LABEL */
    struct instant base_at; /* of BASE_RECORD */
    const char *per_best_text;
    const char *per_latest_text;
    enum per_implementation per;
    const char *duplicates_text;
    enum duplicate_rule duplicates;
    const char *min_effect_text;
    struct quantity_threshold min_effect;
    bool gate; /* --gate, the strict one */
    const char *unclear_limit_text;
    double unclear_limit; /* on the effect; negative: none */
    const char *fail_on_text;
    bool fail_on[VERDICT_COUNT];
    bool fail_on_hidden; /* lines of which a side lost its run */
    const char *write_acks;
    const char *noise;
    const char *limits;
    const char *acks;
    const char *samples;
    struct opt_list higher_is_better;
    struct opt_list lower_is_better;
    const char *by;
    struct grouping grouping;
};

#endif
