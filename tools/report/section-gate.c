#include <config.h>

#include "section-gate.h"

#include "groups.h"

#include "present/quantity.h"

#include <stdlib.h>

/* A count of a gate. */
struct count {
    struct view name; /* a verdict or a reason */
    double number;
};

/* Worst first. */
enum result { RESULT_FAILED, RESULT_UNDECIDED, RESULT_PASSED, RESULT_COUNT };

struct gate {
    enum result result;
    double failed; /* counts: negative where not known */
    double accepted;
    double judged;
    double of;
    struct count *failed_by; /* worst first */
    size_t failed_by_count;
    struct count *not_judged; /* in the order of the line: by name */
    size_t not_judged_count;
};

/* --- reading --- */

/* A result that is not known counts as failed. */
static enum result find_result(struct view text)
{
    if (view_is(text, "passed") || view_is(text, "pass"))
        return RESULT_PASSED;
    return view_is(text, "undecided") ? RESULT_UNDECIDED : RESULT_FAILED;
}

static double read_number(const struct rows *rows, const struct row *row, const char *name)
{
    const struct cell *cell = rows_named(rows, row, name);

    return cell != NULL && cell->type == CELL_NUMBER ? cell->number : -1;
}

/* The counts above 0 whose names begin with PREFIX; the list is the caller's to free. */
static struct count *read_counts(const struct rows *rows, const struct row *row,
                                 const char *prefix, size_t *count)
{
    struct count *list = mem_zeroed(row->count + 1, sizeof *list);
    size_t length = strlen(prefix);

    *count = 0;
    for (size_t i = 0; i < row->count; i++) {
        const struct cell *cell = &row->cells[i];
        struct view name = rows_column_name(rows, cell->column);

        if (cell->type == CELL_NUMBER && cell->number > 0 && name.length > length &&
            memcmp(name.data, prefix, length) == 0)
            list[(*count)++] =
                (struct count){{name.data + length, name.length - length}, cell->number};
    }
    return list;
}

static int by_severity(const void *left, const void *right)
{
    const struct count *a = left;
    const struct count *b = right;
    enum verdict verdict = VERDICT_COUNT;
    enum verdict other = VERDICT_COUNT;

    verdict_find(a->name, &verdict);
    verdict_find(b->name, &other);
    return verdict != other ? (int)verdict - (int)other : view_compare(a->name, b->name);
}

/* False where the summary has no gate. */
static bool read_gate(const struct rows *rows, const struct row *row, struct gate *gate)
{
    const struct cell *result = rows_named(rows, row, "gate.result");

    if (result == NULL || result->type != CELL_TEXT)
        return false;
    gate->result = find_result(result->text);
    gate->failed = read_number(rows, row, "gate.failed");
    gate->accepted = read_number(rows, row, "gate.acknowledged");
    gate->judged = read_number(rows, row, "gate.judged");
    gate->of = read_number(rows, row, "gate.of");
    gate->failed_by = read_counts(rows, row, "gate.failed_by.", &gate->failed_by_count);
    gate->not_judged = read_counts(rows, row, "gate.not_judged.", &gate->not_judged_count);
    if (gate->failed_by_count > 0)
        qsort(gate->failed_by, gate->failed_by_count, sizeof *gate->failed_by, by_severity);
    return true;
}

/* --- the headline --- */

static void append_count(struct buf *text, const char **separator, double number,
                         struct view name)
{
    buf_append_text(text, *separator);
    *separator = ", ";
    quantity_append_number(text, number, 15);
    buf_append_byte(text, ' ');
    buf_append(text, name.data, name.length);
}

/* "The gate failed: 6 slower, 2 accepted. Judged: 37 of 45 lines with a base; not judged:
 * 8 ENVIRONMENT_DIFFERS." */
static void write_headline(struct page *page, const struct gate *gate)
{
    static const char *const words[RESULT_COUNT] = {
        "The gate failed", "The gate is undecided", "The gate passed"};
    const char *separator = ": ";
    struct buf text;

    buf_init(&text);
    buf_append_text(&text, words[gate->result]);
    for (size_t i = 0; i < gate->failed_by_count; i++)
        append_count(&text, &separator, gate->failed_by[i].number, gate->failed_by[i].name);
    if (gate->failed_by_count == 0 && gate->failed > 0)
        append_count(&text, &separator, gate->failed, view_from("failed"));
    if (gate->accepted > 0)
        append_count(&text, &separator, gate->accepted, view_from("accepted"));
    buf_append_byte(&text, '.');
    if (gate->judged >= 0 && gate->of >= 0) {
        buf_append_text(&text, " Judged: ");
        quantity_append_number(&text, gate->judged, 15);
        buf_append_text(&text, " of ");
        quantity_append_number(&text, gate->of, 15);
        buf_append_text(&text, gate->of == 1 ? " line with a base" : " lines with a base");
        separator = "; not judged: ";
        for (size_t i = 0; i < gate->not_judged_count; i++)
            append_count(&text, &separator, gate->not_judged[i].number,
                         gate->not_judged[i].name);
        buf_append_byte(&text, '.');
    }
    page_headline(page, buf_view(&text));
    buf_release(&text);
}

/* --- the table --- */

static void write_row(struct page *page, const char *what, struct view why, double number)
{
    if (!page_row(page, WEIGHT_FAILED))
        return;
    page_cell(page, STYLE_TEXT, view_from(what), NULL);
    page_cell(page, STYLE_TEXT, why, NULL);
    page_count(page, number);
    page_row_end(page);
}

static void write_table(struct page *page, const struct gate *gate)
{
    page_table(page,
               view_from("Lines that the gate failed on, by verdict; those that an "
                         "acknowledgement accepts; and those that it could not judge, "
                         "by reason."));
    page_table_column(page, view_from("Lines"), false);
    page_table_column(page, view_from("Verdict or reason"), false);
    page_table_column(page, view_from("Count"), true);
    for (size_t i = 0; i < gate->failed_by_count; i++)
        write_row(page, "failed", gate->failed_by[i].name, gate->failed_by[i].number);
    if (gate->accepted > 0)
        write_row(page, "accepted", view_from("\xe2\x80\x93"), gate->accepted);
    for (size_t i = 0; i < gate->not_judged_count; i++)
        write_row(page, "not judged", gate->not_judged[i].name, gate->not_judged[i].number);
    page_table_end(page);
}

static void write_gates(struct page *page, const struct rows *rows, struct slice summaries,
                        enum result result)
{
    for (size_t i = 0; i < summaries.count; i++) {
        struct gate gate;

        if (!read_gate(rows, &summaries.rows[i], &gate))
            continue;
        if (gate.result == result) {
            write_headline(page, &gate);
            write_table(page, &gate);
        }
        free(gate.failed_by);
        free(gate.not_judged);
    }
}

void section_gate(struct page *page, const struct labels *labels)
{
    struct slice summaries = groups_of_kind(labels->rows, ROW_SUMMARY);

    page_section(page, 2, view_from("Gate"), false);
    for (int result = 0; result < RESULT_COUNT; result++)
        write_gates(page, labels->rows, summaries, (enum result)result);
    page_section_end(page);
}
