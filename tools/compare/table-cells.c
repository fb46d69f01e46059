#include <config.h>

#include "table-cells.h"

#include <stdio.h>

/* --- cells --- */

void writing_add_text(struct writing *writing, struct view text)
{
    text_table_add(&writing->layout, text, LAYOUT_PLAIN);
}

void writing_add_word(struct writing *writing, const char *word, enum text_table_tone tone)
{
    text_table_add(&writing->layout, view_from(word), tone);
}

void writing_add_case(struct writing *writing, const struct store_cohort *cohort)
{
    buf_clear(&writing->text);
    case_names_append_case(&writing->table->names, cohort, &writing->text);
    writing_add_text(writing, buf_view(&writing->text));
}

void writing_add_value(struct writing *writing, const struct store_setting *setting,
                       const struct entrant *run)
{
    buf_clear(&writing->text);
    if (run == NULL || !entrant_has(run, RANKING_VALUE))
        buf_append_byte(&writing->text, '-');
    else
        quantity_append(&writing->text, &writing->scale, setting, run->value);
    writing_add_text(writing, buf_view(&writing->text));
}

void writing_add_spread(struct writing *writing, const struct entrant *run)
{
    buf_clear(&writing->text);
    if (run == NULL)
        buf_append_byte(&writing->text, '-');
    else
        quantity_append_spread(&writing->text, run);
    writing_add_text(writing, buf_view(&writing->text));
}

void writing_add_ratio(struct writing *writing, bool known, double ratio)
{
    buf_clear(&writing->text);
    if (known)
        buf_append_format(&writing->text, "%.3f", ratio);
    else
        buf_append_byte(&writing->text, '-');
    writing_add_text(writing, buf_view(&writing->text));
}

void writing_add_change(struct writing *writing, bool known, double percent)
{
    buf_clear(&writing->text);
    if (known)
        quantity_append_change(&writing->text, percent);
    else
        buf_append_byte(&writing->text, '-');
    writing_add_text(writing, buf_view(&writing->text));
}

void writing_add_count(struct writing *writing, size_t count)
{
    buf_clear(&writing->text);
    buf_append_format(&writing->text, "%zu", count);
    writing_add_text(writing, buf_view(&writing->text));
}

const char *writing_title_of(const struct writing *writing, const char *what, char *title,
                             size_t limit)
{
    if (writing->scale.name == NULL)
        return what;
    snprintf(title, limit, "%s, %s", what, writing->scale.name);
    return title;
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

void writing_append_footer(const struct writing *writing, struct buf *out)
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
    case_names_append_common(&writing->table->names, out);
    if (writing->table->settings->base_form != BASE_NONE)
        append_base(writing, out);
}
