#include <config.h>

#include "ab.h"

/* The names of the members of a side, and the note where the side has no run. */
struct side_names {
    const char *label;
    const char *n;
    const char *p20;
    const char *p80;
    const char *run_digest;
    const char *status;
    const char *value;
    const char *missing;
};

static const struct side_names base_names = {"base_label", "base_n",          "base_p20",
                                             "base_p80",   "base_run_digest", "base_status",
                                             "base_value", "NO_BASE"};
static const struct side_names candidate_names = {
    NULL,          "cand_n",     "cand_p20",    "cand_p80", "cand_run_digest",
    "cand_status", "cand_value", "NO_CANDIDATE"};

static void note_side(struct result *result, const struct side_names *names,
                      const struct ranked_run *run, const struct ranked_run *lost,
                      double samples)
{
    if (run == NULL) {
        result_note(result, lost == NULL ? names->missing : store_hidden_reason(lost));
        return;
    }
    result_note_if(result, ranking_has(run, RANKING_SUPERSESSION_MISMATCH),
                   "SUPERSESSION_MISMATCH");
    result_note_if(result, !(samples > 0), "SAMPLES_UNKNOWN");
    result_note_if(result, !ranking_has(run, RANKING_P20 | RANKING_P80), "NO_SPREAD");
    result_note_if(result, !ranking_has(run, RANKING_VALUE), "NO_VALUE");
}

static void write_side(struct result *result, const struct store *store,
                       const struct side_names *names, const struct ranked_run *run,
                       double samples)
{
    static const struct ranked_run no_run;
    bool is_there = run != NULL;
    struct view label = {"", 0};

    if (is_there)
        label = store_implementation(store, run)->label;
    else
        run = &no_run;
    if (names->label != NULL)
        result_text(result, names->label, label);
    result_number(result, names->n, samples > 0, samples);
    result_number(result, names->p20, ranking_has(run, RANKING_P20), run->p20);
    result_number(result, names->p80, ranking_has(run, RANKING_P80), run->p80);
    result_digest(result, names->run_digest, is_there ? &run->digest : NULL);
    result_word(result, names->status,
                is_there ? run_status_name((enum run_status)run->status) : NULL);
    result_number(result, names->value, ranking_has(run, RANKING_VALUE), run->value);
}

/* Notes on how the pair was made. */
static void note_pair(struct result *result, const struct ab_line *ab,
                      enum duplicate_rule duplicates)
{
    static const char *const rules[] = {"DUP_NEWEST", "DUP_BEST", "DUP_MEDIAN",
                                        "DUP_ERROR"};
    const struct pair *pair = ab->pair;

    result_note_if(result, pair->base_runs > 1, "SEVERAL_BASE_RUNS");
    result_note_if(result, pair->candidate_runs > 1, "SEVERAL_CAND_RUNS");
    result_note_if(result, pair->base_runs > 1 || pair->candidate_runs > 1,
                   rules[duplicates]);
    result_note_if(result, pair->implementation_changed, "IMPLEMENTATION_CHANGED");
    result_note_if(result, pair->role_unknown, "ROLE_UNKNOWN");
    result_note_if(result, pair->role_conflict, "ROLE_CONFLICT");
    result_note_if(result, ab->is_accepted, "ACKNOWLEDGED");
    note_side(result, &base_names, pair->base, pair->lost_base, ab->judgement.base_samples);
    note_side(result, &candidate_names, pair->candidate, pair->lost_candidate,
              ab->judgement.candidate_samples);
}

/* Notes of the judge, and on what is not known of the ratio. */
static void note_judgement(struct result *result, const struct judgement *judgement)
{
    for (size_t i = 0; i < judgement->note_count; i++)
        result_note(result, judgement->notes[i]);
    if (!judgement->has_ratio) {
        result_note(result, "NOT_COMPARED");
        return;
    }
    result_note_if(result, !judgement->has_interval, "NO_INTERVAL");
    result_note_if(result, judgement->has_interval && !(judgement->confidence > 0),
                   "DESCRIPTIVE_INTERVAL");
    result_note_if(result, !judgement->has_superiority, "NO_SPREAD");
}

double ab_change(const struct ab_line *ab)
{
    const struct pair *pair = ab->pair;

    if (!ab->judgement.has_ratio)
        return 0;
    return (pair->candidate->value - pair->base->value) / pair->base->value * 100;
}

static void write_interval(struct result *result, const struct judgement *judgement)
{
    result_number(result, "psup_hi", judgement->has_superiority,
                  judgement->superiority_high);
    result_number(result, "psup_lo", judgement->has_superiority,
                  judgement->superiority_low);
    result_number(result, "ratio", judgement->has_ratio, judgement->ratio);
    result_number(result, "ratio_hi", judgement->has_interval, judgement->interval.high);
    result_number(result, "ratio_lo", judgement->has_interval, judgement->interval.low);
}

void ab_write(struct result *result, const struct store *store, const struct ab_line *ab,
              enum duplicate_rule duplicates, struct buf *out)
{
    const struct pair *pair = ab->pair;
    const struct judgement *judgement = &ab->judgement;
    const struct store_setting *setting = pair->cohort->setting;
    bool is_compared = judgement->has_ratio;

    result_about(result, pair->cohort);
    note_pair(result, ab, duplicates);
    note_judgement(result, judgement);

    result_begin(result, out);
    write_side(result, store, &base_names, pair->base, judgement->base_samples);
    write_side(result, store, &candidate_names, pair->candidate,
               judgement->candidate_samples);
    result_case(result);
    result_number(result, "change_pct", is_compared, ab_change(ab));
    result_cohort_id(result);
    result_comparison_key(result);
    result_number(result, "confidence", judgement->confidence > 0, judgement->confidence);
    result_number(result, "delta", is_compared,
                  is_compared ? pair->candidate->value - pair->base->value : 0);
    result_direction(result, setting->verdicts_go_higher);
    result_number(result, "effect", is_compared, judgement->effect);
    result_word(result, "evidence", judge_evidence_name(judgement->evidence));
    result_word(result, "first_mismatch", pair_mismatch_name(pair->mismatch));
    result_number(result, "floor", is_compared, judgement->floor);
    result_word(result, "floor_source", judgement->floor_source);
    result_word(result, "interval_kind", judgement->interval_kind);
    result_word(result, "kind", "kidx.ab/v1");
    result_text(result, "label", pair_implementation(store, pair)->label);
    result_text(result, "metric", setting->metric);
    result_write_notes(result);
    write_interval(result, judgement);
    result_word(result, "reason", judgement->reason);
    result_text(result, "statistic", setting->statistic);
    result_subject(result);
    result_text(result, "unit", setting->unit);
    result_word(result, "verdict", verdict_name(judgement->verdict));
    result_end(result);
}
