#include <config.h>

#include "chart-latency.h"

#include "axis.h"
#include "text.h"

#include "present/quantity.h"

enum { LABELS_MAX = 32, PLOT_HEIGHT = 220, LEFT = 64, RIGHT = 18 };

struct drawing {
    const struct sweep *sweep;
    const struct subjects *subjects;
    struct svg *svg;
    struct view labels[LABELS_MAX];
    size_t label_count;
    size_t excluded; /* runs without a rank */
    struct quantity_unit unit;
    struct scale x;
    struct scale y;
    double bottom;
};

/* The best run of an implementation in a case, NULL: none. */
static const struct row *find_run(struct slice slice, struct view label, double *value)
{
    double rank;

    for (const struct row *row = slice.rows; row < slice.rows + slice.count; row++)
        if (row_number(row, COLUMN_RANK, &rank) && row_number(row, COLUMN_VALUE, value) &&
            view_equal(row_label(row), label))
            return row;
    return NULL;
}

static void add_label(struct drawing *drawing, struct view label)
{
    size_t at = drawing->label_count;

    for (size_t i = 0; i < drawing->label_count; i++)
        if (view_equal(drawing->labels[i], label))
            return;
    if (at == LABELS_MAX)
        return;
    while (at > 0 && subject_series(drawing->subjects, label) <
                         subject_series(drawing->subjects, drawing->labels[at - 1])) {
        drawing->labels[at] = drawing->labels[at - 1];
        at--;
    }
    drawing->labels[at] = label;
    drawing->label_count++;
}

static void widen(double *low, double *high, bool is_first, double value)
{
    if (is_first || value < *low)
        *low = value;
    if (is_first || value > *high)
        *high = value;
}

/* Look at all runs: labels, and the range of their values. */
static bool survey(struct drawing *drawing, double *low, double *high)
{
    static const enum column shown[] = {COLUMN_VALUE, COLUMN_P20, COLUMN_P80};
    bool is_first = true;
    double number;

    for (size_t i = 0; i < drawing->sweep->count; i++)
        for (size_t j = 0; j < drawing->sweep->cases[i].count; j++) {
            const struct row *row = &drawing->sweep->cases[i].rows[j];

            if (!row_number(row, COLUMN_RANK, &number)) {
                drawing->excluded++;
                continue;
            }
            add_label(drawing, row_label(row));
            for (size_t k = 0; k < 3; k++)
                if (row_number(row, shown[k], &number)) {
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
    enum scale_kind kind = SCALE_BINARY;

    for (size_t i = 0; i <= last; i++)
        if (!is_power_of_two(case_number(drawing, i)))
            kind = low > 0 && high >= 10 * low ? SCALE_DECIMAL : SCALE_LINEAR;
    if (drawing->sweep->axis == SWEEP_NONE)
        kind = SCALE_LINEAR;
    scale_init(&drawing->x, kind, low, high, LEFT + 22, PICTURE_WIDTH - RIGHT - 22);
}

static void draw_y_axis(struct drawing *drawing, double top)
{
    double ticks[SCALE_TICKS];
    size_t count = scale_ticks(&drawing->y, 7, ticks);
    struct buf text;

    buf_init(&text);
    for (size_t i = 0; i < count; i++) {
        double y = scale_place(&drawing->y, ticks[i]);

        svg_line(drawing->svg, "grid", LEFT, y, PICTURE_WIDTH - RIGHT, y);
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
    svg_line(drawing->svg, "axis", LEFT, drawing->bottom, PICTURE_WIDTH - RIGHT,
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
            row_cell(drawing->sweep->cases[i].rows, drawing->sweep->axis);
        double x = scale_place(&drawing->x, case_number(drawing, i));
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
        cell_is_axis(drawing->subjects->rows, cell, &name);
        buf_clear(&text);
        buf_append(&text, name.data, name.length);
    }
    if (drawing->x.kind != SCALE_LINEAR && text.length > 0)
        buf_append_text(&text,
                        drawing->x.kind == SCALE_BINARY ? " (log2 scale)" : " (log scale)");
    svg_text(drawing->svg, "label", SVG_MIDDLE, (LEFT + PICTURE_WIDTH - RIGHT) / 2.0,
             drawing->bottom + 36, PICTURE_WIDTH - LEFT, buf_view(&text));
    buf_release(&text);
    return 46;
}

/* The same for cases that stand side by side. */
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
        svg_text_slanted(drawing->svg, scale_place(&drawing->x, (double)i) + 4,
                         drawing->bottom + width + 4, width,
                         drawing->sweep->cases[i].rows->axes);
    return width + 12;
}

static void write_tip(const struct drawing *drawing, const struct row *row, double value,
                      struct buf *tip)
{
    struct view label = row_label(row);

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

    if (!row_number(row, COLUMN_P20, &p20) || !row_number(row, COLUMN_P80, &p80))
        return;
    p20 = scale_place(&drawing->y, p20);
    p80 = scale_place(&drawing->y, p80);
    svg_whisker(drawing->svg, series, x, p20, x, p80);
    svg_whisker(drawing->svg, series, x - 3, p20, x + 3, p20);
    svg_whisker(drawing->svg, series, x - 3, p80, x + 3, p80);
}

static void draw_series(struct drawing *drawing, size_t number)
{
    struct view label = drawing->labels[number];
    size_t series = subject_series(drawing->subjects, label);
    double aside = 2.5 * ((double)number - (double)(drawing->label_count - 1) / 2);
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
        svg_curve_point(drawing->svg, scale_place(&drawing->x, case_number(drawing, i)),
                        scale_place(&drawing->y, value));
    }
    if (is_open)
        svg_curve_end(drawing->svg);
    buf_init(&tip);
    for (size_t i = 0; i < drawing->sweep->count; i++) {
        const struct row *row = find_run(drawing->sweep->cases[i], label, &value);
        double x = scale_place(&drawing->x, case_number(drawing, i));

        if (row == NULL)
            continue;
        draw_whisker(drawing, series, row, x + aside);
        write_tip(drawing, row, value, &tip);
        svg_marker(drawing->svg, series, x, scale_place(&drawing->y, value),
                   buf_view(&tip));
    }
    buf_release(&tip);
}

/* The lines below the title. */
static void describe(const struct drawing *drawing, struct buf *lines)
{
    const struct sweep *sweep = drawing->sweep;
    const struct row *row = sweep->cases[0].rows;
    size_t fixed = 0;

    picture_write_about(drawing->subjects, row, drawing->unit.name, lines);
    buf_append_byte(lines, '\n');
    for (size_t i = 0; i < row->count && sweep->axis != SWEEP_NONE; i++) {
        struct view name;

        if (row->cells[i].column == sweep->axis ||
            !cell_is_axis(drawing->subjects->rows, &row->cells[i], &name))
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

void latency_draw(const struct sweep *sweep, const struct subjects *subjects,
                  struct svg *svg)
{
    struct drawing drawing = {.sweep = sweep, .subjects = subjects, .svg = svg};
    const struct row *row = sweep->cases[0].rows;
    double low = 0;
    double high = 0;
    bool any = survey(&drawing, &low, &high);
    struct buf text;
    double top;

    buf_init(&text);
    drawing.unit = quantity_unit_of(row_text(row, COLUMN_UNIT), high / 5);
    describe(&drawing, &text);
    top = picture_begin(svg, PICTURE_WIDTH, subject_kernel(subjects, row), buf_view(&text));
    buf_release(&text);
    top =
        picture_legend(svg, subjects, drawing.labels, drawing.label_count, top, false) + 8;
    drawing.bottom = top + PLOT_HEIGHT;
    if (low > 0 && high > 5 * low)
        scale_init(&drawing.y, SCALE_DECIMAL, low, high, drawing.bottom, top);
    else
        scale_init(&drawing.y, SCALE_LINEAR, low > 0 ? 0 : low, any ? high : 1,
                   drawing.bottom, top);
    scale_round(&drawing.y);
    make_x_scale(&drawing);
    draw_y_axis(&drawing, top);
    top = sweep->axis == SWEEP_NONE ? draw_case_names(&drawing) : draw_x_axis(&drawing);
    for (size_t i = 0; i < drawing.label_count; i++)
        draw_series(&drawing, i);
    picture_end(svg, drawing.bottom + top);
}
