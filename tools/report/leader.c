#include <config.h>

#include "leader.h"

#include <string.h>

static bool has_spread(const struct row *row)
{
    return view_is(row_text(row, COLUMN_SPREAD_STATE), "ok");
}

/* Complete a lead of which both sides are known. OVERLAPS: all from first to next do. */
static void judge_lead(struct lead *lead, bool overlaps)
{
    double ratio;
    double first = 0;
    double next = 0;
    bool is_equal = row_number(lead->first, COLUMN_VALUE, &first) &&
                    row_number(lead->next, COLUMN_VALUE, &next) && first == next;

    lead->is_bare = !has_spread(lead->first) || !has_spread(lead->next);
    lead->is_unclear = is_equal || (overlaps && !lead->is_bare);
    if (row_number(lead->next, COLUMN_RATIO_TO_BEST, &ratio) && ratio > 0)
        lead->ratio = ratio < 1 ? 1 / ratio : ratio;
}

struct lead lead_find(struct slice slice)
{
    struct lead lead = {.first = NULL};
    bool overlaps = true;
    double rank;

    for (size_t i = 0; i < slice.count; i++) {
        const struct row *row = &slice.rows[i];

        if (!row_number(row, COLUMN_RANK, &rank)) {
            lead.excluded++;
        } else if (lead.first == NULL) {
            lead.first = row;
        } else if (lead.next == NULL) {
            overlaps = overlaps && row_is_true(row, COLUMN_SPREAD_TIE);
            if (!view_equal(row_label(row), row_label(lead.first)))
                lead.next = row;
        }
    }
    if (lead.next != NULL)
        judge_lead(&lead, overlaps);
    return lead;
}

bool case_ratio(struct slice slice, struct view label, double *ratio)
{
    for (size_t i = 0; i < slice.count; i++)
        if (view_equal(row_label(&slice.rows[i]), label) &&
            row_number(&slice.rows[i], COLUMN_RATIO_TO_BEST, ratio) && *ratio > 0)
            return true;
    return false;
}

/* How many implementations SLICE has; those are marked in PRESENT. */
size_t lead_labels(const struct subjects *subjects, struct slice slice, bool *present)
{
    size_t count = 0;

    memset(present, 0, subject_label_count(subjects) * sizeof *present);
    for (size_t i = 0; i < slice.count; i++) {
        size_t series = subject_series(subjects, row_label(&slice.rows[i]));
        double rank;

        if (present[series] || !row_number(&slice.rows[i], COLUMN_RANK, &rank))
            continue;
        present[series] = true;
        count++;
    }
    return count;
}
