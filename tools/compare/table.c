#include <config.h>

#include "table.h"

#include "rows.h"

void table_init(struct table *table, const struct store *store,
                const struct compare_settings *settings)
{
    table->store = store;
    table->settings = settings;
    case_names_init(&table->names);
    buf_init(&table->times);
    buf_init(&table->rows);
}

void table_release(struct table *table)
{
    case_names_release(&table->names);
    buf_release(&table->times);
    buf_release(&table->rows);
}

/* Take in the time of a run; NULL: there is none. */
static void gather_time(struct table *table, const struct store_cohort *cohort,
                        const struct entrant *run)
{
    double unit = cohort_unit_nanoseconds(cohort->setting->unit);
    double time;

    if (run == NULL || unit == 0 || !entrant_has(run, RANKING_VALUE) || !(run->value > 0))
        return;
    time = run->value * unit;
    buf_append(&table->times, (const char *)&time, sizeof time);
}

static void add_row(struct table *table, const void *row, size_t size)
{
    buf_append(&table->rows, row, size);
}

void table_add_rank(struct table *table, const struct rank_line *rank)
{
    case_names_gather(&table->names, rank->cohort);
    gather_time(table, rank->cohort, rank->run);
    add_row(table, rank, sizeof *rank);
}

void table_add_record(struct table *table, const struct record_line *record)
{
    case_names_gather(&table->names, record->cohort);
    gather_time(table, record->cohort, record->run);
    add_row(table, record, sizeof *record);
}

void table_add_ab(struct table *table, const struct ab_line *ab)
{
    struct ab_row row = {ab->pair, *ab->judgement, ab->is_accepted};

    case_names_gather(&table->names, ab->pair->cohort);
    gather_time(table, ab->pair->cohort, ab->pair->base);
    gather_time(table, ab->pair->cohort, ab->pair->candidate);
    add_row(table, &row, sizeof row);
}

void table_add_suite(struct table *table, const struct suite_score *score)
{
    struct suite_row row = {score->label, score->group, score->count, score->compared,
                            score->geomean};

    add_row(table, &row, sizeof row);
}

void table_write(struct table *table, const struct summary *summary, bool colours,
                 struct buf *out)
{
    struct writing writing = {.table = table,
                              .summary = summary,
                              .scale = time_scale_of((void *)table->times.data,
                                                     table->times.length / sizeof(double)),
                              .colours = colours};

    case_names_end(&table->names);
    buf_init(&writing.text);
    switch ((enum compare_mode)table->settings->mode) {
    case COMPARE_RANK:
        rows_write_ranks(&writing, out);
        break;
    case COMPARE_RECORDS:
        rows_write_records(&writing, out);
        break;
    case COMPARE_AB:
        rows_write_ab(&writing, out);
        break;
    case COMPARE_SUITE:
        rows_write_suites(&writing, out);
        break;
    }
    writing_append_footer(&writing, out);
    text_table_release(&writing.layout);
    buf_release(&writing.text);
}
