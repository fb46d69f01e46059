#include <config.h>

#include "rows.h"

/* A cohort's case stands in its first row only. */
static void add_case(struct writing *writing, const struct store_cohort *cohort,
                     bool is_first)
{
    if (is_first)
        writing_add_case(writing, cohort);
    else
        writing_add_word(writing, "", LAYOUT_PLAIN);
}

static void add_label(struct writing *writing, const struct entrant *run)
{
    writing_add_text(writing, store_implementation(writing->table->store, run)->label);
}

/* --- ranks --- */

static void add_rank(struct writing *writing, const struct rank_line *row, bool is_first)
{
    const struct entrant *run = row->run;
    const char *reasons[STORE_REASONS] = {""};
    double ratio = 0;
    bool known = row->best != NULL && ratio_of(run->value, row->best->value, &ratio);

    add_case(writing, row->cohort, is_first);
    if (run->rank != 0)
        writing_add_count(writing, run->rank);
    else
        writing_add_word(writing, "-", LAYOUT_PLAIN);
    add_label(writing, run);
    writing_add_value(writing, row->cohort->setting, run);
    writing_add_spread(writing, run);
    writing_add_ratio(writing, known, ratio);
    if (store_reasons(run, reasons) > 0)
        writing_add_word(writing, reasons[0], LAYOUT_BAD);
    else
        writing_add_word(writing, entrant_has(run, RANKING_TIED) ? "tied" : "",
                         LAYOUT_PLAIN);
}

void rows_write_ranks(struct writing *writing, struct buf *out)
{
    const struct rank_line *rows = (const void *)writing->table->rows.data;
    size_t count = writing->table->rows.length / sizeof *rows;
    char title[TITLE_SIZE];
    const struct text_table_column columns[] = {
        {"workload, protocol, environment", LAYOUT_LEFT},
        {"rank", LAYOUT_RIGHT},
        {"implementation", LAYOUT_LEFT},
        {writing_title_of(writing, "value", title, sizeof title), LAYOUT_RIGHT},
        {"\xc2\xb1", LAYOUT_RIGHT},
        {"to best", LAYOUT_RIGHT},
        {"note", LAYOUT_LEFT}};

    text_table_init(&writing->layout, columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < count; i++)
        add_rank(writing, &rows[i], i == 0 || rows[i - 1].cohort != rows[i].cohort);
    text_table_write(&writing->layout, writing->colours, out);
}

/* --- records --- */

static void add_record(struct writing *writing, const struct record_line *row,
                       bool is_first)
{
    double percent = 0;
    bool known = record_improvement(row, &percent);

    add_case(writing, row->cohort, is_first);
    writing_add_text(writing, entrant_observed_at(row->run));
    add_label(writing, row->run);
    writing_add_value(writing, row->cohort->setting, row->run);
    writing_add_change(writing, known, percent);
    writing_add_word(writing, row->is_current ? "current" : "", LAYOUT_PLAIN);
}

void rows_write_records(struct writing *writing, struct buf *out)
{
    const struct record_line *rows = (const void *)writing->table->rows.data;
    size_t count = writing->table->rows.length / sizeof *rows;
    char title[TITLE_SIZE];
    const struct text_table_column columns[] = {
        {"workload, protocol, environment", LAYOUT_LEFT},
        {"at", LAYOUT_LEFT},
        {"implementation", LAYOUT_LEFT},
        {writing_title_of(writing, "value", title, sizeof title), LAYOUT_RIGHT},
        {"better by", LAYOUT_RIGHT},
        {"", LAYOUT_LEFT}};

    text_table_init(&writing->layout, columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < count; i++)
        add_record(writing, &rows[i], i == 0 || rows[i - 1].cohort != rows[i].cohort);
    text_table_write(&writing->layout, writing->colours, out);
}

/* --- suites --- */

/* The values of a group's key, without the paths. */
static void add_group(struct writing *writing, struct view group)
{
    const struct grouping *grouping = &writing->table->settings->grouping;
    const char *at = group.data;
    const char *end = group.data + group.length;
    struct buf *text = &writing->text;

    buf_clear(text);
    for (size_t i = 0; i < grouping->count; i++) {
        const struct buf *name = &grouping->keys[i].name;
        const char *value = at + 1 + name->length + 1;
        const char *stop = end - 1;

        if (i + 1 < grouping->count) {
            struct buf *next = &grouping->keys[i + 1].name;
            const char *found =
                memmem(value, (size_t)(end - value), next->data, next->length);

            stop = found == NULL ? stop : found - 1;
        }
        if (i > 0)
            buf_append_byte(text, ' ');
        buf_append(text, value, (size_t)(stop - value));
        at = stop;
    }
    writing_add_text(writing, buf_view(text));
}

void rows_write_suites(struct writing *writing, struct buf *out)
{
    static const struct text_table_column columns[] = {{"group", LAYOUT_LEFT},
                                                       {"implementation", LAYOUT_LEFT},
                                                       {"speed-up", LAYOUT_RIGHT},
                                                       {"cases", LAYOUT_RIGHT},
                                                       {"of those compared", LAYOUT_RIGHT},
                                                       {"compared", LAYOUT_RIGHT}};
    const struct suite_row *rows = (const void *)writing->table->rows.data;
    size_t count = writing->table->rows.length / sizeof *rows;

    text_table_init(&writing->layout, columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < count; i++) {
        const struct suite_row *row = &rows[i];

        add_group(writing, row->group);
        writing_add_text(writing, row->label);
        writing_add_ratio(writing, row->compared == row->count, row->geomean);
        writing_add_count(writing, row->count);
        writing_add_ratio(writing, row->compared > 0, row->geomean);
        writing_add_count(writing, row->compared);
    }
    text_table_write(&writing->layout, writing->colours, out);
}
