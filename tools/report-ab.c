#include <config.h>

#include "report-ab.h"

#include "report-cell.h"
#include "report-number.h"
#include "report-ratio.h"
#include "report-verdict.h"

#include <stdlib.h>

static struct unit find_unit(const struct row *const *list, size_t count)
{
    double *values = mem_zeroed(count + 1, sizeof *values);
    size_t known = 0;
    struct unit unit;

    for (size_t i = 0; i < count; i++)
        if (row_number(list[i], COLUMN_BASE_VALUE, &values[known]))
            known++;
    unit = unit_choose(row_text(list[0], COLUMN_UNIT),
                       known == 0 ? 1 : median_of(values, known));
    free(values);
    return unit;
}

/* Sorted by the lower end. */
static void cell_interval(struct page *page, const struct row *row)
{
    double low;
    double high;
    struct buf text;

    if (!row_number(row, COLUMN_RATIO_LO, &low) ||
        !row_number(row, COLUMN_RATIO_HI, &high)) {
        cell_unknown(page);
        return;
    }
    buf_init(&text);
    number_write_ratio(&text, low);
    buf_append_text(&text, " to ");
    number_write_ratio(&text, high);
    page_cell(page, STYLE_NUMBER, buf_view(&text), &low);
    buf_release(&text);
}

static void write_row(struct page *page, const struct subjects *subjects,
                      const struct row *row, const struct unit *unit)
{
    struct buf text;

    if (!page_row(page, verdict_weight(verdict_place(row))))
        return;
    buf_init(&text);
    subject_write_gpu(subjects, row, &text);
    page_cell(page, STYLE_TEXT, row_text(row, COLUMN_VERDICT), NULL);
    page_cell(page, STYLE_TEXT, subject_kernel(subjects, row), NULL);
    page_cell(page, STYLE_TEXT, row->axes, NULL);
    page_cell(page, STYLE_TEXT, buf_view(&text), NULL);
    page_cell(page, STYLE_TEXT, subject_protocol(subjects, row), NULL);
    page_cell(page, STYLE_TEXT, row_label(row), NULL);
    page_cell(page, STYLE_TEXT, row_text(row, COLUMN_BASE_LABEL), NULL);
    cell_value(page, row, COLUMN_BASE_VALUE, unit);
    cell_value(page, row, COLUMN_CAND_VALUE, unit);
    cell_percent(page, row, COLUMN_CHANGE_PCT);
    cell_interval(page, row);
    page_cell(page, STYLE_TEXT, row_text(row, COLUMN_REASON), NULL);
    page_row_end(page);
    buf_release(&text);
}

static void write_table(struct page *page, const struct subjects *subjects,
                        const struct row *const *list, size_t count)
{
    static const char *const headings[] = {"Verdict",  "Kernel",         "Case",   "GPU",
                                           "Protocol", "Implementation", "Base is"};
    static const char *const numbers[] = {"Base", "Candidate", "Change", "Ratio, interval"};
    struct unit unit = find_unit(list, count);
    struct buf text;

    buf_init(&text);
    subject_write_metric(list[0], &text);
    buf_append_format(&text, " in %.*s, %s; worst first. Ratios are candidate / base.",
                      (int)unit.name.length, unit.name.data, subject_direction(list[0]));
    page_table(page, buf_view(&text));
    for (size_t i = 0; i < sizeof headings / sizeof *headings; i++)
        page_table_column(page, text_view(headings[i]), false);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        page_table_column(page, text_view(numbers[i]), true);
    page_table_column(page, text_view("Reason"), false);
    for (size_t i = 0; i < count; i++)
        write_row(page, subjects, list[i], &unit);
    page_table_end(page);
    buf_release(&text);
}

static void write_headline(struct page *page, const struct row *const *list, size_t count)
{
    size_t counts[VERDICTS] = {0};
    struct buf text;

    buf_init(&text);
    for (size_t i = 0; i < count; i++)
        counts[verdict_place(list[i])]++;
    number_write_counted(&text, count, "comparison");
    buf_append_text(&text, " with a base:");
    for (size_t i = 0; i < VERDICTS; i++) {
        if (counts[i] == 0)
            continue;
        buf_append_byte(&text, ' ');
        number_write_count(&text, counts[i]);
        buf_append_format(&text, " %s;", verdict_name(i));
    }
    text.data[text.length - 1] = '.';
    page_headline(page, buf_view(&text));
    buf_release(&text);
}

static void write_picture(struct page *page, const struct subjects *subjects,
                          const struct row *const *list, size_t count)
{
    struct svg svg;

    if (!page_wants_picture(page))
        return;
    svg_init(&svg);
    ratio_draw(subjects, STRIP_RATIOS, list, count < STRIP_ROWS ? count : STRIP_ROWS, count,
               &svg);
    page_picture(page, &svg);
    svg_release(&svg);
}

void ab_report(struct page *page, const struct subjects *subjects)
{
    struct slice compared = slice_of_kind(subjects->rows, ROW_AB);
    const struct row **list;

    if (compared.count == 0)
        return;
    list = verdict_sort(compared);
    write_headline(page, list, compared.count);
    page_part(page, 2, text_view("Comparison with the base"), false);
    write_picture(page, subjects, list, compared.count);
    write_table(page, subjects, list, compared.count);
    page_part_end(page);
    free(list);
}
