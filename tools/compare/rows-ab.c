#include <config.h>

#include "rows.h"

#include <stdlib.h>

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

static enum text_table_tone tone_of(enum verdict verdict)
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

/* "LABEL", or "LABEL : BASE" where the base is another implementation. */
static void add_labels(struct writing *writing, const struct pair *pair)
{
    const struct store *store = writing->table->store;
    struct view label = pair_implementation(store, pair)->label;

    buf_clear(&writing->text);
    buf_append(&writing->text, label.data, label.length);
    if (base_is_one(writing->table->settings->base_form) && pair->base != NULL &&
        pair->candidate != NULL) {
        struct view base = store_implementation(store, pair->base)->label;

        buf_append_text(&writing->text, " : ");
        buf_append(&writing->text, base.data, base.length);
    }
    writing_add_text(writing, buf_view(&writing->text));
}

static void add_ab(struct writing *writing, const struct ab_row *row)
{
    const struct pair *pair = row->pair;
    const struct store_setting *setting = pair->cohort->setting;
    const struct judgement *judgement = &row->judgement;

    writing_add_case(writing, pair->cohort);
    add_labels(writing, pair);
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

void rows_write_ab(struct writing *writing, struct buf *out)
{
    struct ab_row *rows = (void *)writing->table->rows.data;
    size_t count = writing->table->rows.length / sizeof *rows;
    char titles[2][TITLE_SIZE];
    const struct text_table_column columns[] = {
        {"workload, protocol, environment", LAYOUT_LEFT},
        {"implementation", LAYOUT_LEFT},
        {writing_title_of(writing, "base", titles[0], TITLE_SIZE), LAYOUT_RIGHT},
        {"\xc2\xb1", LAYOUT_RIGHT},
        {writing_title_of(writing, "candidate", titles[1], TITLE_SIZE), LAYOUT_RIGHT},
        {"\xc2\xb1", LAYOUT_RIGHT},
        {"change", LAYOUT_RIGHT},
        {"verdict", LAYOUT_LEFT},
        {"reason", LAYOUT_LEFT}};

    if (count > 1)
        qsort(rows, count, sizeof *rows, by_severity);
    text_table_init(&writing->layout, columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < count; i++)
        add_ab(writing, &rows[i]);
    text_table_write(&writing->layout, writing->colours, out);
}
