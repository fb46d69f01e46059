#include <config.h>

#include "chart-speedup.h"

#include "leader.h"

#include "present/quantity.h"
#include "stats/quantile.h"

#include <stdlib.h>

static int by_median(const void *left, const void *right)
{
    const struct speedup *a = left;
    const struct speedup *b = right;

    if (a->median != b->median)
        return a->median > b->median ? -1 : 1;
    return (a->row > b->row) - (a->row < b->row);
}

static void begin(struct speedups *speedups, size_t values, bool is_of_ranks)
{
    memset(speedups, 0, sizeof *speedups);
    speedups->values = mem_zeroed(values + 1, sizeof *speedups->values);
    speedups->is_of_ranks = is_of_ranks;
}

/* Add one, the values of which are known. */
static void add(struct speedups *speedups, struct speedup *speedup)
{
    if (speedup->known > 0) {
        speedup->median = quantile_median(speedups->values, speedup->known);
        speedup->least = speedups->values[0];
        speedup->greatest = speedups->values[speedup->known - 1];
    }
    if (speedups->count == speedups->capacity) {
        speedups->capacity = 2 * speedups->capacity + 16;
        speedups->list =
            mem_resize(speedups->list, speedups->capacity, sizeof *speedups->list);
    }
    speedups->list[speedups->count++] = *speedup;
}

static void finish(struct speedups *speedups)
{
    if (speedups->count > 0)
        qsort(speedups->list, speedups->count, sizeof *speedups->list, by_median);
}

void chart_speedup_release(struct speedups *speedups)
{
    free(speedups->list);
    free(speedups->values);
}

/* --- of ranks --- */

/* The implementation that is first in most cases of a kernel, of equal ones the one of most
 * lines; of no length where nobody has a competitor. */
static struct view find_leader(const struct labels *labels, struct slice kernel,
                               const struct row *sample)
{
    size_t *firsts = mem_zeroed(labels_count(labels) + 1, sizeof *firsts);
    size_t most = 0;
    struct view leader = {"", 0};
    struct slice slice;

    while (groups_next(&kernel, GROUPS_CASE, &slice)) {
        struct leader best = leader_find(slice);

        if (best.next != NULL && groups_same_metric(slice.rows, sample))
            firsts[labels_series(labels, rows_label(best.first))]++;
    }
    for (size_t i = 1; i < labels_count(labels); i++)
        if (firsts[i] > firsts[most])
            most = i;
    if (firsts[most] > 0)
        leader = labels->implementations[most];
    free(firsts);
    return leader;
}

static double apart(double ratio)
{
    return ratio < 1 ? 1 / ratio : ratio;
}

/* The speed-up of an implementation over the best other one; false: a side is missing. */
static bool lead_of(struct slice slice, struct view label, double *value)
{
    double own;
    double other;

    if (!leader_ratio_to_best(slice, label, &own))
        return false;
    for (size_t i = 0; i < slice.count; i++)
        if (!view_equal(rows_label(&slice.rows[i]), label) &&
            rows_number(&slice.rows[i], COLUMN_RATIO_TO_BEST, &other) && other > 0) {
            *value = apart(other) / apart(own);
            return true;
        }
    return false;
}

void chart_speedup_rank(struct speedups *speedups, const struct labels *labels,
                        struct slice ranked, const struct row *sample)
{
    struct slice kernel;
    struct slice slice;

    begin(speedups, ranked.count, true);
    while (groups_next(&ranked, GROUPS_KERNEL, &kernel)) {
        struct speedup speedup = {.row = kernel.rows,
                                  .label = find_leader(labels, kernel, sample)};

        while (groups_next(&kernel, GROUPS_CASE, &slice)) {
            if (!groups_same_metric(slice.rows, sample))
                continue;
            speedup.cases++;
            if (lead_of(slice, speedup.label, &speedups->values[speedup.known]))
                speedup.known++;
        }
        if (speedup.cases > 0)
            add(speedups, &speedup);
    }
    finish(speedups);
}

/* --- of comparisons --- */

static void add_comparison(struct speedups *speedups, struct speedup *speedup,
                           const struct row *row)
{
    struct view base = rows_text(row, COLUMN_BASE_LABEL);
    double ratio;

    if (speedup->cases++ == 0)
        speedup->row = row;
    if (speedup->base_count == 0 && base.length > 0)
        speedup->base = base;
    if (base.length > 0 && (speedup->base_count == 0 || !view_equal(base, speedup->base)))
        speedup->base_count++;
    speedup->verdicts[rows_verdict(row)]++;
    if (!rows_number(row, COLUMN_RATIO, &ratio) || !(ratio > 0))
        return;
    if (!view_is(rows_text(row, COLUMN_DIRECTION), "higher_is_better"))
        ratio = 1 / ratio;
    speedups->values[speedup->known++] = ratio;
}

void chart_speedup_compare(struct speedups *speedups, const struct labels *labels,
                           struct slice compared, const struct row *sample)
{
    struct slice kernel;

    begin(speedups, compared.count, false);
    while (groups_next(&compared, GROUPS_KERNEL, &kernel))
        for (size_t i = 0; i < labels_count(labels); i++) {
            struct speedup speedup = {.label = labels->implementations[i]};

            for (size_t j = 0; j < kernel.count; j++)
                if (view_equal(rows_label(&kernel.rows[j]), speedup.label) &&
                    groups_same_metric(&kernel.rows[j], sample))
                    add_comparison(speedups, &speedup, &kernel.rows[j]);
            if (speedup.cases > 0)
                add(speedups, &speedup);
        }
    finish(speedups);
}

/* --- the picture --- */

/* "kernel: implementation over base". */
static void write_name(const struct labels *labels, const struct speedup *speedup,
                       struct buf *out)
{
    struct view kernel = labels_kernel(labels, speedup->row);

    buf_append(out, kernel.data, kernel.length);
    if (speedup->label.length == 0)
        return;
    buf_append_text(out, ": ");
    buf_append(out, speedup->label.data, speedup->label.length);
    if (speedup->base_count != 1)
        return;
    buf_append_text(out, " over ");
    buf_append(out, speedup->base.data, speedup->base.length);
}

static void describe(const struct speedups *speedups, size_t drawn, struct buf *lines)
{
    size_t cases = 0;
    size_t known = 0;

    for (size_t i = 0; i < speedups->count; i++) {
        cases += speedups->list[i].cases;
        known += speedups->list[i].known;
    }
    labels_write_metric_in(speedups->list->row, (struct view){"", 0}, lines);
    buf_append_text(lines, "; all GPUs and protocols of the report\n");
    buf_append_text(lines,
                    speedups->is_of_ranks
                        ? "Speed-up of what is first most often, over the best other "
                          "implementation of each case: above 1 is better\n"
                        : "Speed-up over the base: above 1 is better\n");
    buf_append_text(lines,
                    "Median of the cases of a kernel; whiskers from the least to the "
                    "greatest; a dashed box: no case has both sides\n");
    quantity_append_counted(lines, cases, speedups->is_of_ranks ? "case" : "comparison");
    buf_append_text(lines, ", ");
    quantity_append_count(lines, cases - known);
    buf_append_text(lines, " excluded without both sides; ");
    quantity_append_counted(lines, speedups->count, "row");
    buf_append_text(lines, ", ");
    quantity_append_count(lines, speedups->count - drawn);
    buf_append_text(lines, " not drawn here");
}

void chart_speedup_draw(const struct speedups *speedups, const struct labels *labels,
                        size_t first, struct svg *svg)
{
    struct chart_row rows[CHART_ROWS];
    struct buf names[CHART_ROWS];
    struct buf lines;
    size_t count = speedups->count - first;

    if (count > CHART_ROWS)
        count = CHART_ROWS;
    for (size_t i = 0; i < count; i++) {
        const struct speedup *speedup = &speedups->list[first + i];

        buf_init(&names[i]);
        write_name(labels, speedup, &names[i]);
        rows[i] = (struct chart_row){.name = buf_view(&names[i]),
                                     .series = labels_series(labels, speedup->label),
                                     .value = speedup->median,
                                     .low = speedup->known > 1 ? speedup->least : 0,
                                     .high = speedup->known > 1 ? speedup->greatest : 0};
    }
    buf_init(&lines);
    describe(speedups, count, &lines);
    chart_dots(svg, CHART_BARS,
               view_from(speedups->is_of_ranks ? "Speed-ups over the best other"
                                               : "Speed-ups over the base"),
               buf_view(&lines), rows, count);
    for (size_t i = 0; i < count; i++)
        buf_release(&names[i]);
    buf_release(&lines);
}
