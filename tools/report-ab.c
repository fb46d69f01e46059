#include <config.h>

#include "report-ab.h"

#include "report-heat.h"
#include "report-number.h"
#include "report-other.h"

#include <stdlib.h>

/* Worst first. */
static const struct {
    const char *name;
    enum page_weight weight;
} verdicts[] = {
    {"broke", WEIGHT_FAILED},        {"unusable", WEIGHT_FAILED},
    {"missing_cand", WEIGHT_FAILED}, {"both_failed", WEIGHT_FAILED},
    {"incomparable", WEIGHT_FAILED}, {"slower", WEIGHT_FAILED},
    {"unclear", WEIGHT_UNCHANGED},   {"missing_base", WEIGHT_CHANGED},
    {"fixed", WEIGHT_CHANGED},       {"faster", WEIGHT_CHANGED},
    {"same", WEIGHT_UNCHANGED},
};

enum { VERDICTS = sizeof verdicts / sizeof *verdicts };

/* The place of a row's verdict; one that is not known is with the worst. */
static size_t verdict_place(const struct row *row)
{
    struct view verdict = row_text(row, COLUMN_VERDICT);

    for (size_t i = 0; i < VERDICTS; i++)
        if (view_is(verdict, verdicts[i].name))
            return i;
    return 0;
}

static int by_badness(const void *left, const void *right)
{
    const struct row *a = *(const struct row *const *)left;
    const struct row *b = *(const struct row *const *)right;
    size_t place = verdict_place(a);
    size_t other_place = verdict_place(b);
    double effect = 0;
    double other = 0;

    if (place != other_place)
        return place < other_place ? -1 : 1;
    row_number(a, COLUMN_EFFECT, &effect);
    row_number(b, COLUMN_EFFECT, &other);
    if (effect != other)
        return effect > other ? -1 : 1;
    return (a > b) - (a < b);
}

const struct row **ab_sort(struct slice compared)
{
    const struct row **list = mem_zeroed(compared.count + 1, sizeof *list);

    for (size_t i = 0; i < compared.count; i++)
        list[i] = &compared.rows[i];
    qsort(list, compared.count, sizeof *list, by_badness);
    return list;
}

/* --- pictures --- */

/* "kernel axes protocol GPU: label". */
static void write_name(const struct subjects *subjects, const struct row *row,
                       struct buf *out)
{
    struct view kernel = subject_kernel(subjects, row);
    struct view protocol = subject_protocol(subjects, row);
    struct view label = row_label(row);

    buf_append(out, label.data, label.length);
    buf_append_text(out, ": ");
    buf_append(out, kernel.data, kernel.length);
    buf_append_byte(out, ' ');
    buf_append(out, protocol.data, protocol.length);
    buf_append_byte(out, ' ');
    buf_append(out, row->axes.data, row->axes.length);
    buf_append_text(out, ", ");
    subject_write_gpu(subjects, row, out);
}

/* The different texts of a column, or how many there are. */
static void write_all(const struct row *const *list, size_t count, enum column column,
                      const char *noun, struct buf *out)
{
    struct view first = count == 0 ? text_view("none") : row_text(list[0], column);
    struct map seen;

    map_init(&seen);
    for (size_t i = 0; i < count; i++) {
        struct view text = row_text(list[i], column);

        map_put(&seen, text.data, text.length, NULL);
    }
    if (seen.count == 1)
        buf_append_format(out, "%s %.*s", noun, (int)first.length, first.data);
    else
        number_write_counted(out, seen.count, noun);
    map_release(&seen);
}

static void describe(const struct row *const *list, size_t count, size_t all,
                     enum strip_style style, struct buf *out)
{
    subject_write_metric(list[0], out);
    buf_append_format(out, ", %s; %s\n", subject_direction(list[0]),
                      style == STRIP_RATIOS ? "ratio candidate / base; dotted: the floor"
                                            : "speed-up over the base, above 1 is better");
    write_all(list, count, COLUMN_BASE_LABEL, "base", out);
    buf_append_text(out, ", ");
    write_all(list, count, COLUMN_PRODUCT, "GPU", out);
    buf_append_text(out, ", ");
    write_all(list, count, COLUMN_PROTOCOL, "protocol", out);
    buf_append_byte(out, '\n');
    number_write_counted(out, all, "comparison");
    buf_append_text(out, ", ");
    number_write_count(out, all - count);
    buf_append_text(out, " not drawn here");
}

static struct strip_row make_row(const struct subjects *subjects, enum strip_style style,
                                 const struct row *row)
{
    struct strip_row made = {.series = subject_series(subjects, row_label(row))};
    bool higher = view_is(row_text(row, COLUMN_DIRECTION), "higher_is_better");

    row_number(row, COLUMN_RATIO, &made.value);
    row_number(row, COLUMN_RATIO_LO, &made.low);
    row_number(row, COLUMN_RATIO_HI, &made.high);
    row_number(row, COLUMN_FLOOR, &made.floor);
    if (style == STRIP_BARS)
        made = (struct strip_row){.series = made.series,
                                  .value = !higher && made.value > 0 ? 1 / made.value
                                                                     : made.value};
    return made;
}

void ab_draw(const struct subjects *subjects, enum strip_style style,
             const struct row *const *list, size_t count, size_t all, struct svg *svg)
{
    struct strip_row rows[STRIP_ROWS];
    size_t starts[STRIP_ROWS + 1];
    struct buf names;
    struct buf lines;

    if (count > STRIP_ROWS)
        count = STRIP_ROWS;
    buf_init(&names);
    buf_init(&lines);
    for (size_t i = 0; i < count; i++) {
        starts[i] = names.length;
        write_name(subjects, list[i], &names);
        rows[i] = make_row(subjects, style, list[i]);
    }
    starts[count] = names.length;
    for (size_t i = 0; i < count; i++)
        rows[i].name = (struct view){names.data + starts[i], starts[i + 1] - starts[i]};
    if (count > 0)
        describe(list, count, all, style, &lines);
    strip_draw(
        svg, style,
        text_view(style == STRIP_RATIOS ? "Ratios to the base" : "Speed-ups over the base"),
        buf_view(&lines), rows, count);
    buf_release(&names);
    buf_release(&lines);
}

/* --- the table --- */

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

static void cell_value(struct page *page, const struct row *row, enum column column,
                       const struct unit *unit)
{
    double value;
    struct buf text;

    if (!row_number(row, column, &value)) {
        page_cell(page, STYLE_NUMBER, text_view("\xe2\x80\x93"), NULL);
        return;
    }
    buf_init(&text);
    number_write_in(&text, value, unit);
    page_cell(page, STYLE_NUMBER, buf_view(&text), &value);
    buf_release(&text);
}

static void cell_percent(struct page *page, const struct row *row, enum column column)
{
    double value;
    struct buf text;

    if (!row_number(row, column, &value)) {
        page_cell(page, STYLE_NUMBER, text_view("\xe2\x80\x93"), NULL);
        return;
    }
    buf_init(&text);
    number_write_percent(&text, value);
    page_cell(page, STYLE_NUMBER, buf_view(&text), &value);
    buf_release(&text);
}

static void cell_interval(struct page *page, const struct row *row)
{
    double low;
    double high;
    struct buf text;

    buf_init(&text);
    if (row_number(row, COLUMN_RATIO_LO, &low) && row_number(row, COLUMN_RATIO_HI, &high)) {
        number_write_ratio(&text, low);
        buf_append_text(&text, " to ");
        number_write_ratio(&text, high);
    } else {
        buf_append_text(&text, "\xe2\x80\x93");
    }
    page_cell(page, STYLE_NUMBER, buf_view(&text), NULL);
    buf_release(&text);
}

static void write_row(struct page *page, const struct subjects *subjects,
                      const struct row *row, const struct unit *unit)
{
    struct buf text;

    if (!page_row(page, verdicts[verdict_place(row)].weight))
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
        buf_append_format(&text, " %s;", verdicts[i].name);
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
    ab_draw(subjects, STRIP_RATIOS, list, count < STRIP_ROWS ? count : STRIP_ROWS, count,
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
    list = ab_sort(compared);
    write_headline(page, list, compared.count);
    page_part(page, 2, text_view("Comparison with the base"), false);
    write_picture(page, subjects, list, compared.count);
    write_table(page, subjects, list, compared.count);
    page_part_end(page);
    free(list);
}

/* --- suites --- */

static const struct cell *find_cell(const struct rows *rows, const struct row *row,
                                    const char *name)
{
    const struct map_entry *entry = map_find(&rows->columns, name, strlen(name));

    return entry == NULL ? NULL : row_cell(row, (uint32_t)(entry - rows->columns.entries));
}

/* The values of the group, and the implementation. */
static void write_suite_name(const struct rows *rows, const struct row *row,
                             struct buf *out)
{
    struct view label = row_label(row);

    buf_append(out, label.data, label.length);
    for (size_t i = 0; i < row->count; i++) {
        struct view name = column_name(rows, row->cells[i].column);

        if (name.length <= 3 || memcmp(name.data, "by.", 3) != 0)
            continue;
        buf_append_text(out, out->length > 0 ? ", " : "");
        buf_append(out, row->cells[i].text.data, row->cells[i].text.length);
    }
    if (out->length == 0)
        buf_append_text(out, "all");
}

void suite_draw(const struct subjects *subjects, struct slice suites, struct svg *svg)
{
    struct strip_row rows[STRIP_ROWS];
    struct buf names[STRIP_ROWS];
    size_t count = suites.count < STRIP_ROWS ? suites.count : STRIP_ROWS;
    struct buf lines;

    buf_init(&lines);
    buf_append_text(&lines,
                    "Geometric mean of speed-ups over the cases in common, above 1 is "
                    "better\nAll GPUs and protocols of the group\n");
    number_write_counted(&lines, suites.count, "suite");
    buf_append_text(&lines, ", ");
    number_write_count(&lines, suites.count - count);
    buf_append_text(&lines, " not drawn; a dashed box: no case in common");
    for (size_t i = 0; i < count; i++) {
        const struct row *row = &suites.rows[i];
        const struct cell *mean = find_cell(subjects->rows, row, "geomean_common");

        buf_init(&names[i]);
        write_suite_name(subjects->rows, row, &names[i]);
        rows[i] = (struct strip_row){
            .name = buf_view(&names[i]),
            .series = subject_series(subjects, row_label(row)),
            .value = mean != NULL && mean->type == CELL_NUMBER ? mean->number : 0};
    }
    strip_draw(svg, STRIP_BARS, text_view("Speed-ups of suites"), buf_view(&lines), rows,
               count);
    for (size_t i = 0; i < count; i++)
        buf_release(&names[i]);
    buf_release(&lines);
}

static void write_suite(struct page *page, const struct subjects *subjects,
                        const struct row *row)
{
    static const char *const numbers[] = {"score", "n", "geomean_common", "common_n"};
    const struct cell *base = find_cell(subjects->rows, row, "base");
    struct buf name;

    if (!page_row(page, WEIGHT_CHANGED))
        return;
    buf_init(&name);
    write_suite_name(subjects->rows, row, &name);
    page_cell(page, STYLE_TEXT, buf_view(&name), NULL);
    page_cell(page, STYLE_TEXT, base == NULL ? text_view("") : base->text, NULL);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        cell_number(page, find_cell(subjects->rows, row, numbers[i]), 4);
    page_row_end(page);
    buf_release(&name);
}

void suite_report(struct page *page, const struct subjects *subjects)
{
    struct slice suites = slice_of_kind(subjects->rows, ROW_SUITE);
    struct svg svg;

    if (suites.count == 0)
        return;
    page_part(page, 2, text_view("Suites"), false);
    if (page_wants_picture(page)) {
        svg_init(&svg);
        suite_draw(subjects, suites, &svg);
        page_picture(page, &svg);
        svg_release(&svg);
    }
    page_table(page,
               text_view("Geometric means of speed-ups, above 1 is better. There is no "
                         "score where a case is missing, failed or incomparable; the "
                         "mean of the cases in common stands beside it."));
    page_table_column(page, text_view("Suite"), false);
    page_table_column(page, text_view("Base"), false);
    page_table_column(page, text_view("Score"), true);
    page_table_column(page, text_view("Cases"), true);
    page_table_column(page, text_view("Mean in common"), true);
    page_table_column(page, text_view("Cases in common"), true);
    for (size_t i = 0; i < suites.count; i++)
        write_suite(page, subjects, &suites.rows[i]);
    page_table_end(page);
    page_part_end(page);
}
