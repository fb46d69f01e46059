#include <config.h>

#include "export.h"

#include "chart-heat.h"
#include "chart-latency.h"
#include "chart-ratio.h"
#include "chart-record.h"
#include "groups.h"
#include "section-suite.h"
#include "sort.h"
#include "escape.h"

#include "present/quantity.h"

#include <stdlib.h>

/* --- all lines as a table --- */

struct table {
    const struct rows *rows;
    bool tabs;
    uint32_t *columns; /* in order */
    size_t count;
    struct view *cells; /* of a row, by column */
    struct buf line;
};

/* Find the columns that some row has. */
static void find_columns(struct table *table)
{
    size_t all = table->rows->columns.count;
    bool *used = mem_zeroed(all, sizeof *used);

    for (size_t i = 0; i < table->rows->count; i++) {
        const struct row *row = &table->rows->list[i];

        for (size_t j = 0; j < row->count && row->kind != ROW_SUMMARY; j++)
            used[row->cells[j].column] = true;
    }
    sort_columns(table->rows, table->columns);
    for (size_t i = 0; i < all; i++)
        if (used[table->columns[i]])
            table->columns[table->count++] = table->columns[i];
    free(used);
}

static void add_cell(struct table *table, size_t at, struct view text)
{
    if (at > 0)
        buf_append_byte(&table->line, table->tabs ? '\t' : ',');
    if (table->tabs)
        escape_tsv(&table->line, text);
    else
        escape_csv(&table->line, text);
}

/* Lines end with LF, as line tools expect, not with the CR and LF of RFC 4180: all readers
 * of CSV accept that. */
static bool write_line(struct table *table, uint64_t limit, struct output *output)
{
    buf_append_byte(&table->line, '\n');
    if (limit > 0 && output_bytes(output) + table->line.length > limit)
        return false;
    output_write(output, table->line.data, table->line.length);
    return true;
}

static bool write_row(struct table *table, const struct row *row, uint64_t limit,
                      struct output *output)
{
    memset(table->cells, 0, table->rows->columns.count * sizeof *table->cells);
    for (size_t i = 0; i < row->count; i++)
        if (row->cells[i].type != CELL_NULL)
            table->cells[row->cells[i].column] = row->cells[i].text;
    buf_clear(&table->line);
    for (size_t i = 0; i < table->count; i++)
        add_cell(table, i, table->cells[table->columns[i]]);
    return write_line(table, limit, output);
}

size_t export_table(const struct rows *rows, bool tabs, uint64_t limit,
                    struct output *output)
{
    struct table table = {.rows = rows, .tabs = tabs};
    size_t dropped = 0;
    bool fits = true;

    buf_init(&table.line);
    table.columns = mem_zeroed(rows->columns.count, sizeof *table.columns);
    table.cells = mem_zeroed(rows->columns.count, sizeof *table.cells);
    find_columns(&table);
    for (size_t i = 0; i < table.count; i++)
        add_cell(&table, i, rows_column_name(rows, table.columns[i]));
    if (table.count > 0)
        write_line(&table, limit, output);
    for (size_t i = 0; i < rows->count; i++)
        if (rows->list[i].kind != ROW_SUMMARY) {
            fits = fits && write_row(&table, &rows->list[i], limit, output);
            dropped += !fits;
        }
    free(table.columns);
    free(table.cells);
    buf_release(&table.line);
    return dropped;
}

/* --- all pictures in one file --- */

const char *const export_picture_names[EXPORT_PICTURES] = {"latency", "ratio", "speedup",
                                                           "record", "heat"};

struct file {
    const struct labels *labels;
    struct svg svg; /* the picture in the making */
    struct buf body;
    double width;
    double height;
    size_t count;
    size_t dropped;
    uint64_t limit;
};

/* Append the picture that was drawn below the others, unless a limit is reached. */
static void add_picture(struct file *file)
{
    size_t start = file->body.length;

    buf_append_format(&file->body, "<g transform=\"translate(0 %.0f)\">\n", file->height);
    svg_write(&file->svg, file->count + 1, &file->body);
    buf_append_text(&file->body, "</g>\n");
    if (file->count >= EXPORT_PICTURES_MAX ||
        (file->limit > 0 && file->body.length + 8192 > file->limit)) {
        file->body.length = start;
        file->dropped++;
        return;
    }
    file->count++;
    file->height += file->svg.height + 12;
    if (file->svg.width > file->width)
        file->width = file->svg.width;
}

static void add_latency(struct file *file)
{
    struct slice rest = groups_of_kind(file->labels->rows, ROW_RANK);
    struct slice panel;
    struct sweeps sweeps;

    chart_latency_init(&sweeps);
    while (groups_next(&rest, GROUPS_PANEL, &panel)) {
        chart_latency_find(&sweeps, file->labels, panel);
        for (size_t i = 0; i < sweeps.count; i++) {
            chart_latency_draw(&sweeps.list[i], file->labels, &file->svg);
            add_picture(file);
        }
    }
    chart_latency_release(&sweeps);
}

static void add_heat(struct file *file)
{
    struct slice rest = groups_of_kind(file->labels->rows, ROW_RANK);
    struct slice kernel;
    struct slice panels;

    while (groups_next(&rest, GROUPS_KERNEL, &kernel))
        while (chart_heat_next(file->labels, &kernel, &panels)) {
            chart_heat_cases(file->labels, panels, &file->svg);
            add_picture(file);
        }
}

/* All comparisons, worst first, in pictures of CHART_ROWS. */
static void add_comparisons(struct file *file, enum chart_style style)
{
    struct slice compared = groups_of_kind(file->labels->rows, ROW_AB);
    const struct row **list = sort_comparisons(compared);

    for (size_t i = 0; i < compared.count; i += CHART_ROWS) {
        size_t left = compared.count - i;

        chart_ratio_draw(file->labels, style, list + i,
                         left < CHART_ROWS ? left : CHART_ROWS, compared.count, &file->svg);
        add_picture(file);
    }
    free(list);
}

static void add_suites(struct file *file)
{
    struct slice suites = groups_of_kind(file->labels->rows, ROW_SUITE);

    if (suites.count == 0)
        return;
    section_suite_draw(file->labels, suites, &file->svg);
    add_picture(file);
}

static void add_records(struct file *file)
{
    struct slice rest = groups_of_kind(file->labels->rows, ROW_RECORD);
    struct slice history;

    while (groups_next(&rest, GROUPS_CASE, &history)) {
        chart_record_draw(file->labels, history, &file->svg);
        add_picture(file);
    }
}

static void add_line(struct file *file, struct view text)
{
    svg_clear(&file->svg);
    svg_text(&file->svg, "label", SVG_START, 12, file->height + 16, file->width - 24, text);
    buf_append(&file->body, file->svg.body.data, file->svg.body.length);
    file->height += 28;
}

static void write_sheet(const struct file *file, struct view title, struct buf *out)
{
    buf_append_format(out,
                      "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"kidx\" "
                      "viewBox=\"0 0 %.0f %.0f\" width=\"%.0f\" height=\"%.0f\">\n<title>",
                      file->width, file->height, file->width, file->height);
    escape_xml(out, title);
    buf_append_text(out, "</title>\n<style>\n");
    svg_write_style(out);
    buf_append_text(out, "</style>\n");
    svg_write_patterns(out);
    buf_append_text(out, "<rect class=\"back\" width=\"100%\" height=\"100%\"/>\n");
    buf_append(out, file->body.data, file->body.length);
    buf_append_text(out, "</svg>\n");
}

/* The picture for what the input is about. */
static enum export_picture choose(const struct labels *labels)
{
    if (groups_of_kind(labels->rows, ROW_RANK).count > 0)
        return EXPORT_LATENCY;
    if (groups_of_kind(labels->rows, ROW_RECORD).count > 0)
        return EXPORT_RECORD;
    if (groups_of_kind(labels->rows, ROW_SUITE).count > 0)
        return EXPORT_SPEEDUP;
    return EXPORT_RATIO;
}

static void draw(struct file *file, enum export_picture picture)
{
    switch (picture) {
    case EXPORT_LATENCY:
        add_latency(file);
        break;
    case EXPORT_RATIO:
        add_comparisons(file, CHART_RATIOS);
        break;
    case EXPORT_SPEEDUP:
        add_suites(file);
        add_comparisons(file, CHART_BARS);
        break;
    case EXPORT_RECORD:
        add_records(file);
        break;
    default:
        add_heat(file);
        break;
    }
}

void export_pictures(const struct labels *labels, enum export_picture picture,
                     struct view title, uint64_t limit, struct buf *out)
{
    struct file file = {.labels = labels, .width = 320, .limit = limit};
    struct buf text;

    svg_init(&file.svg);
    buf_init(&file.body);
    buf_init(&text);
    if (picture == EXPORT_AUTO)
        picture = choose(labels);
    draw(&file, picture);
    if (file.count == 0 && file.dropped == 0) {
        buf_append_format(&text, "Nothing to draw for %s.", export_picture_names[picture]);
        add_line(&file, buf_view(&text));
    } else if (file.dropped > 0) {
        buf_append_text(&text, "Pictures not drawn: ");
        quantity_append_count(&text, file.dropped);
        add_line(&file, buf_view(&text));
    }
    write_sheet(&file, title, out);
    buf_release(&text);
    buf_release(&file.body);
    svg_release(&file.svg);
}
