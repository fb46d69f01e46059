#include <config.h>

#include "table.h"

#include "json/number.h"

#include <stdio.h>
#include <stdlib.h>

void table_init(struct table *table, const struct store *store,
                const struct compare_settings *settings)
{
    *table = (struct table){.store = store, .settings = settings};
    for (int part = 0; part < CASE_PARTS; part++)
        name_set_init(&table->names[part]);
    buf_init(&table->times);
    buf_init(&table->rows);
    buf_init(&table->text);
}

void table_release(struct table *table)
{
    for (int part = 0; part < CASE_PARTS; part++)
        name_set_release(&table->names[part]);
    buf_release(&table->times);
    buf_release(&table->rows);
    buf_release(&table->text);
}

/* --- names of cases --- */

/* The name of a part of the case; valid until the next call. */
static struct view part_name(struct table *table, const struct store_cohort *cohort,
                             int part)
{
    buf_clear(&table->text);
    store_case_part(cohort, (enum case_part)part, &table->text);
    return buf_view(&table->text);
}

static void gather_names(struct table *table, const struct store_cohort *cohort)
{
    for (int part = 0; part < CASE_PARTS; part++)
        name_set_add(&table->names[part], part_name(table, cohort, part));
}

/* Append what distinguishes a case from those of the other rows: its parts, shortened,
 * without those that all rows share (but always the workload). OUT is empty. */
static void append_case(struct table *table, const struct store_cohort *cohort,
                        struct buf *out)
{
    for (int part = 0; part < CASE_PARTS; part++) {
        const struct name_set *names = &table->names[part];
        struct view name = part_name(table, cohort, part);

        if (names->is_same && part != CASE_WORKLOAD)
            continue;
        if (part != CASE_METRIC)
            name = name_set_shorten(names, name);
        if (out->length > 0)
            buf_append_byte(out, ' ');
        buf_append(out, name.data, name.length);
    }
}

static void append_line(struct buf *out, struct view text)
{
    buf_append_masked(out, text);
    buf_append_byte(out, '\n');
}

/* Append lines that say what the names in the rows leave out. */
static void append_left_out(const struct table *table, struct buf *out)
{
    static const char *const titles[] = {"workload", "protocol", "environment", "metric"};

    for (int part = CASE_PROTOCOL; part < CASE_PARTS; part++) {
        const struct name_set *names = &table->names[part];

        if (names->is_empty || !names->is_same)
            continue;
        buf_append_format(out, "%s: ", titles[part]);
        append_line(out, buf_view(&names->first));
    }
    for (int part = 0; part < CASE_METRIC; part++) {
        struct view left_out = name_set_left_out(&table->names[part]);

        if (left_out.length == 0)
            continue;
        buf_append_format(out, "%s names without ", titles[part]);
        append_line(out, left_out);
    }
}

/* --- rows --- */

/* Note the time of a run, which helps to choose the unit. RUN may be NULL. */
static void gather_time(struct table *table, const struct store_cohort *cohort,
                        const struct ranked_run *run)
{
    double unit = cohort_unit_nanoseconds(cohort->setting->unit);
    double time;

    if (run == NULL || unit == 0 || !ranking_has(run, RANKING_VALUE) || !(run->value > 0))
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
    gather_names(table, rank->cohort);
    gather_time(table, rank->cohort, rank->run);
    add_row(table, rank, sizeof *rank);
}

void table_add_record(struct table *table, const struct history_line *record)
{
    gather_names(table, record->cohort);
    gather_time(table, record->cohort, record->run);
    add_row(table, record, sizeof *record);
}

void table_add_ab(struct table *table, const struct ab_line *ab)
{
    gather_names(table, ab->pair->cohort);
    gather_time(table, ab->pair->cohort, ab->pair->base);
    gather_time(table, ab->pair->cohort, ab->pair->candidate);
    add_row(table, ab, sizeof *ab);
}

void table_add_suite(struct table *table, const struct suite_score *score)
{
    add_row(table, score, sizeof *score);
}

/* --- cells --- */

static void add_text(struct table *table, struct view text)
{
    text_table_add(&table->cells, text, TEXT_TABLE_PLAIN);
}

static void add_word(struct table *table, const char *word, enum text_table_tone tone)
{
    text_table_add(&table->cells, view_from(word), tone);
}

/* Begin a cell in TABLE->text; where the value is not KNOWN, the cell is "-". */
static bool begin_cell(struct table *table, bool known)
{
    buf_clear(&table->text);
    if (!known)
        buf_append_byte(&table->text, '-');
    return known;
}

static void end_cell(struct table *table)
{
    add_text(table, buf_view(&table->text));
}

/* The case; empty where it IS_REPEATED from the row above. */
static void add_case(struct table *table, const struct store_cohort *cohort,
                     bool is_repeated)
{
    struct buf text;

    buf_init(&text);
    if (!is_repeated)
        append_case(table, cohort, &text);
    add_text(table, buf_view(&text));
    buf_release(&text);
}

static void add_label(struct table *table, const struct ranked_run *run)
{
    add_text(table, store_implementation(table->store, run)->label);
}

/* A value of a metric: a time by the scale of the table, else with its unit. RUN may be
 * NULL, here and below. */
static void add_value(struct table *table, const struct store_setting *setting,
                      const struct ranked_run *run)
{
    struct buf *text = &table->text;
    double unit = cohort_unit_nanoseconds(setting->unit);

    if (begin_cell(table, run != NULL && ranking_has(run, RANKING_VALUE))) {
        if (unit > 0 && table->scale.name != NULL) {
            quantity_append_time(text, &table->scale, run->value * unit);
        } else {
            text->length += number_format(run->value, buf_reserve(text, NUMBER_TEXT_SIZE));
            buf_append_byte(text, ' ');
            buf_append(text, setting->unit.data, setting->unit.length);
        }
    }
    end_cell(table);
}

/* Half of p20 to p80 in percent of the value, "1?" if that is zero, or "?". */
static void add_spread(struct table *table, const struct ranked_run *run)
{
    if (begin_cell(table, run != NULL)) {
        enum ranking_spread spread = ranking_spread_of(run);

        if (spread == SPREAD_OK && run->value > 0)
            quantity_append_percent(&table->text,
                                    (run->p80 - run->p20) / 2 / run->value * 100);
        else
            buf_append_text(&table->text, spread == SPREAD_ZERO ? "1?" : "?");
    }
    end_cell(table);
}

static void add_ratio(struct table *table, bool known, double ratio)
{
    if (begin_cell(table, known))
        buf_append_format(&table->text, "%.3f", ratio);
    end_cell(table);
}

static void add_change(struct table *table, bool known, double percent)
{
    if (begin_cell(table, known))
        quantity_append_change(&table->text, percent);
    end_cell(table);
}

static void add_count(struct table *table, bool known, size_t count)
{
    if (begin_cell(table, known))
        buf_append_format(&table->text, "%zu", count);
    end_cell(table);
}

enum { TITLE_SIZE = 32 };

/* "WHAT, ms": the title of a column of values; made in TITLE where there are times. */
static const char *title_of(const struct table *table, const char *what,
                            char title[TITLE_SIZE])
{
    if (table->scale.name == NULL)
        return what;
    snprintf(title, TITLE_SIZE, "%s, %s", what, table->scale.name);
    return title;
}

/* --- ranks --- */

static void add_rank(struct table *table, const struct rank_line *row, bool is_repeated)
{
    const struct ranked_run *run = row->run;
    const char *reasons[STORE_REASONS] = {""};
    double ratio = 0;
    bool known = row->best != NULL && ratio_of(run->value, row->best->value, &ratio);

    add_case(table, row->cohort, is_repeated);
    add_count(table, run->rank != 0, run->rank);
    add_label(table, run);
    add_value(table, row->cohort->setting, run);
    add_spread(table, run);
    add_ratio(table, known, ratio);
    if (store_reasons(run, reasons) > 0)
        add_word(table, reasons[0], TEXT_TABLE_BAD);
    else
        add_word(table, ranking_has(run, RANKING_TIED) ? "tied" : "", TEXT_TABLE_PLAIN);
}

static void write_ranks(struct table *table, bool colours, struct buf *out)
{
    const struct rank_line *rows = (const void *)table->rows.data;
    size_t count = table->rows.length / sizeof *rows;
    char title[TITLE_SIZE];
    const struct text_table_column columns[] = {
        {"workload, protocol, environment", TEXT_TABLE_LEFT},
        {"rank", TEXT_TABLE_RIGHT},
        {"implementation", TEXT_TABLE_LEFT},
        {title_of(table, "value", title), TEXT_TABLE_RIGHT},
        {"\xc2\xb1", TEXT_TABLE_RIGHT},
        {"to best", TEXT_TABLE_RIGHT},
        {"note", TEXT_TABLE_LEFT}};

    text_table_init(&table->cells, columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < count; i++)
        add_rank(table, &rows[i], i > 0 && rows[i - 1].cohort == rows[i].cohort);
    text_table_write(&table->cells, colours, out);
}

/* --- records --- */

static void add_record(struct table *table, const struct history_line *row,
                       bool is_repeated)
{
    double percent = 0;
    bool known = history_improvement(row, &percent);

    add_case(table, row->cohort, is_repeated);
    add_text(table, ranking_observed_at(row->run));
    add_label(table, row->run);
    add_value(table, row->cohort->setting, row->run);
    add_change(table, known, percent);
    add_word(table, row->is_current ? "current" : "", TEXT_TABLE_PLAIN);
}

static void write_records(struct table *table, bool colours, struct buf *out)
{
    const struct history_line *rows = (const void *)table->rows.data;
    size_t count = table->rows.length / sizeof *rows;
    char title[TITLE_SIZE];
    const struct text_table_column columns[] = {
        {"workload, protocol, environment", TEXT_TABLE_LEFT},
        {"at", TEXT_TABLE_LEFT},
        {"implementation", TEXT_TABLE_LEFT},
        {title_of(table, "value", title), TEXT_TABLE_RIGHT},
        {"better by", TEXT_TABLE_RIGHT},
        {"", TEXT_TABLE_LEFT}};

    text_table_init(&table->cells, columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < count; i++)
        add_record(table, &rows[i], i > 0 && rows[i - 1].cohort == rows[i].cohort);
    text_table_write(&table->cells, colours, out);
}

/* --- comparisons --- */

/* How many times worse the candidate is; 1 where nothing was compared. */
static double worsening(const struct ab_line *row)
{
    if (!row->judgement.has_ratio)
        return 1;
    return verdict_worsening(row->judgement.ratio,
                             row->pair->cohort->setting->verdicts_go_higher);
}

/* Ties end on the order of the cases, which is that of the pairs in memory. */
static int by_severity(const void *left, const void *right)
{
    const struct ab_line *a = left;
    const struct ab_line *b = right;
    int order = verdict_compare(a->judgement.verdict, worsening(a), b->judgement.verdict,
                                worsening(b));

    return order != 0 ? order : (a->pair > b->pair) - (a->pair < b->pair);
}

static enum text_table_tone tone_of(enum verdict verdict)
{
    if (verdict >= VERDICT_FASTER)
        return TEXT_TABLE_GOOD;
    return verdict <= VERDICT_MISSING_CAND ? TEXT_TABLE_BAD : TEXT_TABLE_PLAIN;
}

/* "LABEL", or "LABEL : BASE" where the base is another implementation. */
static void add_labels(struct table *table, const struct pair *pair)
{
    const struct store *store = table->store;
    struct view label = pair_implementation(store, pair)->label;

    buf_clear(&table->text);
    buf_append(&table->text, label.data, label.length);
    if (base_is_one(table->settings->base_form) && pair->base != NULL &&
        pair->candidate != NULL) {
        struct view base = store_implementation(store, pair->base)->label;

        buf_append_text(&table->text, " : ");
        buf_append(&table->text, base.data, base.length);
    }
    end_cell(table);
}

static void add_ab(struct table *table, const struct ab_line *row)
{
    const struct pair *pair = row->pair;
    const struct store_setting *setting = pair->cohort->setting;
    const struct judgement *judgement = &row->judgement;

    add_case(table, pair->cohort, false);
    add_labels(table, pair);
    add_value(table, setting, pair->base);
    add_spread(table, pair->base);
    add_value(table, setting, pair->candidate);
    add_spread(table, pair->candidate);
    add_change(table, judgement->has_ratio, ab_change(row));
    add_word(table, verdict_name(judgement->verdict), tone_of(judgement->verdict));
    add_word(table, row->is_accepted ? "ACKNOWLEDGED" : judgement->reason,
             TEXT_TABLE_PLAIN);
}

static void write_ab(struct table *table, bool colours, struct buf *out)
{
    struct ab_line *rows = (void *)table->rows.data;
    size_t count = table->rows.length / sizeof *rows;
    char titles[2][TITLE_SIZE];
    const struct text_table_column columns[] = {
        {"workload, protocol, environment", TEXT_TABLE_LEFT},
        {"implementation", TEXT_TABLE_LEFT},
        {title_of(table, "base", titles[0]), TEXT_TABLE_RIGHT},
        {"\xc2\xb1", TEXT_TABLE_RIGHT},
        {title_of(table, "candidate", titles[1]), TEXT_TABLE_RIGHT},
        {"\xc2\xb1", TEXT_TABLE_RIGHT},
        {"change", TEXT_TABLE_RIGHT},
        {"verdict", TEXT_TABLE_LEFT},
        {"reason", TEXT_TABLE_LEFT}};

    if (count > 1)
        qsort(rows, count, sizeof *rows, by_severity);
    text_table_init(&table->cells, columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < count; i++)
        add_ab(table, &rows[i]);
    text_table_write(&table->cells, colours, out);
}

/* --- suites --- */

/* The values of a group's key, which is canonical JSON, without the paths. */
static void add_group(struct table *table, struct view group)
{
    const struct grouping *grouping = &table->settings->grouping;
    const char *at = group.data;
    const char *end = group.data + group.length;

    buf_clear(&table->text);
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
            buf_append_byte(&table->text, ' ');
        buf_append(&table->text, value, (size_t)(stop - value));
        at = stop;
    }
    end_cell(table);
}

static void write_suites(struct table *table, bool colours, struct buf *out)
{
    static const struct text_table_column columns[] = {
        {"group", TEXT_TABLE_LEFT},
        {"implementation", TEXT_TABLE_LEFT},
        {"speed-up", TEXT_TABLE_RIGHT},
        {"cases", TEXT_TABLE_RIGHT},
        {"of those compared", TEXT_TABLE_RIGHT},
        {"compared", TEXT_TABLE_RIGHT}};
    const struct suite_score *rows = (const void *)table->rows.data;
    size_t count = table->rows.length / sizeof *rows;

    text_table_init(&table->cells, columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < count; i++) {
        const struct suite_score *row = &rows[i];

        add_group(table, row->group);
        add_text(table, row->label);
        add_ratio(table, row->compared == row->count, row->geomean);
        add_count(table, true, row->count);
        add_ratio(table, row->compared > 0, row->geomean);
        add_count(table, true, row->compared);
    }
    text_table_write(&table->cells, colours, out);
}

/* --- the footer --- */

static void append_counts(struct buf *out, const struct summary_counts *counts)
{
    const char *comma = ": ";

    for (int i = 0; i < VERDICT_COUNT; i++) {
        const char *name = verdict_name((enum verdict)i);
        uint64_t times = summary_counted(counts, name);

        if (times == 0)
            continue;
        buf_append_format(out, "%s%llu %s", comma, (unsigned long long)times, name);
        comma = ", ";
    }
}

static void append_base(const struct table *table, struct buf *out)
{
    const struct compare_settings *settings = table->settings;

    buf_append_text(out, "base:");
    for (size_t i = 0; i < settings->base_texts.count; i++) {
        buf_append_byte(out, ' ');
        buf_append_masked(out, view_from(settings->base_texts.texts[i]));
    }
    buf_append_text(out,
                    "\nfloor: 1 % with raw samples, 2 % with declared intervals, 5 % else");
    if (settings->min_effect_text != NULL)
        buf_append_format(out, "; at least %s", settings->min_effect_text);
    if (settings->noise != NULL)
        buf_append_text(out, "; at least the noise of the case");
    if (settings->limits != NULL)
        buf_append_text(out, "; or the limit of the case");
    buf_append_byte(out, '\n');
}

/* Which direction is better, for the metrics of the table. */
static void append_direction(const struct table *table, struct buf *out)
{
    const struct store *store = table->store;
    size_t higher = 0;

    for (size_t i = 0; i < store_cohort_count(store); i++) {
        const struct store_setting *setting = store->ordered[i]->setting;

        higher += table->settings->mode == COMPARE_AB ? setting->verdicts_go_higher
                                                      : setting->higher_is_better;
    }
    if (higher == 0)
        buf_append_text(out, "lower is better");
    else if (higher == store_cohort_count(store))
        buf_append_text(out, "higher is better");
    else
        buf_append_text(out, "lower is better, but higher of rates");
}

static void append_footer(const struct table *table, const struct summary *summary,
                          struct buf *out)
{
    int mode = table->settings->mode;

    buf_append_byte(out, '\n');
    buf_append_format(out, "%llu row%s", (unsigned long long)summary->written,
                      summary->written == 1 ? "" : "s");
    append_counts(out, &summary->verdicts);
    buf_append_text(out, "; ");
    if (mode == COMPARE_SUITE)
        buf_append_text(out, "speed-ups, higher is better");
    else
        append_direction(table, out);
    if (mode == COMPARE_AB)
        buf_append_text(out, "; worst first");
    buf_append_byte(out, '\n');
    if (mode == COMPARE_RANK || mode == COMPARE_AB)
        buf_append_text(out,
                        "\xc2\xb1: half of p20 to p80; 1? is no width, often one sample\n");
    append_left_out(table, out);
    if (table->settings->base_form != BASE_NONE)
        append_base(table, out);
}

void table_write(struct table *table, const struct summary *summary, bool colours,
                 struct buf *out)
{
    table->scale =
        quantity_scale_of((void *)table->times.data, table->times.length / sizeof(double));
    for (int part = 0; part < CASE_PARTS; part++)
        name_set_end(&table->names[part]);
    switch ((enum compare_mode)table->settings->mode) {
    case COMPARE_RANK:
        write_ranks(table, colours, out);
        break;
    case COMPARE_RECORDS:
        write_records(table, colours, out);
        break;
    case COMPARE_NOISE: /* has no table */
        break;
    case COMPARE_AB:
        write_ab(table, colours, out);
        break;
    case COMPARE_SUITE:
        write_suites(table, colours, out);
        break;
    }
    append_footer(table, summary, out);
    text_table_release(&table->cells);
}
