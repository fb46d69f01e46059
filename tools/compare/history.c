#include <config.h>

#include "history.h"

static bool is_observed_by(const struct ranked_run *run, const struct instant *as_of)
{
    struct instant observed;

    if (as_of == NULL)
        return true;
    instant_read(ranking_observed_at(run), &observed);
    return instant_compare(&observed, as_of) <= 0;
}

size_t history_sort(struct store_cohort *cohort, const struct instant *as_of)
{
    struct ranked_run **runs = cohort->runs;
    size_t eligible = 0;

    for (size_t i = 0; i < cohort->count; i++) {
        struct ranked_run *run = runs[i];

        if (!store_can_be_best(run) || !is_observed_by(run, as_of))
            continue;
        runs[i] = runs[eligible];
        runs[eligible++] = run;
    }
    return ranking_history(runs, eligible, cohort->setting->higher_is_better);
}

bool history_improvement(const struct history_line *record, double *percent)
{
    const struct ranked_run *previous = record->previous;
    double difference;

    if (previous == NULL || !(previous->value > 0))
        return false;
    difference = record->cohort->setting->higher_is_better
                     ? record->run->value - previous->value
                     : previous->value - record->run->value;
    *percent = difference / previous->value * 100;
    return *percent <= 1.7e308;
}

void history_write(struct result *result, const struct store *store,
                   const struct history_line *record, struct buf *out)
{
    const struct store_cohort *cohort = record->cohort;
    const struct ranked_run *run = record->run;
    const struct ranked_run *previous = record->previous;
    double percent = 0;
    bool is_known = history_improvement(record, &percent);

    result_about(result, cohort);
    result_note_if(result, previous == NULL, "FIRST_RECORD");
    result_note_if(result, ranking_has(run, RANKING_SUPERSESSION_MISMATCH),
                   "SUPERSESSION_MISMATCH");
    result_note_if(result, previous != NULL && !is_known, "NOT_POSITIVE");

    result_begin(result, out);
    result_text(result, "at", ranking_observed_at(run));
    result_case(result);
    result_cohort_id(result);
    result_comparison_key(result);
    result_direction(result, cohort->setting->higher_is_better);
    result_text(result, "implementation_label", store_implementation(store, run)->label);
    result_number(result, "improvement_pct", is_known, percent);
    result_boolean(result, "is_current", record->is_current);
    result_word(result, "kind", "kidx.record/v1");
    result_text(result, "metric", cohort->setting->metric);
    result_write_notes(result);
    result_word(result, "policy", RANKING_POLICY);
    result_digest(result, "previous_run_digest",
                  previous == NULL ? NULL : &previous->digest);
    result_number(result, "previous_value", previous != NULL,
                  previous == NULL ? 0 : previous->value);
    result_digest(result, "run_digest", &run->digest);
    result_text(result, "statistic", cohort->setting->statistic);
    result_subject(result);
    result_text(result, "unit", cohort->setting->unit);
    result_number(result, "value", true, run->value);
    result_end(result);
}
