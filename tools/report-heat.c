#include <config.h>

#include "report-heat.h"

#include "report-number.h"
#include "report-text.h"

enum { ROW_HEIGHT = 22, CELL_WIDTH = 50, GROUP_GAP = 8, LEAST_WIDTH = 400 };

/* The room for the names of rows. */
static double names_width(const struct heat *heat)
{
    double width = 100;

    for (size_t i = 0; i < heat->row_count; i++) {
        double own = text_width(heat->rows[i], SVG_FONT_SMALL) + 4;

        if (own > width)
            width = own < 360 ? own : 360;
    }
    return width;
}

static bool begins_group(const struct heat *heat, size_t column)
{
    return column > 0 && !view_equal(heat->groups[column], heat->groups[column - 1]);
}

/* The left edge of each column, and of what is behind the last one. */
static void place_columns(const struct heat *heat, double places[HEAT_COLUMNS + 1])
{
    places[0] = names_width(heat) + 18;
    for (size_t i = 0; i < heat->column_count; i++)
        places[i + 1] =
            places[i] + CELL_WIDTH +
            (i + 1 < heat->column_count && begins_group(heat, i + 1) ? GROUP_GAP : 0);
}

/* The height of the names of columns, which read upwards. */
static double names_height(const struct heat *heat)
{
    double height = 30;

    for (size_t i = 0; i < heat->column_count; i++) {
        double own = text_width(heat->columns[i], SVG_FONT_SMALL) + 4;

        if (own > height)
            height = own < 150 ? own : 150;
    }
    return height;
}

/* The names of groups above those of columns. Returns where the rows begin. */
static double draw_names(const struct heat *heat, const double *places, double top,
                         struct svg *svg)
{
    double height = names_height(heat);

    for (size_t i = 0; i < heat->column_count; i++) {
        size_t last = i;

        if (heat->groups[i].length == 0 || (i > 0 && !begins_group(heat, i)))
            continue;
        while (last + 1 < heat->column_count && !begins_group(heat, last + 1))
            last++;
        svg_text(svg, "label", SVG_START, places[i] + 2, top + 14,
                 places[last] + CELL_WIDTH - places[i], heat->groups[i]);
        svg_line(svg, "axis", places[i] + 1, top + 19, places[last] + CELL_WIDTH - 1,
                 top + 19);
    }
    if (heat->column_count > 0 && heat->groups[0].length > 0)
        top += 24;
    for (size_t i = 0; i < heat->column_count; i++)
        svg_text_slanted(svg, places[i] + CELL_WIDTH / 2.0 + 4, top + height + 4, height,
                         heat->columns[i]);
    return top + height + 10;
}

static size_t find_shade(double ratio)
{
    static const double bounds[] = {1.0 + 1e-12, 1.1, 1.5, 2.5, 5};
    double distance = ratio < 1 ? 1 / ratio : ratio;
    size_t shade = 0;

    while (shade < sizeof bounds / sizeof *bounds && distance > bounds[shade])
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
    number_write_ratio(&text, ratio);
    svg_text(svg, shade > 3 ? "small on4" : "small", SVG_MIDDLE, x + CELL_WIDTH / 2.0,
             y + 15, CELL_WIDTH, buf_view(&text));
    buf_release(&text);
}

void heat_draw(const struct heat *heat, struct view title, struct view lines,
               struct svg *svg)
{
    double places[HEAT_COLUMNS + 1];
    double width;
    double top;

    place_columns(heat, places);
    width = places[heat->column_count] + 12;
    top = picture_begin(svg, width < LEAST_WIDTH ? LEAST_WIDTH : width, title, lines);
    top = draw_names(heat, places, top, svg);
    for (size_t i = 0; i < heat->row_count; i++) {
        double y = top + ROW_HEIGHT * (double)i;

        svg_text(svg, "small", SVG_END, places[0] - 6, y + 15, places[0] - 14,
                 heat->rows[i]);
        for (size_t j = 0; j < heat->column_count; j++)
            draw_cell(heat->ratios[i][j], places[j], y, svg);
    }
    picture_end(svg, top + ROW_HEIGHT * (double)heat->row_count + 8);
}
