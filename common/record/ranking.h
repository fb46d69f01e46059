/* ranking: the order of the runs of one cohort, policy ranking-v1, and its record history.
 *
 * Runs are sorted by primary value. A run joins the tie chain before it when it ties with
 * every member of it: equal values tie; unequal ones only where both runs declare a 95 %
 * interval and the two overlap or touch, and not in the profile source_native. Each chain
 * has a rank, without gaps. Within a chain, runs are sorted by evidence, then newest first,
 * then by digest, which has no meaning.
 *
 * The record history has the runs that are strictly better than all earlier ones, in the
 * order of (observed, digest).
 *
 * Results depend on the set of runs, not on their order. Nothing here fails or allocates,
 * except that qsort may allocate temporarily.
 */
#ifndef KIDX_RECORD_RANKING_H
#define KIDX_RECORD_RANKING_H

#include "record/digest.h"
#include "record/instant.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define RANKING_POLICY "ranking-v1"

enum ranking_evidence {
    EVIDENCE_REPORTED,
    EVIDENCE_REPRODUCIBLE,
    EVIDENCE_VERIFIED,
    EVIDENCE_REPLICATED
};

const char *ranking_evidence_name(enum ranking_evidence evidence);

enum ranking_profile { PROFILE_STRICT_EXACT, PROFILE_SOURCE_NATIVE };

const char *ranking_profile_name(enum ranking_profile profile);

/* Properties of a ranked run. */
enum ranking_flag {
    RANKING_VALUE = 1,
    RANKING_INTERVAL = 2,
    RANKING_P20 = 4,
    RANKING_P80 = 8,
    RANKING_MEDIAN = 16, /* the value is a median */
    RANKING_DISORDERED = 32,
    RANKING_SOURCE_NATIVE = 64,
    RANKING_EVIDENCE = 128, /* raw samples or logs */
    RANKING_ROW = 256,      /* it was in an export row */
    RANKING_UNPUBLISHED = 512,
    RANKING_RETRACTED = 1024,
    RANKING_SUPERSEDED = 2048,
    RANKING_BASE = 4096,
    RANKING_TIED = 8192,                  /* with the one before it */
    RANKING_MEAN = 16384,                 /* the value is one */
    RANKING_SUPERSESSION_MISMATCH = 32768 /* a row that supersedes it has no right to */
};

/* An instant of up to this many bytes (one with milliseconds has 24) is stored in the run
 * itself: runs are visited in an order in which each access elsewhere waits for memory. */
enum { RANKING_INSTANT = 24 };

/* A run, reduced to what ranking and comparing need. There may be millions, so it is small:
 * what many runs share (cohort, implementation, unkeyed fields, group) is a number that the
 * owner of the runs has given to it. */
struct ranked_run {
    struct digest digest;
    struct digest *raw_samples; /* NULL: none */
    double value;
    double p20;
    double p80;
    double low;
    double high;
    double samples;
    int64_t observed_seconds;
    union {
        char text[RANKING_INSTANT];
        const char *pointer; /* to a longer one */
    } observed;              /* the text of the instant */
    uint32_t observed_length;
    uint32_t cohort;
    uint32_t implementation;
    uint32_t unkeyed;
    uint32_t group;
    uint32_t source;
    uint32_t rank;          /* from 1; 0: not ranked */
    struct digest_half row; /* of the row's id */
    uint16_t flags;         /* enum ranking_flag */
    uint8_t status;         /* enum run_status */
    uint8_t evidence;       /* enum ranking_evidence */
};

/* Set the text of the instant. A short one is copied; of a longer one only the pointer is
 * stored, so that text must live as long as RUN. */
static inline void ranking_set_observed(struct ranked_run *run, struct view text)
{
    run->observed_length = (uint32_t)text.length;
    if (text.length > RANKING_INSTANT)
        run->observed.pointer = text.data;
    else if (text.length > 0)
        memcpy(run->observed.text, text.data, text.length);
}

static inline struct view ranking_observed_at(const struct ranked_run *run)
{
    return (struct view){run->observed_length <= RANKING_INSTANT ? run->observed.text
                                                                 : run->observed.pointer,
                         run->observed_length};
}

static inline bool ranking_has(const struct ranked_run *run, unsigned flags)
{
    return (run->flags & flags) == flags;
}

/* Order by instant: below, equal to or above 0. */
int ranking_compare_observed(const struct ranked_run *a, const struct ranked_run *b);

/* Order by instant, the oldest or the newest first, and runs of one instant by digest. */
int ranking_compare_oldest(const struct ranked_run *a, const struct ranked_run *b);
int ranking_compare_newest(const struct ranked_run *a, const struct ranked_run *b);

/* Whether A is strictly better than B. */
static inline bool ranking_is_better(const struct ranked_run *a, const struct ranked_run *b,
                                     bool higher_is_better)
{
    return higher_is_better ? a->value > b->value : a->value < b->value;
}

/* The state of a run's p20 to p80. Zero: they have no width. Invalid: they are not in
 * order, or not around a value that is a median. */
enum ranking_spread { SPREAD_OK, SPREAD_ZERO, SPREAD_ABSENT, SPREAD_INVALID };
enum ranking_spread ranking_spread_of(const struct ranked_run *run);
const char *ranking_spread_name(enum ranking_spread spread);

/* Sort COUNT runs with values by rank, and set their rank and RANKING_TIED. */
void ranking_sort(struct ranked_run **runs, size_t count, enum ranking_profile profile,
                  bool higher_is_better);

/* Sort COUNT runs with values by (observed, digest), and move those that are records to the
 * front, in that order. Returns how many there are. */
size_t ranking_history(struct ranked_run **runs, size_t count, bool higher_is_better);

#endif
