#include <config.h>

#include "judge.h"

#include <assert.h>

static const struct {
    const char *name;
    const char *interval_kind;
    double floor;
} evidences[] = {[EVIDENCE_NONE] = {NULL, NULL, 0},
                 [EVIDENCE_RAW] = {"raw", "order_statistics", 0.01},
                 [EVIDENCE_DECLARED] = {"declared_ci", "declared", 0.02},
                 [EVIDENCE_SPREAD] = {"spread", "descriptive", 0.05},
                 [EVIDENCE_POINT] = {"point", NULL, 0.05}};

const char *judge_evidence_name(enum evidence evidence)
{
    return evidences[evidence].name;
}

static void note(struct judgement *judgement, const char *code)
{
    if (judgement->note_count < JUDGEMENT_NOTES)
        judgement->notes[judgement->note_count++] = code;
}

static void set_verdict(struct judgement *judgement, enum verdict verdict,
                        const char *reason)
{
    judgement->verdict = verdict;
    judgement->reason = reason;
}

/* --- pairs that cannot be compared --- */

static bool is_inside(double value, struct interval interval)
{
    return interval.low <= value && value <= interval.high;
}

/* Whether the samples reproduce the value of the run, if both have one metric. */
static bool samples_agree(const struct samples_summary *samples, const struct pair *pair,
                          const struct ranked_run *run)
{
    double tolerance = run->value * 1e-6 > 1 ? run->value * 1e-6 : 1;
    struct interval expected;

    if (samples->state > SAMPLES_FEW || samples->count == 0 ||
        !view_is(pair->cohort->setting->unit, "ns"))
        return true;
    if (ranking_has(run, RANKING_MEDIAN))
        expected = samples->middle;
    else if (ranking_has(run, RANKING_MEAN))
        expected = (struct interval){samples->mean, samples->mean};
    else
        return true;
    expected.low -= tolerance;
    expected.high += tolerance;
    return is_inside(run->value, expected);
}

/* Why the values of a run cannot be used: there are none, or they contradict each other. */
static const char *unusable_reason(const struct judge *judge, const struct pair *pair,
                                   const struct ranked_run *run)
{
    if (!ranking_has(run, RANKING_VALUE))
        return "MISSING_PRIMARY_METRIC";
    if (!(run->value > 0))
        return "NOT_POSITIVE";
    if (ranking_has(run, RANKING_DISORDERED))
        return "QUANTILES_OUT_OF_ORDER";
    if ((ranking_has(run, RANKING_P20) && !(run->p20 > 0)) ||
        (ranking_has(run, RANKING_P80) && !(run->p80 > 0)))
        return "QUANTILE_NOT_POSITIVE";
    if (ranking_has(run, RANKING_INTERVAL) &&
        !is_inside(run->value, (struct interval){run->low, run->high}))
        return "VALUE_OUTSIDE_INTERVAL";
    if (judge->samples != NULL && run->raw_samples != NULL &&
        !samples_agree(samples_find(judge->samples, run->raw_samples), pair, run))
        return "RAW_SAMPLES_CONTRADICT";
    return NULL;
}

/* Whether two different runs have one sample digest. No two measurements have the same
 * samples, so one of them borrowed its samples from the other. */
static bool share_samples(const struct ranked_run *a, const struct ranked_run *b)
{
    return a->raw_samples != NULL && b->raw_samples != NULL &&
           digest_equal(a->raw_samples, b->raw_samples) &&
           !digest_equal(&a->digest, &b->digest);
}

static const char *pair_unusable_reason(const struct judge *judge, const struct pair *pair)
{
    const char *reason = unusable_reason(judge, pair, pair->base);

    if (reason == NULL)
        reason = unusable_reason(judge, pair, pair->candidate);
    if (reason == NULL && share_samples(pair->base, pair->candidate))
        reason = "RAW_SAMPLES_SHARED";
    return reason;
}

/* Set the verdict if it does not depend on values; false if it does. */
static bool judge_without_values(const struct judge *judge, const struct pair *pair,
                                 struct judgement *judgement)
{
    const struct ranked_run *base = pair->base;
    const struct ranked_run *candidate = pair->candidate;
    const char *unusable;

    if (pair->lost_candidate != NULL) {
        set_verdict(judgement, VERDICT_MISSING_CAND,
                    store_hidden_reason(pair->lost_candidate));
    } else if (pair->lost_base != NULL) {
        set_verdict(judgement, VERDICT_MISSING_BASE, store_hidden_reason(pair->lost_base));
    } else if (base == NULL) {
        set_verdict(judgement, VERDICT_MISSING_BASE, "NO_BASE");
    } else if (candidate == NULL) {
        set_verdict(judgement, VERDICT_MISSING_CAND, "NO_CANDIDATE");
    } else if (pair->mismatch != MISMATCH_NONE) {
        set_verdict(judgement, VERDICT_INCOMPARABLE, pair_mismatch_reason(pair->mismatch));
    } else if (base->status != RUN_PASSED && candidate->status != RUN_PASSED) {
        set_verdict(judgement, VERDICT_BOTH_FAILED,
                    run_status_reason((enum run_status)candidate->status));
    } else if (candidate->status != RUN_PASSED) {
        set_verdict(judgement, VERDICT_BROKE,
                    run_status_reason((enum run_status)candidate->status));
    } else if (base->status != RUN_PASSED) {
        set_verdict(judgement, VERDICT_FIXED,
                    run_status_reason((enum run_status)base->status));
    } else {
        unusable = pair_unusable_reason(judge, pair);
        if (unusable == NULL)
            return false;
        set_verdict(judgement, VERDICT_UNUSABLE, unusable);
    }
    return true;
}

/* --- evidence --- */

static void set_interval(struct judgement *judgement, enum evidence evidence,
                         struct interval interval, double confidence)
{
    judgement->evidence = evidence;
    judgement->interval = interval;
    judgement->has_interval = true;
    judgement->interval_kind = evidences[evidence].interval_kind;
    judgement->confidence = confidence;
}

/* The interval of a side's median, wide enough for its rounded value; false, with a note,
 * where the side has none. */
static bool read_samples(const struct judge *judge, const struct ranked_run *run,
                         struct judgement *judgement, struct interval *interval,
                         double *level, double *count)
{
    const struct samples_summary *summary;

    if (run->raw_samples == NULL) {
        note(judgement, "NO_RAW_SAMPLES");
        return false;
    }
    summary = samples_find(judge->samples, run->raw_samples);
    if (summary->state <= SAMPLES_FEW)
        *count = (double)summary->count;
    if (summary->state == SAMPLES_FEW)
        note(judgement, "NEEDS_7_SAMPLES");
    else if (summary->state == SAMPLES_MISSING)
        note(judgement, "RAW_SAMPLES_MISSING");
    else if (summary->state == SAMPLES_BAD)
        note(judgement, "RAW_SAMPLES_BAD");
    *level = summary->level;
    *interval = summary->interval;
    if (run->value < interval->low)
        interval->low = run->value;
    if (run->value > interval->high)
        interval->high = run->value;
    return summary->state == SAMPLES_READ;
}

static bool try_raw(const struct judge *judge, const struct pair *pair,
                    struct judgement *judgement)
{
    struct interval base, candidate, ratio;
    double base_level, candidate_level;
    bool both;

    if (judge->samples == NULL)
        return false;
    if (!ranking_has(pair->base, RANKING_MEDIAN) ||
        !ranking_has(pair->candidate, RANKING_MEDIAN) ||
        !view_is(pair->cohort->setting->unit, "ns")) {
        note(judgement, "RAW_SAMPLES_OF_ANOTHER_METRIC");
        return false;
    }
    both = read_samples(judge, pair->base, judgement, &base, &base_level,
                        &judgement->base_samples);
    if (!read_samples(judge, pair->candidate, judgement, &candidate, &candidate_level,
                      &judgement->candidate_samples) ||
        !both || !ratio_interval(candidate, base, &ratio))
        return false;
    set_interval(judgement, EVIDENCE_RAW, ratio, base_level + candidate_level - 1);
    return true;
}

static bool try_declared(const struct pair *pair, struct judgement *judgement)
{
    struct interval base = {pair->base->low, pair->base->high};
    struct interval candidate = {pair->candidate->low, pair->candidate->high};
    struct interval ratio;

    if (!ranking_has(pair->base, RANKING_INTERVAL) ||
        !ranking_has(pair->candidate, RANKING_INTERVAL) ||
        !ratio_interval(candidate, base, &ratio))
        return false;
    set_interval(judgement, EVIDENCE_DECLARED, ratio, 0.9);
    return true;
}

static bool has_spread(const struct ranked_run *run)
{
    return ranking_has(run, RANKING_MEDIAN) && ranking_spread_of(run) == SPREAD_OK;
}

static bool try_spread(const struct pair *pair, struct judgement *judgement)
{
    struct interval base = {pair->base->p20, pair->base->p80};
    struct interval candidate = {pair->candidate->p20, pair->candidate->p80};
    struct interval ratio;

    if (!has_spread(pair->base) || !has_spread(pair->candidate) ||
        !ratio_interval(candidate, base, &ratio))
        return false;
    set_interval(judgement, EVIDENCE_SPREAD, ratio, 0);
    note(judgement, "DESCRIPTIVE_INTERVAL");
    return true;
}

/* Compute bounds of P(candidate < base). The quantiles of a side divide its values into 20,
 * 30, 30 and 20 %. Pairs of parts in which the candidate is certainly below the base count
 * for the lower bound; those in which it certainly is not are subtracted from 1 for the
 * upper bound. Shares are counted in units of 1/10000. */
static void bound_superiority(const struct pair *pair, struct judgement *judgement)
{
    static const unsigned shares[] = {20, 30, 30, 20};
    const double base[] = {pair->base->p20, pair->base->value, pair->base->p80};
    const double candidate[] = {pair->candidate->p20, pair->candidate->value,
                                pair->candidate->p80};
    unsigned below = 0;
    unsigned not_below = 0;

    if (!has_spread(pair->base) || !has_spread(pair->candidate))
        return;
    for (int i = 0; i < 4; i++) {
        for (int j = 0; j < 4; j++) {
            if (i < 3 && j > 0 && candidate[i] <= base[j - 1])
                below += shares[i] * shares[j];
            if (i > 0 && j < 3 && candidate[i - 1] >= base[j])
                not_below += shares[i] * shares[j];
        }
    }
    judgement->has_superiority = true;
    judgement->superiority_low = below / 10000.0;
    judgement->superiority_high = (10000 - not_below) / 10000.0;
}

/* --- the floor --- */

/* Convert a threshold to an effect; 0, with a note, if its unit does not fit the values. */
static double effect_of(const struct quantity_threshold *threshold, const struct pair *pair,
                        struct judgement *judgement)
{
    double unit = cohort_unit_nanoseconds(pair->cohort->setting->unit);
    double smaller = pair->base->value < pair->candidate->value ? pair->base->value
                                                                : pair->candidate->value;

    if (!threshold->is_duration)
        return threshold->value;
    if (unit == 0) {
        note(judgement, "FLOOR_OF_ANOTHER_UNIT");
        return 0;
    }
    return threshold->value / unit / smaller;
}

static void raise_floor(struct judgement *judgement, double floor, const char *source)
{
    if (!(floor > judgement->floor))
        return;
    judgement->floor = floor;
    judgement->floor_source = source;
}

/* The limits of a pair: of each of its names one. */
struct limits {
    const struct aliases *aliases;
    struct buf list; /* const struct threshold_limit * */
    bool are_of_all; /* names; for the others, the usual floor holds */
};

/* Find the limits of a pair. This also marks the lines of --limits as used, so it must be
 * called for each pair, even if no verdict needs them. */
static void find_limits(const struct judge *judge, struct limits *limits)
{
    buf_init(&limits->list);
    limits->are_of_all =
        judge->thresholds->limits.length > 0 &&
        thresholds_limits(judge->thresholds, limits->aliases, &limits->list);
}

/* Use the lowest of the limits, and of the usual floor where that holds for a name. */
static void apply_limits(const struct limits *limits, const struct pair *pair,
                         struct judgement *judgement)
{
    const struct threshold_limit *const *list = (const void *)limits->list.data;
    bool is_set = !limits->are_of_all;

    for (size_t i = 0; i < limits->list.length / sizeof *list; i++) {
        double floor = effect_of(&list[i]->floor, pair, judgement);

        if (list[i]->floor.is_duration &&
            cohort_unit_nanoseconds(pair->cohort->setting->unit) == 0)
            continue;
        if (is_set && floor >= judgement->floor)
            continue;
        judgement->floor = floor;
        judgement->floor_source = "limits";
        is_set = true;
    }
}

/* Raise the floor to what is noise for each name of the implementation. */
static void apply_noise(const struct judge *judge, const struct pair *pair,
                        const struct aliases *aliases, struct judgement *judgement)
{
    const struct threshold_noise *lowest = NULL;
    bool is_known = true;

    if (judge->settings->noise == NULL)
        return;
    for (size_t i = 0; i < aliases->label_count; i++) {
        const struct threshold_noise *noise =
            thresholds_noise(judge->thresholds, pair->cohort, aliases->labels[i]);

        if (noise == NULL)
            is_known = false;
        else if (lowest == NULL || noise->floor < lowest->floor)
            lowest = noise;
    }
    if (is_known && lowest != NULL && !aliases->are_too_many)
        raise_floor(judgement, lowest->floor, lowest->is_pooled ? "noise_pooled" : "noise");
    else
        note(judgement, "NO_NOISE_KNOWN");
}

static void set_floor(const struct judge *judge, const struct pair *pair,
                      const struct limits *limits, struct judgement *judgement)
{
    judgement->floor = evidences[judgement->evidence].floor;
    judgement->floor_source = "default";
    if (judge->settings->min_effect_text != NULL)
        raise_floor(judgement, effect_of(&judge->settings->min_effect, pair, judgement),
                    "min_effect");
    apply_noise(judge, pair, limits->aliases, judgement);
    apply_limits(limits, pair, judgement);
}

/* --- the verdict --- */

static enum ratio_direction direction_of(const struct pair *pair)
{
    return pair->cohort->setting->verdicts_go_higher ? HIGHER_IS_BETTER : LOWER_IS_BETTER;
}

static void judge_interval(const struct pair *pair, struct interval interval,
                           struct judgement *judgement)
{
    bool is_beyond = interval.low > 1 || interval.high < 1;

    switch (
        ratio_judge(interval, judgement->effect, judgement->floor, direction_of(pair))) {
    case RATIO_SLOWER:
        set_verdict(judgement, VERDICT_SLOWER, "BEYOND_FLOOR");
        break;
    case RATIO_FASTER:
        set_verdict(judgement, VERDICT_FASTER, "BEYOND_FLOOR");
        break;
    case RATIO_SAME:
        set_verdict(judgement, VERDICT_SAME, "WITHIN_FLOOR");
        break;
    case RATIO_UNCLEAR:
        set_verdict(judgement, VERDICT_UNCLEAR,
                    is_beyond ? "EFFECT_BELOW_FLOOR" : "INTERVAL_HOLDS_1");
    }
}

static bool has_few_samples(double count)
{
    return count > 0 && count < JUDGE_SAMPLES;
}

static void judge_point(const struct judge *judge, const struct pair *pair,
                        struct judgement *judgement)
{
    struct interval point = {judgement->ratio, judgement->ratio};
    bool has_few = has_few_samples(judgement->base_samples) ||
                   has_few_samples(judgement->candidate_samples);

    if (has_few)
        note(judgement, "NEEDS_7_SAMPLES");
    if (ranking_spread_of(pair->base) == SPREAD_ZERO ||
        ranking_spread_of(pair->candidate) == SPREAD_ZERO)
        note(judgement, "ZERO_WIDTH");
    if (judge->settings->accept_point)
        judge_interval(pair, point, judgement);
    else
        set_verdict(judgement, VERDICT_UNCLEAR,
                    has_few ? "NEEDS_7_SAMPLES" : "POINT_ESTIMATE");
}

static void judge_with(const struct judge *judge, const struct pair *pair,
                       const struct limits *limits, struct judgement *judgement)
{
    const struct store_setting *setting = pair->cohort->setting;

    *judgement = (struct judgement){.evidence = EVIDENCE_NONE};
    if (setting->verdicts_go_higher != setting->higher_is_better)
        note(judgement, "DIRECTION_BY_UNIT");
    if (pair->base != NULL)
        judgement->base_samples = pair->base->samples;
    if (pair->candidate != NULL)
        judgement->candidate_samples = pair->candidate->samples;
    if (judge_without_values(judge, pair, judgement))
        return;
    judgement->has_ratio =
        ratio_of(pair->candidate->value, pair->base->value, &judgement->ratio);
    if (!judgement->has_ratio) {
        set_verdict(judgement, VERDICT_UNUSABLE, "RATIO_OUT_OF_RANGE");
        return;
    }
    judgement->effect = ratio_effect(pair->candidate->value, pair->base->value);
    if (!try_raw(judge, pair, judgement) && !try_declared(pair, judgement) &&
        !try_spread(pair, judgement))
        judgement->evidence = EVIDENCE_POINT;
    bound_superiority(pair, judgement);
    set_floor(judge, pair, limits, judgement);
    if (judgement->has_interval) {
        assert(is_inside(judgement->ratio, judgement->interval));
        judge_interval(pair, judgement->interval, judgement);
    } else {
        judge_point(judge, pair, judgement);
    }
}

void judge_pair(const struct judge *judge, const struct pair *pair,
                struct judgement *judgement)
{
    struct aliases aliases;
    struct limits limits = {.aliases = &aliases};

    aliases_init(&aliases);
    if (judge->thresholds->limits.length > 0 || judge->settings->noise != NULL)
        aliases_make(&aliases, judge->store, pair);
    find_limits(judge, &limits);
    judge_with(judge, pair, &limits, judgement);
    buf_release(&limits.list);
    aliases_release(&aliases);
}
