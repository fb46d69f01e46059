#include <config.h>

#include "ab.h"

static const char *const not_compared = "NOT_COMPARED";

/* The names of the members of a side. */
struct side_names {
    const char *label;
    const char *n;
    const char *p20;
    const char *p80;
    const char *run_digest;
    const char *status;
    const char *value;
    const char *missing; /* the note where it is not there */
};

static const struct side_names base_names = {"base_label", "base_n",          "base_p20",
                                             "base_p80",   "base_run_digest", "base_status",
                                             "base_value", "NO_BASE"};
static const struct side_names candidate_names = {
    NULL,          "cand_n",     "cand_p20",    "cand_p80", "cand_run_digest",
    "cand_status", "cand_value", "NO_CANDIDATE"};

static void write_side(struct line *line, const struct store *store,
                       const struct side_names *names, const struct ranked_run *run,
                       double samples)
{
    bool there = run != NULL;
    const char *missing = there ? NULL : names->missing;

    if (names->label != NULL)
        line_text(line, names->label,
                  there ? store_implementation(store, run)->label : (struct view){"", 0},
                  missing);
    line_number(line, names->n, samples > 0, samples,
                there ? "SAMPLES_UNKNOWN" : names->missing);
    line_number(line, names->p20, there && ranking_has(run, RANKING_P20),
                there ? run->p20 : 0, there ? "NO_SPREAD" : missing);
    line_number(line, names->p80, there && ranking_has(run, RANKING_P80),
                there ? run->p80 : 0, there ? "NO_SPREAD" : missing);
    line_digest(line, names->run_digest, there ? &run->digest : NULL, missing);
    if (there)
        line_word(line, names->status, run_status_name((enum run_status)run->status));
    else
        line_null(line, names->status, missing);
    line_number(line, names->value, there && ranking_has(run, RANKING_VALUE),
                there ? run->value : 0, there ? "NO_VALUE" : missing);
}

static void write_word(struct line *line, const char *name, const char *word,
                       const char *code)
{
    if (word == NULL)
        line_null(line, name, code);
    else
        line_word(line, name, word);
}

/* Notes on how the pair was made. */
static void note_pair(struct line *line, const struct ab_line *ab,
                      enum duplicate_rule duplicates)
{
    static const char *const rules[] = {"DUP_NEWEST", "DUP_BEST", "DUP_MEDIAN",
                                        "DUP_ERROR"};
    const struct pair *pair = ab->pair;

    if (pair->base_runs > 1)
        line_note(line, "SEVERAL_BASE_RUNS");
    if (pair->candidate_runs > 1)
        line_note(line, "SEVERAL_CAND_RUNS");
    if (pair->base_runs > 1 || pair->candidate_runs > 1)
        line_note(line, rules[duplicates]);
    if (pair->implementation_changed)
        line_note(line, "IMPLEMENTATION_CHANGED");
    if (pair->role_unknown)
        line_note(line, "ROLE_UNKNOWN");
    if (ab->is_accepted)
        line_note(line, "ACKNOWLEDGED");
    for (size_t i = 0; i < ab->judgement.note_count; i++)
        line_note(line, ab->judgement.notes[i]);
}

double ab_change(const struct ab_line *ab)
{
    const struct pair *pair = ab->pair;

    if (!ab->judgement.has_ratio)
        return 0;
    return (pair->candidate->value - pair->base->value) / pair->base->value * 100;
}

void ab_write(struct line *line, const struct store *store, const struct ab_line *ab,
              enum duplicate_rule duplicates, struct buf *out)
{
    const struct pair *pair = ab->pair;
    const struct judgement *judgement = &ab->judgement;
    const struct store_setting *setting = pair->cohort->setting;
    bool compared = judgement->has_ratio;
    const char *no_interval = compared ? "NO_INTERVAL" : not_compared;

    line_begin(line, out);
    line_about(line, pair->cohort);
    note_pair(line, ab, duplicates);
    write_side(line, store, &base_names, pair->base, judgement->base_samples);
    write_side(line, store, &candidate_names, pair->candidate,
               judgement->candidate_samples);
    line_case(line);
    line_number(line, "change_pct", compared, ab_change(ab), not_compared);
    line_cohort_id(line);
    line_comparison_key(line);
    line_number(line, "confidence", judgement->confidence > 0, judgement->confidence,
                judgement->has_interval ? "DESCRIPTIVE_INTERVAL" : no_interval);
    line_number(line, "delta", compared,
                compared ? pair->candidate->value - pair->base->value : 0, not_compared);
    line_direction(line, setting);
    line_number(line, "effect", compared, judgement->effect, not_compared);
    write_word(line, "evidence", evidence_name(judgement->evidence), not_compared);
    write_word(line, "first_mismatch", pair_mismatch_name(pair->mismatch), NULL);
    line_number(line, "floor", compared, judgement->floor, not_compared);
    write_word(line, "floor_source", judgement->floor_source, not_compared);
    write_word(line, "interval_kind", judgement->interval_kind, no_interval);
    line_word(line, "kind", "kidx.ab/v1");
    line_text(line, "label", pair_implementation(store, pair)->label, NULL);
    line_text(line, "metric", setting->metric, "NO_VALUE");
    line_break(line);
    line_number(line, "psup_hi", judgement->has_superiority, judgement->superiority_high,
                compared ? "NO_SPREAD" : not_compared);
    line_number(line, "psup_lo", judgement->has_superiority, judgement->superiority_low,
                compared ? "NO_SPREAD" : not_compared);
    line_number(line, "ratio", compared, judgement->ratio, not_compared);
    line_number(line, "ratio_hi", judgement->has_interval, judgement->interval.high,
                no_interval);
    line_number(line, "ratio_lo", judgement->has_interval, judgement->interval.low,
                no_interval);
    line_word(line, "reason", judgement->reason);
    line_text(line, "statistic", setting->statistic, "NO_VALUE");
    line_subject(line);
    line_text(line, "unit", setting->unit, "NO_VALUE");
    line_word(line, "verdict", verdict_name(judgement->verdict));
    line_end(line);
}
