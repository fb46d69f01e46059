#include <config.h>

#include "chart-latency.h"

#include "axis.h"
#include "text.h"

#include "present/quantity.h"

#include <stdlib.h>

/* --- sweeps --- */

void chart_latency_init(struct sweeps *sweeps)
{
    memset(sweeps, 0, sizeof *sweeps);
    arena_init(&sweeps->memory);
}

void chart_latency_release(struct sweeps *sweeps)
{
    free(sweeps->list);
    arena_release(&sweeps->memory);
}

struct search {
    const struct labels *labels;
    struct slice cases[SWEEP_CASES];
    bool is_covered[SWEEP_CASES];
    size_t count;
    struct axes axes;
};

static bool sweep_number(struct slice slice, uint32_t column, double *number)
{
    const struct cell *cell = rows_cell(slice.rows, column);

    if (cell == NULL || cell->type != CELL_NUMBER)
        return false;
    *number = cell->number;
    return true;
}

/* Whether two cases are equal in all varying axes but AXIS. */
static bool differs_in_axis_only(const struct search *search, size_t a, size_t b,
                                 uint32_t axis)
{
    for (size_t i = 0; i < search->axes.varying_count; i++) {
        uint32_t column = search->axes.varying[i];
        const struct cell *left = rows_cell(search->cases[a].rows, column);
        const struct cell *right = rows_cell(search->cases[b].rows, column);

        if (column == axis)
            continue;
        if ((left == NULL) != (right == NULL) ||
            (left != NULL && !view_equal(left->text, right->text)))
            return false;
    }
    return true;
}

/* The sweep of AXIS through a case: its members, and how many of them are in none yet. */
static size_t gather(const struct search *search, size_t seed, uint32_t axis,
                     bool members[SWEEP_CASES], size_t *fresh)
{
    size_t count = 0;
    double number;

    *fresh = 0;
    for (size_t i = 0; i < search->count; i++) {
        members[i] = sweep_number(search->cases[i], axis, &number) &&
                     differs_in_axis_only(search, seed, i, axis);
        count += members[i];
        *fresh += members[i] && !search->is_covered[i];
    }
    return count;
}

static void add_sweep(struct sweeps *sweeps, struct search *search,
                      const bool members[SWEEP_CASES], uint32_t axis)
{
    struct sweep *sweep;
    double key = 0;
    double other = 0;

    sweeps->list = mem_resize(sweeps->list, sweeps->count + 1, sizeof *sweeps->list);
    sweep = &sweeps->list[sweeps->count++];
    *sweep = (struct sweep){axis, NULL, 0};
    sweep->cases = arena_array(&sweeps->memory, search->count, sizeof *sweep->cases);
    for (size_t i = 0; i < search->count; i++) {
        size_t at = sweep->count;

        if (!members[i])
            continue;
        search->is_covered[i] = true;
        while (at > 0 && axis != SWEEP_NONE && sweep_number(search->cases[i], axis, &key) &&
               sweep_number(sweep->cases[at - 1], axis, &other) && key < other) {
            sweep->cases[at] = sweep->cases[at - 1];
            at--;
        }
        sweep->cases[at] = search->cases[i];
        sweep->count++;
    }
}

/* Add the sweep that shows most of the cases in none yet; false: there is none. */
static bool add_largest(struct sweeps *sweeps, struct search *search)
{
    bool members[SWEEP_CASES];
    size_t best_fresh = 0;
    size_t best_seed = 0;
    size_t fresh;
    uint32_t best_axis = SWEEP_NONE;

    for (size_t i = 0; i < search->axes.varying_count; i++)
        for (size_t seed = 0; seed < search->count; seed++) {
            if (search->is_covered[seed] ||
                gather(search, seed, search->axes.varying[i], members, &fresh) < 2 ||
                fresh <= best_fresh)
                continue;
            best_fresh = fresh;
            best_seed = seed;
            best_axis = search->axes.varying[i];
        }
    if (best_axis == SWEEP_NONE)
        return false;
    gather(search, best_seed, best_axis, members, &fresh);
    add_sweep(sweeps, search, members, best_axis);
    return true;
}

void chart_latency_find(struct sweeps *sweeps, const struct labels *labels,
                        struct slice panel)
{
    struct search *search = mem_zeroed(1, sizeof *search);
    bool rest[SWEEP_CASES];
    size_t left = 0;
    struct slice remaining = panel;

    sweeps->count = 0;
    arena_reset(&sweeps->memory);
    search->labels = labels;
    while (search->count < SWEEP_CASES &&
           groups_next(&remaining, GROUPS_CASE, &search->cases[search->count]))
        search->count++;
    if (remaining.count == 0) {
        groups_find_axes(&search->axes, labels, panel);
        while (add_largest(sweeps, search))
            continue;
        for (size_t i = 0; i < search->count; i++) {
            rest[i] = !search->is_covered[i];
            left += rest[i];
        }
        if (left > 0)
            add_sweep(sweeps, search, rest, SWEEP_NONE);
    }
    free(search);
}

/* --- the picture --- */

enum { LABELS_MAX = 32, PLOT_HEIGHT = 220, LEFT = 64, RIGHT = 18 };

struct drawing {
    const struct sweep *sweep;
    const struct labels *labels;
    struct svg *svg;
    struct view names[LABELS_MAX];
    size_t name_count;
    size_t excluded; /* runs without a rank */
    struct quantity_unit unit;
    struct axis x;
    struct axis y;
    double bottom;
};

/* The best run of an implementation in a case, NULL: none. */
static const struct row *find_run(struct slice slice, struct view label, double *value)
{
    double rank;

    for (const struct row *row = slice.rows; row < slice.rows + slice.count; row++)
        if (rows_number(row, COLUMN_RANK, &rank) && rows_number(row, COLUMN_VALUE, value) &&
            view_equal(rows_label(row), label))
            return row;
    return NULL;
}

static void add_label(struct drawing *drawing, struct view label)
{
    size_t at = drawing->name_count;

    for (size_t i = 0; i < drawing->name_count; i++)
        if (view_equal(drawing->names[i], label))
            return;
    if (at == LABELS_MAX)
        return;
    while (at > 0 && labels_series(drawing->labels, label) <
                         labels_series(drawing->labels, drawing->names[at - 1])) {
        drawing->names[at] = drawing->names[at - 1];
        at--;
    }
    drawing->names[at] = label;
    drawing->name_count++;
}

static void widen(double *low, double *high, bool is_first, double value)
{
    if (is_first || value < *low)
        *low = value;
    if (is_first || value > *high)
        *high = value;
}

/* Look at all runs: labels, and the range of their values. */
static bool find_range(struct drawing *drawing, double *low, double *high)
{
    static const enum column shown[] = {COLUMN_VALUE, COLUMN_P20, COLUMN_P80};
    bool is_first = true;
    double number;

    for (size_t i = 0; i < drawing->sweep->count; i++)
        for (size_t j = 0; j < drawing->sweep->cases[i].count; j++) {
            const struct row *row = &drawing->sweep->cases[i].rows[j];

            if (!rows_number(row, COLUMN_RANK, &number)) {
                drawing->excluded++;
                continue;
            }
            add_label(drawing, rows_label(row));
            for (size_t k = 0; k < 3; k++)
                if (rows_number(row, shown[k], &number)) {
                    widen(low, high, is_first, number);
                    is_first = false;
                }
        }
    return !is_first;
}

static double case_number(const struct drawing *drawing, size_t i)
{
    double number = (double)i;

    if (drawing->sweep->axis != SWEEP_NONE)
        sweep_number(drawing->sweep->cases[i], drawing->sweep->axis, &number);
    return number;
}

static bool is_power_of_two(double number)
{
    double power = 1;

    while (power < number && power < 1e300)
        power *= 2;
    return power == number;
}

static void make_x_scale(struct drawing *drawing)
{
    size_t last = drawing->sweep->count - 1;
    double low = case_number(drawing, 0);
    double high = case_number(drawing, last);
    enum axis_kind kind = AXIS_BINARY;

    for (size_t i = 0; i <= last; i++)
        if (!is_power_of_two(case_number(drawing, i)))
            kind = low > 0 && high >= 10 * low ? AXIS_DECIMAL : AXIS_LINEAR;
    if (drawing->sweep->axis == SWEEP_NONE)
        kind = AXIS_LINEAR;
    axis_init(&drawing->x, kind, low, high, LEFT + 22, CHART_WIDTH - RIGHT - 22);
}

static void draw_y_axis(struct drawing *drawing, double top)
{
    double ticks[AXIS_TICKS];
    size_t count = axis_ticks(&drawing->y, 7, ticks);
    struct buf text;

    buf_init(&text);
    for (size_t i = 0; i < count; i++) {
        double y = axis_place(&drawing->y, ticks[i]);

        svg_line(drawing->svg, "grid", LEFT, y, CHART_WIDTH - RIGHT, y);
        buf_clear(&text);
        quantity_append_value(&text, ticks[i], &drawing->unit);
        if (i + 1 == count) {
            buf_append_byte(&text, ' ');
            buf_append(&text, drawing->unit.name.data, drawing->unit.name.length);
        }
        svg_text(drawing->svg, "small", SVG_END, LEFT - 6, y + 4, LEFT - 8,
                 buf_view(&text));
    }
    svg_line(drawing->svg, "axis", LEFT, top, LEFT, drawing->bottom);
    svg_line(drawing->svg, "axis", LEFT, drawing->bottom, CHART_WIDTH - RIGHT,
             drawing->bottom);
    buf_release(&text);
}

/* Name each case that has room, and the axis. Returns the height used. */
static double draw_x_axis(struct drawing *drawing)
{
    double end = -1e9;
    struct view name;
    struct buf text;

    buf_init(&text);
    for (size_t i = 0; i < drawing->sweep->count; i++) {
        const struct cell *cell =
            rows_cell(drawing->sweep->cases[i].rows, drawing->sweep->axis);
        double x = axis_place(&drawing->x, case_number(drawing, i));
        double half;

        svg_line(drawing->svg, "axis", x, drawing->bottom, x, drawing->bottom + 4);
        if (cell == NULL)
            continue;
        half = text_width(cell->text, SVG_FONT_SMALL) / 2;
        if (x - half < end + 4 || half > 60)
            continue;
        end = x + half;
        svg_text(drawing->svg, "small", SVG_MIDDLE, x, drawing->bottom + 17, 120,
                 cell->text);
        rows_is_axis(drawing->labels->rows, cell, &name);
        buf_clear(&text);
        buf_append(&text, name.data, name.length);
    }
    if (drawing->x.kind != AXIS_LINEAR && text.length > 0)
        buf_append_text(&text,
                        drawing->x.kind == AXIS_BINARY ? " (log2 scale)" : " (log scale)");
    svg_text(drawing->svg, "label", SVG_MIDDLE, (LEFT + CHART_WIDTH - RIGHT) / 2.0,
             drawing->bottom + 36, CHART_WIDTH - LEFT, buf_view(&text));
    buf_release(&text);
    return 46;
}

/* Name cases that are not of a sweep. Returns the height used. */
static double draw_case_names(struct drawing *drawing)
{
    double width = 40;
    double spacing = drawing->sweep->count < 2 ? 100
                                               : (drawing->x.to - drawing->x.from) /
                                                     (double)(drawing->sweep->count - 1);
    size_t stride = spacing >= 14 ? 1 : (size_t)(14 / spacing) + 1;

    for (size_t i = 0; i < drawing->sweep->count; i++) {
        double own = text_width(drawing->sweep->cases[i].rows->axes, SVG_FONT_SMALL) + 4;

        if (own > width)
            width = own < 150 ? own : 150;
    }
    for (size_t i = 0; i < drawing->sweep->count; i += stride)
        svg_text_vertical(drawing->svg, axis_place(&drawing->x, (double)i) + 4,
                          drawing->bottom + width + 4, width,
                          drawing->sweep->cases[i].rows->axes);
    return width + 12;
}

static void write_tip(const struct drawing *drawing, const struct row *row, double value,
                      struct buf *tip)
{
    struct view label = rows_label(row);

    buf_clear(tip);
    buf_append(tip, label.data, label.length);
    buf_append_text(tip, ": ");
    quantity_append_value(tip, value, &drawing->unit);
    buf_append_byte(tip, ' ');
    buf_append(tip, drawing->unit.name.data, drawing->unit.name.length);
    buf_append_text(tip, ", ");
    buf_append(tip, row->axes.data, row->axes.length);
}

static void draw_whisker(struct drawing *drawing, size_t series, const struct row *row,
                         double x)
{
    double p20;
    double p80;

    if (!rows_number(row, COLUMN_P20, &p20) || !rows_number(row, COLUMN_P80, &p80))
        return;
    p20 = axis_place(&drawing->y, p20);
    p80 = axis_place(&drawing->y, p80);
    svg_whisker(drawing->svg, series, x, p20, x, p80);
    svg_whisker(drawing->svg, series, x - 3, p20, x + 3, p20);
    svg_whisker(drawing->svg, series, x - 3, p80, x + 3, p80);
}

static void draw_series(struct drawing *drawing, size_t number)
{
    struct view label = drawing->names[number];
    size_t series = labels_series(drawing->labels, label);
    double aside = 2.5 * ((double)number - (double)(drawing->name_count - 1) / 2);
    bool is_open = false;
    double value;
    struct buf tip;

    for (size_t i = 0; i < drawing->sweep->count; i++) {
        if (find_run(drawing->sweep->cases[i], label, &value) == NULL) {
            if (is_open)
                svg_curve_end(drawing->svg);
            is_open = false;
            continue;
        }
        if (!is_open)
            svg_curve_begin(drawing->svg, series);
        is_open = true;
        svg_curve_point(drawing->svg, axis_place(&drawing->x, case_number(drawing, i)),
                        axis_place(&drawing->y, value));
    }
    if (is_open)
        svg_curve_end(drawing->svg);
    buf_init(&tip);
    for (size_t i = 0; i < drawing->sweep->count; i++) {
        const struct row *row = find_run(drawing->sweep->cases[i], label, &value);
        double x = axis_place(&drawing->x, case_number(drawing, i));

        if (row == NULL)
            continue;
        draw_whisker(drawing, series, row, x + aside);
        write_tip(drawing, row, value, &tip);
        svg_marker(drawing->svg, series, x, axis_place(&drawing->y, value), buf_view(&tip));
    }
    buf_release(&tip);
}

/* The lines below the title. */
static void describe(const struct drawing *drawing, struct buf *lines)
{
    const struct sweep *sweep = drawing->sweep;
    const struct row *row = sweep->cases[0].rows;
    size_t fixed = 0;

    chart_write_about(drawing->labels, row, drawing->unit.name, lines);
    buf_append_byte(lines, '\n');
    for (size_t i = 0; i < row->count && sweep->axis != SWEEP_NONE; i++) {
        struct view name;

        if (row->cells[i].column == sweep->axis ||
            !rows_is_axis(drawing->labels->rows, &row->cells[i], &name))
            continue;
        buf_append_text(lines, fixed++ == 0 ? "" : " ");
        buf_append_format(lines, "%.*s=%.*s", (int)name.length, name.data,
                          (int)row->cells[i].text.length, row->cells[i].text.data);
    }
    buf_append_text(lines, fixed > 0 ? "\n" : "");
    quantity_append_counted(lines, sweep->count, "case");
    buf_append_text(lines, ", ");
    quantity_append_counted(lines, drawing->excluded, "run");
    buf_append_text(lines, " excluded");
    buf_append_text(lines, "; whiskers p20 to p80");
}

void chart_latency_draw(const struct sweep *sweep, const struct labels *labels,
                        struct svg *svg)
{
    struct drawing drawing = {.sweep = sweep, .labels = labels, .svg = svg};
    const struct row *row = sweep->cases[0].rows;
    double low = 0;
    double high = 0;
    bool any = find_range(&drawing, &low, &high);
    struct buf text;
    double top;

    buf_init(&text);
    drawing.unit = quantity_unit_of(rows_text(row, COLUMN_UNIT), high / 5);
    describe(&drawing, &text);
    top = chart_begin(svg, CHART_WIDTH, labels_kernel(labels, row), buf_view(&text));
    buf_release(&text);
    top = chart_legend(svg, labels, drawing.names, drawing.name_count, top, false) + 8;
    drawing.bottom = top + PLOT_HEIGHT;
    if (low > 0 && high > 5 * low)
        axis_init(&drawing.y, AXIS_DECIMAL, low, high, drawing.bottom, top);
    else
        axis_init(&drawing.y, AXIS_LINEAR, low > 0 ? 0 : low, any ? high : 1,
                  drawing.bottom, top);
    axis_round(&drawing.y);
    make_x_scale(&drawing);
    draw_y_axis(&drawing, top);
    top = sweep->axis == SWEEP_NONE ? draw_case_names(&drawing) : draw_x_axis(&drawing);
    for (size_t i = 0; i < drawing.name_count; i++)
        draw_series(&drawing, i);
    chart_end(svg, drawing.bottom + top);
}
