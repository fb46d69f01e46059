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

        if (!store_is_eligible(run) || !is_observed_by(run, as_of))
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

void history_write(struct line *line, const struct store *store,
                   const struct history_line *record, struct buf *out)
{
    const struct store_cohort *cohort = record->cohort;
    const struct ranked_run *run = record->run;
    const struct ranked_run *previous = record->previous;
    const char *first = previous == NULL ? "FIRST_RECORD" : NULL;
    double percent = 0;
    bool known = history_improvement(record, &percent);

    line_begin(line, out);
    line_about(line, cohort);
    line_text(line, "at", ranking_observed_at(run), NULL);
    line_case(line);
    line_cohort_id(line);
    line_comparison_key(line);
    line_direction(line, cohort->setting);
    line_text(line, "implementation_label", store_implementation(store, run)->label, NULL);
    line_number(line, "improvement_pct", known, percent,
                first != NULL ? first : "NOT_POSITIVE");
    line_boolean(line, "is_current", record->is_current);
    line_word(line, "kind", "kidx.record/v1");
    line_text(line, "metric", cohort->setting->metric, "NO_VALUE");
    line_break(line);
    line_word(line, "policy", RANKING_POLICY);
    line_digest(line, "previous_run_digest", previous == NULL ? NULL : &previous->digest,
                first);
    line_number(line, "previous_value", previous != NULL,
                previous == NULL ? 0 : previous->value, first);
    line_digest(line, "run_digest", &run->digest, NULL);
    line_text(line, "statistic", cohort->setting->statistic, "NO_VALUE");
    line_subject(line);
    line_text(line, "unit", cohort->setting->unit, "NO_VALUE");
    line_number(line, "value", true, run->value, NULL);
    line_end(line);
}
