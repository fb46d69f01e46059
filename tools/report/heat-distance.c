#include <config.h>

#include "heat-distance.h"

#include "chart-heat.h"
#include "leader.h"
#include "text.h"

#include "present/quantity.h"
#include "stats/quantile.h"

#include <stdlib.h>

/* --- what both have --- */

/* The implementations that occur, by number; returns how many there are. */
static size_t find_labels(const struct subjects *subjects, struct slice slice,
                          size_t labels[HEAT_COLUMNS])
{
    size_t all = subject_label_count(subjects);
    bool *occurs = mem_zeroed(all + 1, sizeof *occurs);
    size_t count = 0;

    for (size_t i = 0; i < slice.count; i++)
        occurs[subject_series(subjects, row_label(&slice.rows[i]))] = true;
    for (size_t i = 0; i < all; i++) {
        if (!occurs[i])
            continue;
        if (count < HEAT_COLUMNS)
            labels[count] = i;
        count++;
    }
    free(occurs);
    return count;
}

/* How much there is, and what of it is not drawn, as a line. */
static void write_counts(struct buf *lines, struct slice slice, size_t dropped_rows,
                         size_t labels)
{
    size_t excluded = 0;
    double rank;

    for (size_t i = 0; i < slice.count; i++)
        excluded += !row_number(&slice.rows[i], COLUMN_RANK, &rank);
    buf_append_byte(lines, '\n');
    quantity_append_counted(lines, slice_count(slice, SLICE_CASE), "case");
    buf_append_text(lines, ", ");
    quantity_append_counted(lines, excluded, "run");
    buf_append_text(lines, " excluded; ");
    if (dropped_rows > 0) {
        quantity_append_count(lines, dropped_rows);
        buf_append_text(lines, " more rows not drawn; ");
    }
    if (labels > HEAT_COLUMNS) {
        quantity_append_count(lines, labels - HEAT_COLUMNS);
        buf_append_text(lines, " implementations not drawn; ");
    }
    buf_append_text(lines, "a dashed box: not measured, or excluded");
}

/* --- cases --- */

struct grid {
    const struct subjects *subjects;
    struct slice panels[HEAT_COLUMNS];
    size_t panel_count;
    struct slice all; /* the rows of all of them */
    size_t labels[HEAT_COLUMNS];
    size_t label_count; /* of all that occur */
    struct map keys;    /* of rows, each with its number as value */
};

bool distance_next(const struct subjects *subjects, struct slice *rest,
                   struct slice *panels)
{
    struct slice behind = *rest;
    struct slice panel;

    *panels = (struct slice){rest->rows, 0};
    for (size_t i = 1; i <= HEAT_COLUMNS && slice_next(&behind, SLICE_PANEL, &panel); i++) {
        struct slice all = {rest->rows, panels->count + panel.count};
        size_t labels[HEAT_COLUMNS];

        if (i > 1 && find_labels(subjects, all, labels) * i > HEAT_COLUMNS)
            break;
        *panels = all;
    }
    rest->rows += panels->count;
    rest->count -= panels->count;
    return panels->count > 0;
}

/* A walk over the cases of a panel. The key of a case is its axes; further cases of the
 * same axes, which are neighbours, are numbered. */
struct walk {
    struct slice rest;
    struct slice slice;
    struct view axes;
    size_t number;
    struct buf key;
};

static bool walk_next(struct walk *walk)
{
    if (!slice_next(&walk->rest, SLICE_CASE, &walk->slice))
        return false;
    walk->number = view_equal(walk->axes, walk->slice.rows->axes) && walk->number > 0
                       ? walk->number + 1
                       : 1;
    walk->axes = walk->slice.rows->axes;
    buf_clear(&walk->key);
    buf_append(&walk->key, walk->axes.data, walk->axes.length);
    if (walk->number > 1)
        buf_append_format(&walk->key, " (%zu)", walk->number);
    return true;
}

static int by_key(const void *left, const void *right)
{
    const struct map_entry *a = *(const struct map_entry *const *)left;
    const struct map_entry *b = *(const struct map_entry *const *)right;

    return text_compare_natural((struct view){a->key, a->length},
                                (struct view){b->key, b->length});
}

/* Find the rows, and number them in their order. */
static void find_rows(struct grid *grid)
{
    struct map_entry **sorted;

    for (size_t i = 0; i < grid->panel_count; i++) {
        struct walk walk = {.rest = grid->panels[i]};

        buf_init(&walk.key);
        while (walk_next(&walk))
            map_put(&grid->keys, walk.key.data, walk.key.length, NULL);
        buf_release(&walk.key);
    }
    sorted = mem_zeroed(grid->keys.count + 1, sizeof *sorted);
    for (size_t i = 0; i < grid->keys.count; i++)
        sorted[i] = &grid->keys.entries[i];
    qsort(sorted, grid->keys.count, sizeof *sorted, by_key);
    for (size_t i = 0; i < grid->keys.count; i++)
        sorted[i]->value.word = i;
    free(sorted);
}

/* Fill the cells of a panel, and name its rows. */
static void fill_panel(struct grid *grid, size_t panel, const struct axes *axes,
                       struct heat *heat, struct buf names[HEAT_ROWS])
{
    size_t columns = heat->column_count / grid->panel_count;
    struct walk walk = {.rest = grid->panels[panel]};

    buf_init(&walk.key);
    while (walk_next(&walk)) {
        size_t row =
            (size_t)map_find(&grid->keys, walk.key.data, walk.key.length)->value.word;

        if (row >= HEAT_ROWS)
            continue;
        buf_clear(&names[row]);
        axes_write(grid->subjects, axes->varying, axes->varying_count, walk.slice.rows,
                   &names[row]);
        if (names[row].length == 0)
            buf_append_text(&names[row], "all");
        for (size_t i = 0; i < columns; i++)
            case_ratio(walk.slice, grid->subjects->sorted_labels[grid->labels[i]],
                       &heat->ratios[row][panel * columns + i]);
    }
    buf_release(&walk.key);
}

/* What distinguishes the panels: their protocols, and GPUs and metrics where several are.
 */
static void write_group(const struct grid *grid, size_t panel, struct buf *name)
{
    const struct row *row = grid->panels[panel].rows;
    struct view protocol = subject_protocol(grid->subjects, row);
    bool has_gpus = false;
    bool has_metrics = false;

    for (size_t i = 0; i < grid->panel_count; i++) {
        const struct row *other = grid->panels[i].rows;

        has_gpus = has_gpus || !view_equal(row_text(row, COLUMN_ENVIRONMENT),
                                           row_text(other, COLUMN_ENVIRONMENT));
        has_metrics = has_metrics || !view_equal(row_text(row, COLUMN_METRIC),
                                                 row_text(other, COLUMN_METRIC));
    }
    buf_append(name, protocol.data, protocol.length);
    if (has_gpus) {
        buf_append_text(name, ", ");
        subject_write_gpu(grid->subjects, row, name);
    }
    if (has_metrics) {
        buf_append_text(name, ", ");
        subject_write_metric(row, name);
    }
}

/* A group of columns for each panel. */
static void name_columns(const struct grid *grid, struct heat *heat,
                         struct buf groups[HEAT_COLUMNS])
{
    size_t shown = grid->label_count < HEAT_COLUMNS ? grid->label_count : HEAT_COLUMNS;

    for (size_t i = 0; i < grid->panel_count; i++) {
        write_group(grid, i, &groups[i]);
        for (size_t j = 0; j < shown; j++) {
            heat->columns[heat->column_count] =
                grid->subjects->sorted_labels[grid->labels[j]];
            heat->groups[heat->column_count++] = buf_view(&groups[i]);
        }
    }
}

static void describe_cases(const struct grid *grid, const struct heat *heat,
                           const struct axes *axes, struct buf *lines)
{
    const struct row *row = grid->all.rows;

    buf_append_text(lines, "Ratio to the best run of the case, 1 is the best\n");
    picture_write_about(grid->subjects, row, row_text(row, COLUMN_UNIT), lines);
    for (size_t i = 1; i < grid->panel_count; i++) {
        buf_append_text(lines, "; ");
        write_group(grid, i, lines);
    }
    if (axes->fixed_count > 0) {
        buf_append_byte(lines, '\n');
        axes_write(grid->subjects, axes->fixed, axes->fixed_count, row, lines);
    }
    write_counts(lines, grid->all, grid->keys.count - heat->row_count, grid->label_count);
}

static void draw_grid(struct grid *grid, struct heat *heat, struct svg *svg)
{
    struct buf names[HEAT_ROWS];
    struct buf groups[HEAT_COLUMNS];
    struct buf lines;
    struct axes axes;

    buf_init(&lines);
    for (size_t i = 0; i < HEAT_ROWS; i++)
        buf_init(&names[i]);
    for (size_t i = 0; i < HEAT_COLUMNS; i++)
        buf_init(&groups[i]);
    axes_find(&axes, grid->subjects, grid->all);
    find_rows(grid);
    heat->row_count = grid->keys.count < HEAT_ROWS ? grid->keys.count : HEAT_ROWS;
    name_columns(grid, heat, groups);
    for (size_t i = 0; i < grid->panel_count; i++)
        fill_panel(grid, i, &axes, heat, names);
    for (size_t i = 0; i < heat->row_count; i++)
        heat->rows[i] = buf_view(&names[i]);
    describe_cases(grid, heat, &axes, &lines);
    heat_draw(heat, subject_kernel(grid->subjects, grid->all.rows), buf_view(&lines), svg);
    for (size_t i = 0; i < HEAT_ROWS; i++)
        buf_release(&names[i]);
    for (size_t i = 0; i < HEAT_COLUMNS; i++)
        buf_release(&groups[i]);
    buf_release(&lines);
}

void distance_draw_cases(const struct subjects *subjects, struct slice panels,
                         struct svg *svg)
{
    struct grid grid = {.subjects = subjects, .all = panels};
    struct heat *heat = mem_zeroed(1, sizeof *heat);
    struct slice rest = panels;

    map_init(&grid.keys);
    while (grid.panel_count < HEAT_COLUMNS &&
           slice_next(&rest, SLICE_PANEL, &grid.panels[grid.panel_count]))
        grid.panel_count++;
    grid.label_count = find_labels(subjects, panels, grid.labels);
    draw_grid(&grid, heat, svg);
    map_release(&grid.keys);
    free(heat);
}

/* --- kernels --- */

/* The median ratio of an implementation over the cases of a kernel, 0: none. */
static double kernel_ratio(struct slice kernel, struct view label, double *ratios)
{
    struct slice slice;
    size_t count = 0;

    while (slice_next(&kernel, SLICE_CASE, &slice))
        if (case_ratio(slice, label, &ratios[count]))
            count++;
    return count == 0 ? 0 : quantile_median(ratios, count);
}

static void fill_kernels(const struct subjects *subjects, struct slice ranked,
                         const size_t *labels, struct heat *heat)
{
    double *ratios = mem_zeroed(ranked.count + 1, sizeof *ratios);
    struct slice kernel;

    while (heat->row_count < HEAT_ROWS && slice_next(&ranked, SLICE_KERNEL, &kernel)) {
        for (size_t i = 0; i < heat->column_count; i++)
            heat->ratios[heat->row_count][i] =
                kernel_ratio(kernel, subjects->sorted_labels[labels[i]], ratios);
        heat->rows[heat->row_count++] = subject_kernel(subjects, kernel.rows);
    }
    free(ratios);
}

void distance_draw_kernels(const struct subjects *subjects, struct slice ranked,
                           struct svg *svg)
{
    struct heat *heat = mem_zeroed(1, sizeof *heat);
    size_t labels[HEAT_COLUMNS];
    size_t label_count = find_labels(subjects, ranked, labels);
    struct buf lines;

    buf_init(&lines);
    for (size_t i = 0; i < label_count && i < HEAT_COLUMNS; i++)
        heat->columns[heat->column_count++] = subjects->sorted_labels[labels[i]];
    fill_kernels(subjects, ranked, labels, heat);
    buf_append_text(&lines, "Ratio to the best run of each case, median of all cases of a "
                            "kernel, 1 is the best\n");
    subject_write_metric_in(ranked.rows, (struct view){"", 0}, &lines);
    buf_append_text(&lines, "; all GPUs and protocols of the report");
    write_counts(&lines, ranked, slice_count(ranked, SLICE_KERNEL) - heat->row_count,
                 label_count);
    heat_draw(heat, view_from("How far from the best"), buf_view(&lines), svg);
    buf_release(&lines);
    free(heat);
}
