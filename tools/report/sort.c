#include <config.h>

#include "sort.h"

#include "text.h"

#include "record/instant.h"

#include <stdlib.h>

struct named {
    struct view name;
    uint32_t column;
};

static int by_name(const void *left, const void *right)
{
    const struct named *a = left;
    const struct named *b = right;

    return view_compare(a->name, b->name);
}

void sort_columns(const struct rows *rows, uint32_t *order)
{
    size_t count = rows->columns.count;
    struct named *named = mem_zeroed(count, sizeof *named);

    for (uint32_t i = 0; i < count; i++)
        named[i] = (struct named){rows_column_name(rows, i), i};
    qsort(named + COLUMN_COUNT, count - COLUMN_COUNT, sizeof *named, by_name);
    for (size_t i = 0; i < count; i++)
        order[i] = named[i].column;
    free(named);
}

/* Smaller numbers first, none last. */
static int compare_numbers(const struct row *a, const struct row *b, enum column column)
{
    double left = 0;
    double right = 0;
    bool has_left = rows_number(a, column, &left);
    bool has_right = rows_number(b, column, &right);

    if (has_left != has_right)
        return has_left ? -1 : 1;
    return (left > right) - (left < right);
}

/* Records in the order in which they were set: by time, at one time the worse first. */
static int compare_events(const struct row *a, const struct row *b)
{
    struct instant at;
    struct instant other;
    int order = 0;

    if (a->kind != ROW_RECORD)
        return 0;
    if (instant_read(rows_text(a, COLUMN_AT), &at) &&
        instant_read(rows_text(b, COLUMN_AT), &other))
        order = instant_compare(&at, &other);
    else
        order = view_compare(rows_text(a, COLUMN_AT), rows_text(b, COLUMN_AT));
    if (order != 0)
        return order;
    order = compare_numbers(b, a, COLUMN_VALUE);
    return view_is(rows_text(a, COLUMN_DIRECTION), "higher_is_better") ? -order : order;
}

static int by_subject(const void *left, const void *right)
{
    static const enum column keys[] = {COLUMN_PRODUCT, COLUMN_ENVIRONMENT, COLUMN_PROTOCOL,
                                       COLUMN_METRIC,  COLUMN_STATISTIC,   COLUMN_UNIT};
    static const enum column rest[] = {COLUMN_IMPLEMENTATION, COLUMN_LABEL};
    const struct row *a = left;
    const struct row *b = right;
    int order = (a->kind > b->kind) - (a->kind < b->kind);

    if (order == 0)
        order = text_compare_natural(a->kernel, b->kernel);
    for (size_t i = 0; order == 0 && i < sizeof keys / sizeof *keys; i++)
        order = view_compare(rows_text(a, keys[i]), rows_text(b, keys[i]));
    if (order == 0)
        order = text_compare_natural(a->axes, b->axes);
    if (order == 0)
        order = view_compare(rows_text(a, COLUMN_COHORT), rows_text(b, COLUMN_COHORT));
    if (order == 0)
        order = compare_numbers(a, b, COLUMN_RANK);
    if (order == 0)
        order = compare_events(a, b);
    for (size_t i = 0; order == 0 && i < sizeof rest / sizeof *rest; i++)
        order = view_compare(rows_text(a, rest[i]), rows_text(b, rest[i]));
    return order != 0 ? order : view_compare(a->bytes, b->bytes);
}

/* Whether a row repeats one before it: the same line, or in ranks and histories the same
 * run of a cohort. RUNS has a key of each run so far. */
static bool is_repeated(const struct rows *rows, const struct row *previous,
                        const struct row *row, struct map *runs, struct buf *key)
{
    const struct cell *run = rows_named(rows, row, "run_digest");
    struct view cohort = rows_text(row, COLUMN_COHORT);
    bool is_new;

    if (previous != NULL && view_equal(previous->bytes, row->bytes))
        return true;
    if ((row->kind != ROW_RANK && row->kind != ROW_RECORD) || run == NULL ||
        run->type != CELL_TEXT)
        return false;
    buf_clear(key);
    buf_append_byte(key, (char)row->kind);
    buf_append_sized(key, cohort);
    buf_append(key, run->text.data, run->text.length);
    map_put(runs, key->data, key->length, &is_new);
    return !is_new;
}

/* The rows are sorted: what remains depends on the set of lines only. */
static void remove_repeats(struct rows *rows)
{
    const struct row *previous = NULL;
    size_t count = 0;
    struct map runs;
    struct buf key;

    map_init(&runs);
    buf_init(&key);
    for (size_t i = 0; i < rows->count; i++) {
        if (is_repeated(rows, previous, &rows->list[i], &runs, &key))
            continue;
        rows->list[count] = rows->list[i];
        previous = &rows->list[count++];
    }
    rows->count = count;
    buf_release(&key);
    map_release(&runs);
}

void sort_rows(struct rows *rows)
{
    if (rows->count > 0)
        qsort(rows->list, rows->count, sizeof *rows->list, by_subject);
    remove_repeats(rows);
}

/* --- comparisons, worst first --- */

/* How many times worse the candidate is; 1 where no ratio is known. */
static double worsening(const struct row *row)
{
    double ratio = 1;

    if (!rows_number(row, COLUMN_RATIO, &ratio) || !(ratio > 0))
        return 1;
    return verdict_worsening(ratio,
                             view_is(rows_text(row, COLUMN_DIRECTION), "higher_is_better"));
}

/* The rows are neighbours in memory, in the order of sort_rows. */
static int by_severity(const void *left, const void *right)
{
    const struct row *a = *(const struct row *const *)left;
    const struct row *b = *(const struct row *const *)right;
    int order =
        verdict_compare(rows_verdict(a), worsening(a), rows_verdict(b), worsening(b));

    return order != 0 ? order : (a > b) - (a < b);
}

const struct row **sort_comparisons(struct slice compared)
{
    const struct row **list = mem_zeroed(compared.count + 1, sizeof *list);

    for (size_t i = 0; i < compared.count; i++)
        list[i] = &compared.rows[i];
    qsort(list, compared.count, sizeof *list, by_severity);
    return list;
}
