#include <config.h>

#include "groups.h"

#include <stdlib.h>

struct slice groups_of_kind(const struct rows *rows, enum row_kind kind)
{
    struct slice slice = {rows->list, 0};
    size_t first = 0;

    while (first < rows->count && rows->list[first].kind < kind)
        first++;
    while (first + slice.count < rows->count &&
           rows->list[first + slice.count].kind == kind)
        slice.count++;
    slice.rows = rows->count == 0 ? NULL : rows->list + first;
    return slice;
}

static bool is_same(const struct row *a, const struct row *b, enum groups_level level)
{
    static const enum column panel[] = {COLUMN_PRODUCT, COLUMN_ENVIRONMENT, COLUMN_PROTOCOL,
                                        COLUMN_METRIC,  COLUMN_STATISTIC,   COLUMN_UNIT};

    if (!view_equal(a->kernel, b->kernel))
        return false;
    if (level == GROUPS_KERNEL)
        return true;
    for (size_t i = 0; i < sizeof panel / sizeof *panel; i++)
        if (!view_equal(rows_text(a, panel[i]), rows_text(b, panel[i])))
            return false;
    return level == GROUPS_PANEL ||
           view_equal(rows_text(a, COLUMN_COHORT), rows_text(b, COLUMN_COHORT));
}

bool groups_next(struct slice *rest, enum groups_level level, struct slice *slice)
{
    size_t count = 0;

    if (rest->count == 0)
        return false;
    while (count < rest->count && is_same(rest->rows, rest->rows + count, level))
        count++;
    *slice = (struct slice){rest->rows, count};
    rest->rows += count;
    rest->count -= count;
    return true;
}

size_t groups_count(struct slice rest, enum groups_level level)
{
    struct slice slice;
    size_t count = 0;

    while (groups_next(&rest, level, &slice))
        count++;
    return count;
}

bool groups_same_metric(const struct row *a, const struct row *b)
{
    return view_equal(rows_text(a, COLUMN_METRIC), rows_text(b, COLUMN_METRIC)) &&
           view_equal(rows_text(a, COLUMN_STATISTIC), rows_text(b, COLUMN_STATISTIC)) &&
           view_equal(rows_text(a, COLUMN_UNIT), rows_text(b, COLUMN_UNIT));
}

const struct row **groups_metrics(struct slice slice, size_t *count)
{
    const struct row **samples = mem_zeroed(slice.count + 1, sizeof *samples);

    *count = 0;
    for (size_t i = 0; i < slice.count; i++) {
        bool is_new = true;

        for (size_t j = 0; j < *count && is_new; j++)
            is_new = !groups_same_metric(samples[j], &slice.rows[i]);
        if (is_new)
            samples[(*count)++] = &slice.rows[i];
    }
    return samples;
}

/* --- axes --- */

/* Rows of one case have the same axes. The axes as text do not tell that: "a=1 b=2" may be
 * one axis or two. */
static bool is_same_case(const struct row *a, const struct row *b)
{
    struct view cohort = rows_text(a, COLUMN_COHORT);

    return cohort.length > 0 && view_equal(cohort, rows_text(b, COLUMN_COHORT));
}

static bool column_varies(struct slice slice, uint32_t column)
{
    const struct cell *first = rows_cell(slice.rows, column);

    for (size_t i = 1; i < slice.count; i++) {
        const struct cell *other;

        if (is_same_case(&slice.rows[i], &slice.rows[i - 1]))
            continue;
        other = rows_cell(&slice.rows[i], column);
        if ((first == NULL) != (other == NULL) ||
            (first != NULL && !view_equal(other->text, first->text)))
            return true;
    }
    return false;
}

static bool is_known(const struct axes *axes, uint32_t column)
{
    for (size_t i = 0; i < axes->varying_count; i++)
        if (axes->varying[i] == column)
            return true;
    for (size_t i = 0; i < axes->fixed_count; i++)
        if (axes->fixed[i] == column)
            return true;
    return false;
}

void groups_find_axes(struct axes *axes, const struct labels *labels, struct slice slice)
{
    struct view name;

    axes->varying_count = axes->fixed_count = 0;
    for (size_t i = 0; i < slice.count; i++) {
        const struct row *row = &slice.rows[i];

        if (i > 0 && is_same_case(row, &slice.rows[i - 1]))
            continue;
        for (size_t j = 0; j < row->count; j++) {
            uint32_t column = row->cells[j].column;

            if (!rows_is_axis(labels->rows, &row->cells[j], &name) ||
                is_known(axes, column))
                continue;
            if (column_varies(slice, column) && axes->varying_count < AXES_MAX)
                axes->varying[axes->varying_count++] = column;
            else if (axes->fixed_count < AXES_MAX)
                axes->fixed[axes->fixed_count++] = column;
        }
    }
}

void groups_write_axes(const struct labels *labels, const uint32_t *columns, size_t count,
                       const struct row *row, struct buf *out)
{
    size_t start = out->length;
    struct view name;

    for (size_t i = 0; i < count; i++) {
        const struct cell *cell = rows_cell(row, columns[i]);

        if (cell == NULL || !rows_is_axis(labels->rows, cell, &name))
            continue;
        if (out->length > start)
            buf_append_byte(out, ' ');
        buf_append(out, name.data, name.length);
        buf_append_byte(out, '=');
        buf_append(out, cell->text.data, cell->text.length);
    }
}
