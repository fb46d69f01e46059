#include <config.h>

#include "compare-table.h"

#include "compare-writing.h"

#include <stdlib.h>

/* Rows of the modes. Those of rank and records are their lines. */
struct ab_row {
    const struct pair *pair;
    struct judgement judgement;
    bool is_accepted;
};

struct suite_row {
    struct view label;
    struct view group;
    size_t count;
    size_t compared;
    double geomean;
};

void table_init(struct table *table, const struct store *store,
                const struct compare_settings *settings)
{
    table->store = store;
    table->settings = settings;
    buf_init(&table->rows);
}

void table_release(struct table *table)
{
    buf_release(&table->rows);
}

static void add_row(struct table *table, const void *row, size_t size)
{
    buf_append(&table->rows, row, size);
}

void table_add_rank(struct table *table, const struct rank_line *rank)
{
    add_row(table, rank, sizeof *rank);
}

void table_add_record(struct table *table, const struct record_line *record)
{
    add_row(table, record, sizeof *record);
}

void table_add_ab(struct table *table, const struct ab_line *ab)
{
    struct ab_row row = {ab->pair, *ab->judgement, ab->is_accepted};

    add_row(table, &row, sizeof row);
}

void table_add_suite(struct table *table, const struct suite_score *score)
{
    struct suite_row row = {score->label, score->group, score->count, score->compared,
                            score->geomean};

    add_row(table, &row, sizeof row);
}

/* --- ranks --- */

static void write_ranks(struct writing *writing, struct buf *out)
{
    const struct rank_line *rows = (const void *)writing->table->rows.data;
    size_t count = writing->table->rows.length / sizeof *rows;
    char title[TITLE_SIZE];
    struct buf times;

    buf_init(&times);
    for (size_t i = 0; i < count; i++) {
        writing_gather_names(writing, rows[i].cohort);
        writing_gather_time(&times, rows[i].cohort, rows[i].run);
    }
    writing_set_scale(writing, &times);
    {
        const struct layout_column columns[] = {
            {"workload, protocol, environment", LAYOUT_LEFT},
            {"rank", LAYOUT_RIGHT},
            {"implementation", LAYOUT_LEFT},
            {writing_title_of(writing, "value", title, sizeof title), LAYOUT_RIGHT},
            {"\xc2\xb1", LAYOUT_RIGHT},
            {"to best", LAYOUT_RIGHT},
            {"note", LAYOUT_LEFT}};

        layout_init(&writing->layout, columns, sizeof columns / sizeof *columns);
        for (size_t i = 0; i < count; i++) {
            const struct entrant *run = rows[i].run;
            const char *reasons[STORE_REASONS] = {""};
            double ratio = 0;
            bool known =
                rows[i].best != NULL && ratio_of(run->value, rows[i].best->value, &ratio);

            if (i == 0 || rows[i - 1].cohort != rows[i].cohort)
                writing_add_case(writing, rows[i].cohort);
            else
                writing_add_word(writing, "", LAYOUT_PLAIN);
            if (run->rank != 0)
                writing_add_count(writing, run->rank);
            else
                writing_add_word(writing, "-", LAYOUT_PLAIN);
            writing_add_text(writing,
                             store_implementation(writing->table->store, run)->label);
            writing_add_value(writing, rows[i].cohort->setting, run);
            writing_add_spread(writing, run);
            writing_add_ratio(writing, known, ratio);
            if (store_reasons(run, reasons) > 0)
                writing_add_word(writing, reasons[0], LAYOUT_BAD);
            else
                writing_add_word(writing, entrant_has(run, RANKING_TIED) ? "tied" : "",
                                 LAYOUT_PLAIN);
        }
        layout_write(&writing->layout, writing->colours, out);
    }
}

/* --- records --- */

static void write_records(struct writing *writing, struct buf *out)
{
    const struct record_line *rows = (const void *)writing->table->rows.data;
    size_t count = writing->table->rows.length / sizeof *rows;
    char title[TITLE_SIZE];
    struct buf times;

    buf_init(&times);
    for (size_t i = 0; i < count; i++) {
        writing_gather_names(writing, rows[i].cohort);
        writing_gather_time(&times, rows[i].cohort, rows[i].run);
    }
    writing_set_scale(writing, &times);
    {
        const struct layout_column columns[] = {
            {"workload, protocol, environment", LAYOUT_LEFT},
            {"at", LAYOUT_LEFT},
            {"implementation", LAYOUT_LEFT},
            {writing_title_of(writing, "value", title, sizeof title), LAYOUT_RIGHT},
            {"better by", LAYOUT_RIGHT},
            {"", LAYOUT_LEFT}};

        layout_init(&writing->layout, columns, sizeof columns / sizeof *columns);
        for (size_t i = 0; i < count; i++) {
            const struct entrant *run = rows[i].run;
            double percent = 0;
            bool known = record_improvement(&rows[i], &percent);

            if (i == 0 || rows[i - 1].cohort != rows[i].cohort)
                writing_add_case(writing, rows[i].cohort);
            else
                writing_add_word(writing, "", LAYOUT_PLAIN);
            writing_add_text(writing, entrant_observed_at(run));
            writing_add_text(writing,
                             store_implementation(writing->table->store, run)->label);
            writing_add_value(writing, rows[i].cohort->setting, run);
            writing_add_change(writing, known, percent);
            writing_add_word(writing, rows[i].is_current ? "current" : "", LAYOUT_PLAIN);
        }
        layout_write(&writing->layout, writing->colours, out);
    }
}

/* --- comparisons --- */

/* From what is worst on. */
static int severity(enum verdict verdict)
{
    static const enum verdict worst_first[] = {
        VERDICT_BROKE,        VERDICT_SLOWER,      VERDICT_UNUSABLE, VERDICT_MISSING_CAND,
        VERDICT_INCOMPARABLE, VERDICT_BOTH_FAILED, VERDICT_UNCLEAR,  VERDICT_MISSING_BASE,
        VERDICT_SAME,         VERDICT_FASTER,      VERDICT_FIXED};
    int place = 0;

    while (worst_first[place] != verdict)
        place++;
    return place;
}

/* How many times worse; 1 where nothing was compared. */
static double worsening(const struct ab_row *row)
{
    if (!row->judgement.has_ratio)
        return 1;
    return row->pair->cohort->setting->higher_is_better ? 1 / row->judgement.ratio
                                                        : row->judgement.ratio;
}

/* Pairs are in the order of their cases, and in one row of memory. */
static int by_severity(const void *left, const void *right)
{
    const struct ab_row *a = left;
    const struct ab_row *b = right;
    int order = severity(a->judgement.verdict) - severity(b->judgement.verdict);
    double a_worse = worsening(a);
    double b_worse = worsening(b);

    if (order != 0)
        return order;
    if (a_worse != b_worse)
        return a_worse > b_worse ? -1 : 1;
    return (a->pair > b->pair) - (a->pair < b->pair);
}

static enum layout_tone tone_of(enum verdict verdict)
{
    switch (verdict) {
    case VERDICT_FASTER:
    case VERDICT_FIXED:
        return LAYOUT_GOOD;
    case VERDICT_SLOWER:
    case VERDICT_BROKE:
    case VERDICT_MISSING_CAND:
    case VERDICT_UNUSABLE:
        return LAYOUT_BAD;
    default:
        return LAYOUT_PLAIN;
    }
}

static void add_ab_row(struct writing *writing, const struct ab_row *row)
{
    const struct pair *pair = row->pair;
    const struct store_setting *setting = pair->cohort->setting;
    const struct judgement *judgement = &row->judgement;
    bool one_base = writing->table->settings->base_form != BASE_FILES &&
                    writing->table->settings->base_form != BASE_LABEL &&
                    writing->table->settings->base_form != BASE_PREVIOUS;

    writing_add_case(writing, pair->cohort);
    buf_clear(&writing->text);
    {
        struct view label = pair_implementation(writing->table->store, pair)->label;

        buf_append(&writing->text, label.data, label.length);
        if (one_base && pair->base != NULL && pair->candidate != NULL) {
            struct view base =
                store_implementation(writing->table->store, pair->base)->label;

            buf_append_text(&writing->text, " : ");
            buf_append(&writing->text, base.data, base.length);
        }
    }
    writing_add_text(writing, buf_view(&writing->text));
    writing_add_value(writing, setting, pair->base);
    writing_add_spread(writing, pair->base);
    writing_add_value(writing, setting, pair->candidate);
    writing_add_spread(writing, pair->candidate);
    writing_add_change(writing, judgement->has_ratio,
                       judgement->has_ratio ? (pair->candidate->value - pair->base->value) /
                                                  pair->base->value * 100
                                            : 0);
    writing_add_word(writing, verdict_name(judgement->verdict),
                     tone_of(judgement->verdict));
    writing_add_word(writing, row->is_accepted ? "ACKNOWLEDGED" : judgement->reason,
                     LAYOUT_PLAIN);
}

static void write_ab(struct writing *writing, struct buf *out)
{
    struct ab_row *rows = (void *)writing->table->rows.data;
    size_t count = writing->table->rows.length / sizeof *rows;
    char titles[2][TITLE_SIZE];
    struct buf times;

    buf_init(&times);
    for (size_t i = 0; i < count; i++) {
        writing_gather_names(writing, rows[i].pair->cohort);
        writing_gather_time(&times, rows[i].pair->cohort, rows[i].pair->base);
        writing_gather_time(&times, rows[i].pair->cohort, rows[i].pair->candidate);
    }
    writing_set_scale(writing, &times);
    if (count > 1)
        qsort(rows, count, sizeof *rows, by_severity);
    {
        const struct layout_column columns[] = {
            {"workload, protocol, environment", LAYOUT_LEFT},
            {"implementation", LAYOUT_LEFT},
            {writing_title_of(writing, "base", titles[0], TITLE_SIZE), LAYOUT_RIGHT},
            {"\xc2\xb1", LAYOUT_RIGHT},
            {writing_title_of(writing, "candidate", titles[1], TITLE_SIZE), LAYOUT_RIGHT},
            {"\xc2\xb1", LAYOUT_RIGHT},
            {"change", LAYOUT_RIGHT},
            {"verdict", LAYOUT_LEFT},
            {"reason", LAYOUT_LEFT}};

        layout_init(&writing->layout, columns, sizeof columns / sizeof *columns);
        for (size_t i = 0; i < count; i++)
            add_ab_row(writing, &rows[i]);
        layout_write(&writing->layout, writing->colours, out);
    }
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

static void write_suites(struct writing *writing, struct buf *out)
{
    static const struct layout_column columns[] = {{"group", LAYOUT_LEFT},
                                                   {"implementation", LAYOUT_LEFT},
                                                   {"speed-up", LAYOUT_RIGHT},
                                                   {"cases", LAYOUT_RIGHT},
                                                   {"of those compared", LAYOUT_RIGHT},
                                                   {"compared", LAYOUT_RIGHT}};
    const struct suite_row *rows = (const void *)writing->table->rows.data;
    size_t count = writing->table->rows.length / sizeof *rows;

    layout_init(&writing->layout, columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < count; i++) {
        const struct suite_row *row = &rows[i];

        add_group(writing, row->group);
        writing_add_text(writing, row->label);
        writing_add_ratio(writing, row->compared == row->count, row->geomean);
        writing_add_count(writing, row->count);
        writing_add_ratio(writing, row->compared > 0, row->geomean);
        writing_add_count(writing, row->compared);
    }
    layout_write(&writing->layout, writing->colours, out);
}

void table_write(struct table *table, const struct summary *summary, bool colours,
                 struct buf *out)
{
    struct writing writing = {.table = table, .summary = summary, .colours = colours};

    for (int i = 0; i < CASE_PARTS; i++)
        buf_init(&writing.parts[i].text);
    buf_init(&writing.text);
    switch ((enum compare_mode)table->settings->mode) {
    case COMPARE_RANK:
        write_ranks(&writing, out);
        break;
    case COMPARE_RECORDS:
        write_records(&writing, out);
        break;
    case COMPARE_AB:
        write_ab(&writing, out);
        break;
    case COMPARE_SUITE:
        write_suites(&writing, out);
        break;
    }
    writing_append_footer(&writing, out);
    for (int i = 0; i < CASE_PARTS; i++)
        buf_release(&writing.parts[i].text);
    layout_release(&writing.layout);
    buf_release(&writing.text);
}
