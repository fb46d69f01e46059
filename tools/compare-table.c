#include <config.h>

#include "compare-table.h"

#include "compare-quantity.h"
#include "tool/layout.h"

#include <stdio.h>
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

/* What the names of a part have in common at their beginning, and whether they are all the
 * same; neither is repeated in each row. */
struct common_part {
    struct buf text;
    size_t skip;
    bool is_same;
    bool is_set;
};

enum { WORTH_SKIPPING = 6 };

struct writing {
    const struct table *table;
    struct common_part parts[CASE_PARTS];
    const struct summary *summary;
    struct layout layout;
    struct time_scale scale;
    struct buf text;
    bool colours;
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

/* --- cells --- */

static void add_text(struct writing *writing, struct view text)
{
    layout_add(&writing->layout, text, LAYOUT_PLAIN);
}

static void add_word(struct writing *writing, const char *word, enum layout_tone tone)
{
    layout_add(&writing->layout, (struct view){word, strlen(word)}, tone);
}

/* The case without what all cases have in common. */
static void add_case(struct writing *writing, const struct store_cohort *cohort)
{
    struct buf *text = &writing->text;
    struct buf name;

    buf_init(&name);
    buf_clear(text);
    for (int i = 0; i < CASE_PARTS; i++) {
        const struct common_part *part = &writing->parts[i];

        if (part->is_same && i > CASE_WORKLOAD)
            continue;
        if (text->length > 0)
            buf_append_byte(text, ' ');
        buf_clear(&name);
        store_case_part(cohort, (enum case_part)i, &name);
        buf_append(text, name.data + part->skip, name.length - part->skip);
    }
    buf_release(&name);
    add_text(writing, buf_view(text));
}

/* Take the names of a cohort into what all have in common: whole words of them. */
static void gather_names(struct writing *writing, const struct store_cohort *cohort)
{
    struct buf name;

    buf_init(&name);
    for (int i = 0; i < CASE_PARTS; i++) {
        struct common_part *part = &writing->parts[i];
        size_t length = 0;

        buf_clear(&name);
        store_case_part(cohort, (enum case_part)i, &name);
        if (!part->is_set) {
            buf_append(&part->text, name.data, name.length);
            part->is_same = true;
            part->is_set = true;
            part->skip = i == CASE_METRIC ? 0 : name.length;
        }
        while (length < part->skip && length < name.length &&
               part->text.data[length] == name.data[length])
            length++;
        part->is_same = part->is_same && view_equal(buf_view(&part->text), buf_view(&name));
        part->skip = length;
    }
    buf_release(&name);
}

/* A beginning ends behind a dash, and there is none of a name that all share. */
static void end_names(struct writing *writing)
{
    for (int i = 0; i < CASE_PARTS; i++) {
        struct common_part *part = &writing->parts[i];

        if (part->is_same)
            part->skip = 0;
        while (part->skip > 0 && part->text.data[part->skip - 1] != '-')
            part->skip--;
        if (part->skip < WORTH_SKIPPING)
            part->skip = 0;
    }
}

static void add_value(struct writing *writing, const struct store_setting *setting,
                      const struct entrant *run)
{
    buf_clear(&writing->text);
    if (run == NULL || !entrant_has(run, RANKING_VALUE))
        buf_append_byte(&writing->text, '-');
    else
        quantity_append(&writing->text, &writing->scale, setting, run->value);
    add_text(writing, buf_view(&writing->text));
}

static void add_spread(struct writing *writing, const struct entrant *run)
{
    buf_clear(&writing->text);
    if (run == NULL)
        buf_append_byte(&writing->text, '-');
    else
        quantity_append_spread(&writing->text, run);
    add_text(writing, buf_view(&writing->text));
}

static void add_ratio(struct writing *writing, bool known, double ratio)
{
    buf_clear(&writing->text);
    if (known)
        buf_append_format(&writing->text, "%.3f", ratio);
    else
        buf_append_byte(&writing->text, '-');
    add_text(writing, buf_view(&writing->text));
}

static void add_change(struct writing *writing, bool known, double percent)
{
    buf_clear(&writing->text);
    if (known)
        quantity_append_change(&writing->text, percent);
    else
        buf_append_byte(&writing->text, '-');
    add_text(writing, buf_view(&writing->text));
}

static void add_count(struct writing *writing, size_t count)
{
    buf_clear(&writing->text);
    buf_append_format(&writing->text, "%zu", count);
    add_text(writing, buf_view(&writing->text));
}

/* --- the scale --- */

static void gather_time(struct buf *times, const struct store_cohort *cohort,
                        const struct entrant *run)
{
    double unit = cohort_unit_nanoseconds(cohort->setting->unit);
    double time;

    if (run == NULL || unit == 0 || !entrant_has(run, RANKING_VALUE) || !(run->value > 0))
        return;
    time = run->value * unit;
    buf_append(times, (const char *)&time, sizeof time);
}

static void set_scale(struct writing *writing, struct buf *times)
{
    end_names(writing);
    writing->scale = time_scale_of((void *)times->data, times->length / sizeof(double));
    buf_release(times);
}

/* "base, ms": the title of a column of values. LIMIT bytes at TITLE. */
static const char *title_of(const struct writing *writing, const char *what, char *title,
                            size_t limit)
{
    if (writing->scale.name == NULL)
        return what;
    snprintf(title, limit, "%s, %s", what, writing->scale.name);
    return title;
}

enum { TITLE_SIZE = 32 };

/* --- ranks --- */

static void write_ranks(struct writing *writing, struct buf *out)
{
    const struct rank_line *rows = (const void *)writing->table->rows.data;
    size_t count = writing->table->rows.length / sizeof *rows;
    char title[TITLE_SIZE];
    struct buf times;

    buf_init(&times);
    for (size_t i = 0; i < count; i++) {
        gather_names(writing, rows[i].cohort);
        gather_time(&times, rows[i].cohort, rows[i].run);
    }
    set_scale(writing, &times);
    {
        const struct layout_column columns[] = {
            {"workload, protocol, environment", LAYOUT_LEFT},
            {"rank", LAYOUT_RIGHT},
            {"implementation", LAYOUT_LEFT},
            {title_of(writing, "value", title, sizeof title), LAYOUT_RIGHT},
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
                add_case(writing, rows[i].cohort);
            else
                add_word(writing, "", LAYOUT_PLAIN);
            if (run->rank != 0)
                add_count(writing, run->rank);
            else
                add_word(writing, "-", LAYOUT_PLAIN);
            add_text(writing, store_implementation(writing->table->store, run)->label);
            add_value(writing, rows[i].cohort->setting, run);
            add_spread(writing, run);
            add_ratio(writing, known, ratio);
            if (store_reasons(run, reasons) > 0)
                add_word(writing, reasons[0], LAYOUT_BAD);
            else
                add_word(writing, entrant_has(run, RANKING_TIED) ? "tied" : "",
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
        gather_names(writing, rows[i].cohort);
        gather_time(&times, rows[i].cohort, rows[i].run);
    }
    set_scale(writing, &times);
    {
        const struct layout_column columns[] = {
            {"workload, protocol, environment", LAYOUT_LEFT},
            {"at", LAYOUT_LEFT},
            {"implementation", LAYOUT_LEFT},
            {title_of(writing, "value", title, sizeof title), LAYOUT_RIGHT},
            {"better by", LAYOUT_RIGHT},
            {"", LAYOUT_LEFT}};

        layout_init(&writing->layout, columns, sizeof columns / sizeof *columns);
        for (size_t i = 0; i < count; i++) {
            const struct entrant *run = rows[i].run;
            double percent = 0;
            bool known = record_improvement(&rows[i], &percent);

            if (i == 0 || rows[i - 1].cohort != rows[i].cohort)
                add_case(writing, rows[i].cohort);
            else
                add_word(writing, "", LAYOUT_PLAIN);
            add_text(writing, (struct view){run->observed_at, run->observed_length});
            add_text(writing, store_implementation(writing->table->store, run)->label);
            add_value(writing, rows[i].cohort->setting, run);
            add_change(writing, known, percent);
            add_word(writing, rows[i].is_current ? "current" : "", LAYOUT_PLAIN);
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

    add_case(writing, pair->cohort);
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
    add_text(writing, buf_view(&writing->text));
    add_value(writing, setting, pair->base);
    add_spread(writing, pair->base);
    add_value(writing, setting, pair->candidate);
    add_spread(writing, pair->candidate);
    add_change(writing, judgement->has_ratio,
               judgement->has_ratio
                   ? (pair->candidate->value - pair->base->value) / pair->base->value * 100
                   : 0);
    add_word(writing, verdict_name(judgement->verdict), tone_of(judgement->verdict));
    add_word(writing, row->is_accepted ? "ACKNOWLEDGED" : judgement->reason, LAYOUT_PLAIN);
}

static void write_ab(struct writing *writing, struct buf *out)
{
    struct ab_row *rows = (void *)writing->table->rows.data;
    size_t count = writing->table->rows.length / sizeof *rows;
    char titles[2][TITLE_SIZE];
    struct buf times;

    buf_init(&times);
    for (size_t i = 0; i < count; i++) {
        gather_names(writing, rows[i].pair->cohort);
        gather_time(&times, rows[i].pair->cohort, rows[i].pair->base);
        gather_time(&times, rows[i].pair->cohort, rows[i].pair->candidate);
    }
    set_scale(writing, &times);
    if (count > 1)
        qsort(rows, count, sizeof *rows, by_severity);
    {
        const struct layout_column columns[] = {
            {"workload, protocol, environment", LAYOUT_LEFT},
            {"implementation", LAYOUT_LEFT},
            {title_of(writing, "base", titles[0], TITLE_SIZE), LAYOUT_RIGHT},
            {"\xc2\xb1", LAYOUT_RIGHT},
            {title_of(writing, "candidate", titles[1], TITLE_SIZE), LAYOUT_RIGHT},
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
    add_text(writing, buf_view(text));
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
        add_text(writing, row->label);
        add_ratio(writing, row->compared == row->count, row->geomean);
        add_count(writing, row->count);
        add_ratio(writing, row->compared > 0, row->geomean);
        add_count(writing, row->compared);
    }
    layout_write(&writing->layout, writing->colours, out);
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

static void append_base(const struct writing *writing, struct buf *out)
{
    const struct compare_settings *settings = writing->table->settings;

    buf_append_text(out, "base:");
    for (size_t i = 0; i < settings->base_texts.count; i++) {
        const char *text = settings->base_texts.texts[i];
        size_t room = 4 * strlen(text) + 4;

        buf_append_byte(out, ' ');
        out->length += diag_mask(buf_reserve(out, room), room, text, strlen(text));
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

/* Which direction is better, of the metrics in the table. */
static void append_direction(const struct writing *writing, struct buf *out)
{
    const struct store *store = writing->table->store;
    size_t higher = 0;

    for (size_t i = 0; i < store_cohort_count(store); i++)
        higher += store->ordered[i]->setting->higher_is_better;
    if (higher == 0)
        buf_append_text(out, "lower is better");
    else if (higher == store_cohort_count(store))
        buf_append_text(out, "higher is better");
    else
        buf_append_text(out, "lower is better, but higher of rates");
}

/* What the cases have in common. */
static void append_names(const struct writing *writing, struct buf *out)
{
    static const char *const titles[] = {"workload", "protocol", "environment", "metric"};

    for (int i = CASE_PROTOCOL; i < CASE_PARTS; i++) {
        const struct common_part *part = &writing->parts[i];
        size_t room = 4 * part->text.length + 4;

        if (!part->is_set || !part->is_same)
            continue;
        buf_append_format(out, "%s: ", titles[i]);
        out->length +=
            diag_mask(buf_reserve(out, room), room, part->text.data, part->text.length);
        buf_append_byte(out, '\n');
    }
    for (int i = 0; i < CASE_METRIC; i++) {
        const struct common_part *part = &writing->parts[i];
        size_t room = 4 * part->skip + 4;

        if (part->skip == 0)
            continue;
        buf_append_format(out, "%s names without ", titles[i]);
        out->length += diag_mask(buf_reserve(out, room), room, part->text.data, part->skip);
        buf_append_byte(out, '\n');
    }
}

static void append_footer(const struct writing *writing, struct buf *out)
{
    const struct summary *summary = writing->summary;

    buf_append_byte(out, '\n');
    buf_append_format(out, "%llu row%s", (unsigned long long)summary->written,
                      summary->written == 1 ? "" : "s");
    append_counts(out, &summary->verdicts);
    buf_append_text(out, "; ");
    if (writing->table->settings->mode == COMPARE_SUITE)
        buf_append_text(out, "speed-ups, higher is better");
    else
        append_direction(writing, out);
    if (writing->table->settings->mode == COMPARE_AB)
        buf_append_text(out, "; worst first");
    buf_append_byte(out, '\n');
    if (writing->table->settings->mode != COMPARE_SUITE &&
        writing->table->settings->mode != COMPARE_RECORDS)
        buf_append_text(out,
                        "\xc2\xb1: half of p20 to p80; 1? is no width, often one sample\n");
    append_names(writing, out);
    if (writing->table->settings->base_form != BASE_NONE)
        append_base(writing, out);
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
    append_footer(&writing, out);
    for (int i = 0; i < CASE_PARTS; i++)
        buf_release(&writing.parts[i].text);
    layout_release(&writing.layout);
    buf_release(&writing.text);
}
