#include <config.h>

#include "chart-heat.h"

#include "text.h"

#include "present/quantity.h"

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
    quantity_append_ratio(&text, ratio);
    svg_text(svg, shade > 3 ? "small on4" : "small", SVG_MIDDLE, x + CELL_WIDTH / 2.0,
             y + 15, CELL_WIDTH, buf_view(&text));
    buf_release(&text);
}

void heat_draw(const struct heat *heat, struct view title, struct view lines,
               struct svg *svg)
{
    double places[HEAT_COLUMNS] = {0};
    double left = names_width(heat);
    double width = place_columns(heat, places) + 12;
    double top;

    top = picture_begin(svg, width < LEAST_WIDTH ? LEAST_WIDTH : width, title, lines);
    top = draw_names(heat, places, top, svg);
    for (size_t i = 0; i < heat->row_count; i++) {
        double y = top + ROW_HEIGHT * (double)i;

        svg_text(svg, "small", SVG_END, left + 12, y + 15, left + 4, heat->rows[i]);
        for (size_t j = 0; j < heat->column_count; j++)
            draw_cell(heat->ratios[i][j], places[j], y, svg);
    }
    picture_end(svg, top + ROW_HEIGHT * (double)heat->row_count + 8);
}
