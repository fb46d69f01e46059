#include <config.h>

#include "chart-heat.h"

#include "leader.h"
#include "text.h"

#include "present/quantity.h"
#include "stats/quantile.h"

#include <stdlib.h>

/* --- a matrix as a picture --- */

/* A picture holds so many. */
enum { HEAT_ROWS = 120, HEAT_COLUMNS = 24 };

struct heat {
    struct view columns[HEAT_COLUMNS];
    struct view groups[HEAT_COLUMNS]; /* of a column; those of equal neighbours are one */
    size_t column_count;
    struct view rows[HEAT_ROWS];
    size_t row_count;
    double ratios[HEAT_ROWS][HEAT_COLUMNS]; /* 0: no value, a dashed box */
};

enum { ROW_HEIGHT = 22, CELL_WIDTH = 50, GROUP_GAP = 8, LEAST_WIDTH = 400 };

/* The room for COUNT names: that of the longest one, between LEAST and MOST. */
static double room_for(const struct view *names, size_t count, double least, double most)
{
    double room = least;

    for (size_t i = 0; i < count; i++) {
        double own = text_width(names[i], SVG_FONT_SMALL) + 4;

        if (own > room)
            room = own < most ? own : most;
    }
    return room;
}

static double names_width(const struct heat *heat)
{
    return room_for(heat->rows, heat->row_count, 100, 360);
}

/* The names of columns read upwards. */
static double names_height(const struct heat *heat)
{
    return room_for(heat->columns, heat->column_count, 30, 150);
}

/* How many columns from FIRST on are of one group. */
static size_t group_size(const struct heat *heat, size_t first)
{
    size_t size = 1;

    while (first + size < heat->column_count &&
           view_equal(heat->groups[first], heat->groups[first + size]))
        size++;
    return size;
}

/* The left edge of each column. Returns the right edge of the last one. */
static double place_columns(const struct heat *heat, double places[HEAT_COLUMNS])
{
    double x = names_width(heat) + 18;
    size_t size;

    for (size_t i = 0; i < heat->column_count; i += size) {
        size = group_size(heat, i);
        x += i > 0 ? GROUP_GAP : 0;
        for (size_t j = i; j < i + size; j++, x += CELL_WIDTH)
            places[j] = x;
    }
    return x;
}

/* The names of groups above those of columns. Returns where the rows begin. */
static double draw_names(const struct heat *heat, const double *places, double top,
                         struct svg *svg)
{
    double height = names_height(heat);
    size_t size;

    for (size_t i = 0; i < heat->column_count; i += size) {
        double end;

        size = group_size(heat, i);
        end = places[i + size - 1] + CELL_WIDTH;
        if (heat->groups[i].length == 0)
            continue;
        svg_text(svg, "label", SVG_START, places[i] + 2, top + 14, end - places[i],
                 heat->groups[i]);
        svg_line(svg, "axis", places[i] + 1, top + 19, end - 1, top + 19);
    }
    if (heat->column_count > 0 && heat->groups[0].length > 0)
        top += 24;
    for (size_t i = 0; i < heat->column_count; i++)
        svg_text_vertical(svg, places[i] + CELL_WIDTH / 2.0 + 4, top + height + 4, height,
                          heat->columns[i]);
    return top + height + 10;
}

static size_t find_shade(double ratio)
{
    static const double bounds[] = {1.0 + 1e-12, 1.1, 1.5, 2.5, 5};
    double apart = ratio < 1 ? 1 / ratio : ratio;
    size_t shade = 0;

    while (shade < sizeof bounds / sizeof *bounds && apart > bounds[shade])
        shade++;
    return shade;
}

static void draw_cell(double ratio, double x, double y, struct svg *svg)
{
    char class[] = "h0";
    struct buf text;
    size_t shade;

    if (!(ratio > 0)) {
        svg_rectangle(svg, "hole", x + 3, y + 3, CELL_WIDTH - 6, ROW_HEIGHT - 6);
        return;
    }
    shade = find_shade(ratio);
    class[1] = (char)('0' + shade);
    buf_init(&text);
    svg_rectangle(svg, class, x + 1, y + 1, CELL_WIDTH - 2, ROW_HEIGHT - 2);
    quantity_append_ratio(&text, ratio);
    svg_text(svg, shade > 3 ? "small on4" : "small", SVG_MIDDLE, x + CELL_WIDTH / 2.0,
             y + 15, CELL_WIDTH, buf_view(&text));
    buf_release(&text);
}

static void heat_draw(const struct heat *heat, struct view title, struct view lines,
                      struct svg *svg)
{
    double places[HEAT_COLUMNS] = {0};
    double left = names_width(heat);
    double width = place_columns(heat, places) + 12;
    double top;

    top = chart_begin(svg, width < LEAST_WIDTH ? LEAST_WIDTH : width, title, lines);
    top = draw_names(heat, places, top, svg);
    for (size_t i = 0; i < heat->row_count; i++) {
        double y = top + ROW_HEIGHT * (double)i;

        svg_text(svg, "small", SVG_END, left + 12, y + 15, left + 4, heat->rows[i]);
        for (size_t j = 0; j < heat->column_count; j++)
            draw_cell(heat->ratios[i][j], places[j], y, svg);
    }
    chart_end(svg, top + ROW_HEIGHT * (double)heat->row_count + 8);
}

/* --- what both have --- */

/* The implementations that occur, by number; returns how many there are. */
static size_t find_labels(const struct labels *labels, struct slice slice,
                          size_t series[HEAT_COLUMNS])
{
    size_t all = labels_count(labels);
    bool *occurs = mem_zeroed(all + 1, sizeof *occurs);
    size_t count = 0;

    for (size_t i = 0; i < slice.count; i++)
        occurs[labels_series(labels, rows_label(&slice.rows[i]))] = true;
    for (size_t i = 0; i < all; i++) {
        if (!occurs[i])
            continue;
        if (count < HEAT_COLUMNS)
            series[count] = i;
        count++;
    }
    free(occurs);
    return count;
}

/* How much there is, and what of it is not drawn, as a line. */
static void write_counts(struct buf *lines, struct slice slice, size_t dropped_rows,
                         size_t series)
{
    size_t excluded = 0;
    double rank;

    for (size_t i = 0; i < slice.count; i++)
        excluded += !rows_number(&slice.rows[i], COLUMN_RANK, &rank);
    buf_append_byte(lines, '\n');
    quantity_append_counted(lines, groups_count(slice, GROUPS_CASE), "case");
    buf_append_text(lines, ", ");
    quantity_append_counted(lines, excluded, "run");
    buf_append_text(lines, " excluded; ");
    if (dropped_rows > 0) {
        quantity_append_count(lines, dropped_rows);
        buf_append_text(lines, " more rows not drawn; ");
    }
    if (series > HEAT_COLUMNS) {
        quantity_append_count(lines, series - HEAT_COLUMNS);
        buf_append_text(lines, " implementations not drawn; ");
    }
    buf_append_text(lines, "a dashed box: not measured, or excluded");
}

/* --- cases --- */

struct grid {
    const struct labels *labels;
    struct slice panels[HEAT_COLUMNS];
    size_t panel_count;
    struct slice all; /* the rows of all of them */
    size_t series[HEAT_COLUMNS];
    size_t series_count; /* of all that occur */
    struct map keys;     /* of rows, each with its number as value */
};

bool chart_heat_next(const struct labels *labels, struct slice *rest, struct slice *panels)
{
    struct slice behind = *rest;
    struct slice panel;

    *panels = (struct slice){rest->rows, 0};
    for (size_t i = 1; i <= HEAT_COLUMNS && groups_next(&behind, GROUPS_PANEL, &panel);
         i++) {
        struct slice all = {rest->rows, panels->count + panel.count};
        size_t series[HEAT_COLUMNS];

        if (i > 1 && find_labels(labels, all, series) * i > HEAT_COLUMNS)
            break;
        *panels = all;
    }
    rest->rows += panels->count;
    rest->count -= panels->count;
    return panels->count > 0;
}

/* A walk over the cases of a panel. The key of a case is its axes and, in 4 bytes, its
 * number among cases of the same axes, which are neighbours. */
enum { KEY_NUMBER = 4 };

struct walk {
    struct slice rest;
    struct slice slice;
    struct view axes;
    size_t number;
    struct buf key;
};

static bool walk_next(struct walk *walk)
{
    if (!groups_next(&walk->rest, GROUPS_CASE, &walk->slice))
        return false;
    walk->number = view_equal(walk->axes, walk->slice.rows->axes) && walk->number > 0
                       ? walk->number + 1
                       : 1;
    walk->axes = walk->slice.rows->axes;
    buf_clear(&walk->key);
    buf_append(&walk->key, walk->axes.data, walk->axes.length);
    for (int shift = 24; shift >= 0; shift -= 8)
        buf_append_byte(&walk->key, (char)(walk->number >> shift & 0xff));
    return true;
}

/* The axes of a key, and its number. */
static struct view key_axes(const struct map_entry *entry)
{
    return (struct view){entry->key, entry->length - KEY_NUMBER};
}

static struct view key_number(const struct map_entry *entry)
{
    return (struct view){entry->key + entry->length - KEY_NUMBER, KEY_NUMBER};
}

static int by_key(const void *left, const void *right)
{
    const struct map_entry *a = *(const struct map_entry *const *)left;
    const struct map_entry *b = *(const struct map_entry *const *)right;
    int order = text_compare_natural(key_axes(a), key_axes(b));

    return order != 0 ? order : view_compare(key_number(a), key_number(b));
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
        groups_write_axes(grid->labels, axes->varying, axes->varying_count, walk.slice.rows,
                          &names[row]);
        if (names[row].length == 0)
            buf_append_text(&names[row], "all");
        for (size_t i = 0; i < columns; i++)
            leader_ratio_to_best(walk.slice, grid->labels->implementations[grid->series[i]],
                                 &heat->ratios[row][panel * columns + i]);
    }
    buf_release(&walk.key);
}

/* What distinguishes the panels: their protocols, and GPUs and metrics where several are.
 */
static void write_group(const struct grid *grid, size_t panel, struct buf *name)
{
    const struct row *row = grid->panels[panel].rows;
    struct view protocol = labels_protocol(grid->labels, row);
    bool has_gpus = false;
    bool has_metrics = false;

    for (size_t i = 0; i < grid->panel_count; i++) {
        const struct row *other = grid->panels[i].rows;

        has_gpus = has_gpus || !view_equal(rows_text(row, COLUMN_ENVIRONMENT),
                                           rows_text(other, COLUMN_ENVIRONMENT));
        has_metrics = has_metrics || !view_equal(rows_text(row, COLUMN_METRIC),
                                                 rows_text(other, COLUMN_METRIC));
    }
    buf_append(name, protocol.data, protocol.length);
    if (has_gpus) {
        buf_append_text(name, ", ");
        labels_write_gpu(grid->labels, row, name);
    }
    if (has_metrics) {
        buf_append_text(name, ", ");
        labels_write_metric(row, name);
    }
}

/* A group of columns for each panel. */
static void name_columns(const struct grid *grid, struct heat *heat,
                         struct buf groups[HEAT_COLUMNS])
{
    size_t shown = grid->series_count < HEAT_COLUMNS ? grid->series_count : HEAT_COLUMNS;

    for (size_t i = 0; i < grid->panel_count; i++) {
        write_group(grid, i, &groups[i]);
        for (size_t j = 0; j < shown; j++) {
            heat->columns[heat->column_count] =
                grid->labels->implementations[grid->series[j]];
            heat->groups[heat->column_count++] = buf_view(&groups[i]);
        }
    }
}

static void describe_cases(const struct grid *grid, const struct heat *heat,
                           const struct axes *axes, struct buf *lines)
{
    const struct row *row = grid->all.rows;

    buf_append_text(lines, "Ratio to the best run of the case, 1 is the best\n");
    chart_write_about(grid->labels, row, rows_text(row, COLUMN_UNIT), lines);
    for (size_t i = 1; i < grid->panel_count; i++) {
        buf_append_text(lines, "; ");
        write_group(grid, i, lines);
    }
    if (axes->fixed_count > 0) {
        buf_append_byte(lines, '\n');
        groups_write_axes(grid->labels, axes->fixed, axes->fixed_count, row, lines);
    }
    write_counts(lines, grid->all, grid->keys.count - heat->row_count, grid->series_count);
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
    groups_find_axes(&axes, grid->labels, grid->all);
    find_rows(grid);
    heat->row_count = grid->keys.count < HEAT_ROWS ? grid->keys.count : HEAT_ROWS;
    name_columns(grid, heat, groups);
    for (size_t i = 0; i < grid->panel_count; i++)
        fill_panel(grid, i, &axes, heat, names);
    for (size_t i = 0; i < heat->row_count; i++)
        heat->rows[i] = buf_view(&names[i]);
    describe_cases(grid, heat, &axes, &lines);
    heat_draw(heat, labels_kernel(grid->labels, grid->all.rows), buf_view(&lines), svg);
    for (size_t i = 0; i < HEAT_ROWS; i++)
        buf_release(&names[i]);
    for (size_t i = 0; i < HEAT_COLUMNS; i++)
        buf_release(&groups[i]);
    buf_release(&lines);
}

void chart_heat_cases(const struct labels *labels, struct slice panels, struct svg *svg)
{
    struct grid grid = {.labels = labels, .all = panels};
    struct heat *heat = mem_zeroed(1, sizeof *heat);
    struct slice rest = panels;

    map_init(&grid.keys);
    while (grid.panel_count < HEAT_COLUMNS &&
           groups_next(&rest, GROUPS_PANEL, &grid.panels[grid.panel_count]))
        grid.panel_count++;
    grid.series_count = find_labels(labels, panels, grid.series);
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

    while (groups_next(&kernel, GROUPS_CASE, &slice))
        if (leader_ratio_to_best(slice, label, &ratios[count]))
            count++;
    return count == 0 ? 0 : quantile_median(ratios, count);
}

static void fill_kernels(const struct labels *labels, struct slice ranked,
                         const size_t *series, struct heat *heat)
{
    double *ratios = mem_zeroed(ranked.count + 1, sizeof *ratios);
    struct slice kernel;

    while (heat->row_count < HEAT_ROWS && groups_next(&ranked, GROUPS_KERNEL, &kernel)) {
        for (size_t i = 0; i < heat->column_count; i++)
            heat->ratios[heat->row_count][i] =
                kernel_ratio(kernel, labels->implementations[series[i]], ratios);
        heat->rows[heat->row_count++] = labels_kernel(labels, kernel.rows);
    }
    free(ratios);
}

void chart_heat_kernels(const struct labels *labels, struct slice ranked, struct svg *svg)
{
    struct heat *heat = mem_zeroed(1, sizeof *heat);
    size_t series[HEAT_COLUMNS];
    size_t series_count = find_labels(labels, ranked, series);
    struct buf lines;

    buf_init(&lines);
    for (size_t i = 0; i < series_count && i < HEAT_COLUMNS; i++)
        heat->columns[heat->column_count++] = labels->implementations[series[i]];
    fill_kernels(labels, ranked, series, heat);
    buf_append_text(&lines, "Ratio to the best run of each case, median of all cases of a "
                            "kernel, 1 is the best\n");
    labels_write_metric_in(ranked.rows, (struct view){"", 0}, &lines);
    buf_append_text(&lines, "; all GPUs and protocols of the report");
    write_counts(&lines, ranked, groups_count(ranked, GROUPS_KERNEL) - heat->row_count,
                 series_count);
    heat_draw(heat, view_from("How far from the best"), buf_view(&lines), svg);
    buf_release(&lines);
    free(heat);
}
