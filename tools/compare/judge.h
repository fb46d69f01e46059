/* judge: the verdict on a pair of runs, and the evidence for it.
 *
 * The ratio is candidate / base of the primary values, its effect max(ratio, 1/ratio) - 1.
 * The best evidence that both sides have determines the interval of the ratio and the
 * floor; a smaller effect is no change:
 *
 *     raw          both have 7 raw samples or more: the order-statistic interval of each
 *                  median at 97.5 %, so that both hold at 95 %          floor 1 %
 *     declared_ci  both declare confidence95; both hold at 90 %         floor 2 %
 *     spread       p20 to p80 of both: descriptive, no confidence       floor 5 %
 *     point        single values: no interval                           floor 5 %
 *
 * --min-effect and the noise of the case raise the floor; a limit of the case replaces it.
 * An absolute amount is relative to the smaller of both values, like the effect. If there
 * is an interval, ratio_judge (stats/ratio.h) determines the verdict; if not, the verdict
 * is unclear, unless single values are accepted. Which direction is better follows from the
 * unit (direction.h).
 *
 * Nothing is read or written here, except raw samples through samples.h.
 */
#ifndef KIDX_TOOLS_COMPARE_JUDGE_H
#define KIDX_TOOLS_COMPARE_JUDGE_H

#include "thresholds.h"
#include "result.h"
#include "pair.h"
#include "samples.h"
#include "stats/ratio.h"

enum evidence {
    EVIDENCE_NONE,
    EVIDENCE_RAW,
    EVIDENCE_DECLARED,
    EVIDENCE_SPREAD,
    EVIDENCE_POINT
};

enum { JUDGEMENT_NOTES = 12, JUDGE_SAMPLES = 7 };

struct judgement {
    enum verdict verdict;
    const char *reason; /* a code */
    enum evidence evidence;
    bool has_ratio;
    bool has_interval;
    bool has_superiority;
    double ratio;
    double effect;
    double floor;
    const char *floor_source;  /* default, min_effect, noise, noise_pooled or limits */
    struct interval interval;  /* of the ratio */
    const char *interval_kind; /* NULL: none */
    double confidence;         /* 0: none */
    double superiority_low;    /* bounds of P(candidate < base) */
    double superiority_high;
    double base_samples; /* 0: not known */
    double candidate_samples;
    const char *notes[JUDGEMENT_NOTES];
    size_t note_count;
};

const char *judge_evidence_name(enum evidence evidence);

struct judge {
    const struct compare_settings *settings;
    struct store *store;
    struct thresholds *thresholds; /* marks the lines that match */
    struct samples *samples;       /* NULL: none are read */
};

void judge_pair(const struct judge *judge, const struct pair *pair,
                struct judgement *judgement);

#endif
