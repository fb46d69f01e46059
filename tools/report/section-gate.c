#include <config.h>

#include "section-gate.h"

#include "groups.h"

#include "present/quantity.h"

/* Results have been called "pass" and "fail", too. */
static const char *gate_words(struct view result)
{
    if (view_is(result, "passed") || view_is(result, "pass"))
        return "The gate passed";
    return view_is(result, "undecided") ? "The gate is undecided" : "The gate failed";
}

void section_gate(struct page *page, const struct labels *labels)
{
    struct slice summaries = groups_of_kind(labels->rows, ROW_SUMMARY);

    for (size_t i = 0; i < summaries.count; i++) {
        const struct cell *result =
            rows_named(labels->rows, &summaries.rows[i], "gate.result");
        const struct cell *failed =
            rows_named(labels->rows, &summaries.rows[i], "gate.failed");
        const struct cell *accepted =
            rows_named(labels->rows, &summaries.rows[i], "gate.acknowledged");
        struct buf text;

        if (result == NULL || result->type != CELL_TEXT)
            continue;
        buf_init(&text);
        buf_append_text(&text, gate_words(result->text));
        if (failed != NULL && failed->type == CELL_NUMBER) {
            buf_append_text(&text, ": ");
            quantity_append_number(&text, failed->number, 15);
            buf_append_text(&text, " failed");
        }
        if (accepted != NULL && accepted->type == CELL_NUMBER && accepted->number > 0) {
            buf_append_text(&text, ", ");
            quantity_append_number(&text, accepted->number, 15);
            buf_append_text(&text, " accepted");
        }
        buf_append_byte(&text, '.');
        page_headline(page, buf_view(&text));
        buf_release(&text);
    }
}
