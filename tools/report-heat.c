#include <config.h>

#include "report-heat.h"

#include "report-lead.h"
#include "report-number.h"
#include "report-text.h"

#include <stdlib.h>

enum { ROW_HEIGHT = 22, CELL_WIDTH = 58, NAME_WIDTH = 190 };

/* --- the matrix --- */

struct heat {
    const struct subjects *subjects;
    struct svg *svg;
    size_t columns[HEAT_COLUMNS]; /* numbers of implementations */
    size_t column_count;
    size_t left_out; /* implementations */
    double top;
    double width;
};

/* The implementations that occur, by number. */
static void find_columns(struct heat *heat, struct slice slice)
{
    size_t all = subject_label_count(heat->subjects);
    bool *occurs = mem_zeroed(all + 1, sizeof *occurs);

    for (size_t i = 0; i < slice.count; i++)
        occurs[subject_series(heat->subjects, row_label(&slice.rows[i]))] = true;
    for (size_t i = 0; i < all; i++) {
        if (!occurs[i])
            continue;
        if (heat->column_count < HEAT_COLUMNS)
            heat->columns[heat->column_count++] = i;
        else
            heat->left_out++;
    }
    free(occurs);
    heat->width = NAME_WIDTH + 24 + CELL_WIDTH * (double)heat->column_count;
    if (heat->width < 400)
        heat->width = 400;
}

static double column_place(size_t column)
{
    return NAME_WIDTH + 12 + CELL_WIDTH * (double)column;
}

/* Names of implementations, upwards above their columns. */
static void draw_names(struct heat *heat)
{
    double height = 30;

    for (size_t i = 0; i < heat->column_count; i++) {
        double own =
            text_width(heat->subjects->sorted_labels[heat->columns[i]], SVG_FONT_SMALL) + 4;

        if (own > height)
            height = own < 130 ? own : 130;
    }
    for (size_t i = 0; i < heat->column_count; i++)
        svg_text_slanted(heat->svg, column_place(i) + CELL_WIDTH / 2.0 + 4,
                         heat->top + height + 4, height,
                         heat->subjects->sorted_labels[heat->columns[i]]);
    heat->top += height + 10;
}

static size_t shade(double distance)
{
    static const double bounds[] = {1.0 + 1e-12, 1.1, 1.5, 2.5, 5};
    size_t shade = 0;

    while (shade < sizeof bounds / sizeof *bounds && distance > bounds[shade])
        shade++;
    return shade;
}

/* A cell; RATIO may be above or below 1, as the direction is, and 0 is a hole. */
static void draw_cell(struct heat *heat, size_t row, size_t column, double ratio)
{
    double x = column_place(column);
    double y = heat->top + ROW_HEIGHT * (double)row;
    size_t level = shade(ratio < 1 && ratio > 0 ? 1 / ratio : ratio);
    char class[16] = "h0";
    struct buf text;

    if (!(ratio > 0)) {
        svg_rectangle(heat->svg, "hole", x + 3, y + 3, CELL_WIDTH - 6, ROW_HEIGHT - 6);
        return;
    }
    buf_init(&text);
    class[1] = (char)('0' + level);
    svg_rectangle(heat->svg, class, x + 1, y + 1, CELL_WIDTH - 2, ROW_HEIGHT - 2);
    number_write_ratio(&text, ratio);
    svg_text(heat->svg,
             level == 5   ? "small on5"
             : level == 4 ? "small on4"
                          : "small",
             SVG_MIDDLE, x + CELL_WIDTH / 2.0, y + 15, CELL_WIDTH, buf_view(&text));
    buf_release(&text);
}

static void draw_row_name(struct heat *heat, size_t row, struct view name)
{
    svg_text(heat->svg, "small", SVG_END, NAME_WIDTH + 6,
             heat->top + ROW_HEIGHT * (double)row + 15, NAME_WIDTH - 8, name);
}

/* What of the matrix is not there, as a line. */
static void write_counts(struct buf *lines, const char *noun, size_t count, size_t drawn,
                         const struct heat *heat)
{
    buf_append_byte(lines, '\n');
    number_write_counted(lines, count, noun);
    buf_append_text(lines, ", ");
    number_write_count(lines, count - drawn);
    buf_append_text(lines, " not drawn; ");
    if (heat->left_out > 0) {
        number_write_count(lines, heat->left_out);
        buf_append_text(lines, " implementations not drawn; ");
    }
    buf_append_text(lines, "a dashed box: not measured");
}

void heat_draw_cases(const struct subjects *subjects, struct slice panel, struct svg *svg)
{
    struct heat heat = {.subjects = subjects, .svg = svg};
    size_t count = slice_count(panel, SLICE_CASE);
    size_t drawn = count < HEAT_ROWS ? count : HEAT_ROWS;
    struct slice rest = panel;
    struct slice slice;
    struct axes axes;
    struct buf text;

    buf_init(&text);
    find_columns(&heat, panel);
    axes_find(&axes, subjects, panel);
    buf_append_text(&text, "Ratio to the best run of the case\n");
    picture_write_about(subjects, panel.rows, row_text(panel.rows, COLUMN_UNIT), &text);
    write_counts(&text, "case", count, drawn, &heat);
    heat.top = picture_begin(svg, heat.width, subject_kernel(subjects, panel.rows),
                             buf_view(&text));
    draw_names(&heat);
    for (size_t i = 0; i < drawn && slice_next(&rest, SLICE_CASE, &slice); i++) {
        buf_clear(&text);
        axes_write(subjects, axes.varying, axes.varying_count, slice.rows, &text);
        draw_row_name(&heat, i, text.length > 0 ? buf_view(&text) : slice.rows->axes);
        for (size_t j = 0; j < heat.column_count; j++) {
            double ratio = 0;

            case_ratio(slice, subjects->sorted_labels[heat.columns[j]], &ratio);
            draw_cell(&heat, i, j, ratio);
        }
    }
    buf_release(&text);
    picture_end(svg, heat.top + ROW_HEIGHT * (double)drawn + 8);
}

/* The median ratio of an implementation over the cases of a kernel, 0: none. */
static double kernel_ratio(struct slice kernel, struct view label, double *ratios)
{
    struct slice slice;
    size_t count = 0;

    while (slice_next(&kernel, SLICE_CASE, &slice))
        if (case_ratio(slice, label, &ratios[count]))
            count++;
    return count == 0 ? 0 : median_of(ratios, count);
}

void heat_draw_kernels(const struct subjects *subjects, struct slice ranked,
                       struct svg *svg)
{
    struct heat heat = {.subjects = subjects, .svg = svg};
    size_t count = slice_count(ranked, SLICE_KERNEL);
    size_t drawn = count < HEAT_ROWS ? count : HEAT_ROWS;
    double *ratios = mem_zeroed(ranked.count + 1, sizeof *ratios);
    struct slice rest = ranked;
    struct slice kernel;
    struct buf text;

    buf_init(&text);
    find_columns(&heat, ranked);
    buf_append_text(&text, "Ratio to the best run of each case\n"
                           "Median of all cases of a kernel: ");
    subject_write_metric(ranked.rows, &text);
    buf_append_format(&text, ", %s\nAll GPUs and protocols of the report",
                      subject_direction(ranked.rows));
    write_counts(&text, "kernel", count, drawn, &heat);
    heat.top =
        picture_begin(svg, heat.width, text_view("How far from the best"), buf_view(&text));
    draw_names(&heat);
    for (size_t i = 0; i < drawn && slice_next(&rest, SLICE_KERNEL, &kernel); i++) {
        draw_row_name(&heat, i, subject_kernel(subjects, kernel.rows));
        for (size_t j = 0; j < heat.column_count; j++)
            draw_cell(
                &heat, i, j,
                kernel_ratio(kernel, subjects->sorted_labels[heat.columns[j]], ratios));
    }
    free(ratios);
    buf_release(&text);
    picture_end(svg, heat.top + ROW_HEIGHT * (double)drawn + 8);
}
