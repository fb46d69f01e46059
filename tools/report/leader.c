#include <config.h>

#include "leader.h"

#include <string.h>

static bool has_spread(const struct row *row)
{
    return view_is(rows_text(row, COLUMN_SPREAD_STATE), "ok");
}

/* Complete a leader of which both sides are known. OVERLAPS: all from first to next do. */
static void judge_leader(struct leader *leader, bool overlaps)
{
    double ratio;
    double first = 0;
    double next = 0;
    bool is_equal = rows_number(leader->first, COLUMN_VALUE, &first) &&
                    rows_number(leader->next, COLUMN_VALUE, &next) && first == next;

    leader->has_no_spread = !has_spread(leader->first) || !has_spread(leader->next);
    leader->is_unclear = is_equal || (overlaps && !leader->has_no_spread);
    if (rows_number(leader->next, COLUMN_RATIO_TO_BEST, &ratio) && ratio > 0)
        leader->ratio = ratio < 1 ? 1 / ratio : ratio;
}

struct leader leader_find(struct slice slice)
{
    struct leader leader = {.first = NULL};
    bool overlaps = true;
    double rank;

    for (size_t i = 0; i < slice.count; i++) {
        const struct row *row = &slice.rows[i];

        if (!rows_number(row, COLUMN_RANK, &rank)) {
            leader.excluded++;
        } else if (leader.first == NULL) {
            leader.first = row;
        } else if (leader.next == NULL) {
            overlaps = overlaps && rows_is_true(row, COLUMN_SPREAD_TIE);
            if (!view_equal(rows_label(row), rows_label(leader.first)))
                leader.next = row;
        }
    }
    if (leader.next != NULL)
        judge_leader(&leader, overlaps);
    return leader;
}

bool leader_ratio_to_best(struct slice slice, struct view label, double *ratio)
{
    for (size_t i = 0; i < slice.count; i++)
        if (view_equal(rows_label(&slice.rows[i]), label) &&
            rows_number(&slice.rows[i], COLUMN_RATIO_TO_BEST, ratio) && *ratio > 0)
            return true;
    return false;
}

/* How many implementations SLICE has; those are marked in PRESENT. */
size_t leader_count_labels(const struct labels *labels, struct slice slice, bool *present)
{
    size_t count = 0;

    memset(present, 0, labels_count(labels) * sizeof *present);
    for (size_t i = 0; i < slice.count; i++) {
        size_t series = labels_series(labels, rows_label(&slice.rows[i]));
        double rank;

        if (present[series] || !rows_number(&slice.rows[i], COLUMN_RANK, &rank))
            continue;
        present[series] = true;
        count++;
    }
    return count;
}
