#include <config.h>

#include "svg-file.h"

#include "heat-distance.h"
#include "chart-latency.h"
#include "chart-ratio.h"
#include "groups.h"
#include "section-history.h"
#include "section-suite.h"
#include "sort.h"
#include "text.h"

#include "present/quantity.h"

#include <stdlib.h>

const char *const sheet_picture_names[SHEET_PICTURES] = {"latency", "ratio", "speedup",
                                                         "record", "heat"};

struct sheet {
    const struct subjects *subjects;
    struct svg svg; /* the picture in the making */
    struct buf body;
    double width;
    double height;
    size_t count;
    size_t dropped;
    uint64_t limit;
};

/* Add the picture that was drawn, below the others. */
static void add_picture(struct sheet *sheet)
{
    size_t start = sheet->body.length;

    buf_append_format(&sheet->body, "<g transform=\"translate(0 %.0f)\">\n", sheet->height);
    svg_write(&sheet->svg, sheet->count + 1, &sheet->body);
    buf_append_text(&sheet->body, "</g>\n");
    if (sheet->count >= SHEET_LIMIT ||
        (sheet->limit > 0 && sheet->body.length + 8192 > sheet->limit)) {
        sheet->body.length = start;
        sheet->dropped++;
        return;
    }
    sheet->count++;
    sheet->height += sheet->svg.height + 12;
    if (sheet->svg.width > sheet->width)
        sheet->width = sheet->svg.width;
}

static void add_latency(struct sheet *sheet)
{
    struct slice rest = slice_of_kind(sheet->subjects->rows, ROW_RANK);
    struct slice panel;
    struct sweeps sweeps;

    sweeps_init(&sweeps);
    while (slice_next(&rest, SLICE_PANEL, &panel)) {
        sweeps_find(&sweeps, sheet->subjects, panel);
        for (size_t i = 0; i < sweeps.count; i++) {
            latency_draw(&sweeps.list[i], sheet->subjects, &sheet->svg);
            add_picture(sheet);
        }
    }
    sweeps_release(&sweeps);
}

static void add_heat(struct sheet *sheet)
{
    struct slice rest = slice_of_kind(sheet->subjects->rows, ROW_RANK);
    struct slice kernel;
    struct slice panels;

    while (slice_next(&rest, SLICE_KERNEL, &kernel))
        while (distance_next(sheet->subjects, &kernel, &panels)) {
            distance_draw_cases(sheet->subjects, panels, &sheet->svg);
            add_picture(sheet);
        }
}

/* All comparisons, worst first, in pictures of STRIP_ROWS. */
static void add_comparisons(struct sheet *sheet, enum strip_style style)
{
    struct slice compared = slice_of_kind(sheet->subjects->rows, ROW_AB);
    const struct row **list = sort_comparisons(compared);

    for (size_t i = 0; i < compared.count; i += STRIP_ROWS) {
        size_t left = compared.count - i;

        ratio_draw(sheet->subjects, style, list + i, left < STRIP_ROWS ? left : STRIP_ROWS,
                   compared.count, &sheet->svg);
        add_picture(sheet);
    }
    free(list);
}

static void add_suites(struct sheet *sheet)
{
    struct slice suites = slice_of_kind(sheet->subjects->rows, ROW_SUITE);

    if (suites.count == 0)
        return;
    suite_draw(sheet->subjects, suites, &sheet->svg);
    add_picture(sheet);
}

static void add_records(struct sheet *sheet)
{
    struct slice rest = slice_of_kind(sheet->subjects->rows, ROW_RECORD);
    struct slice history;

    while (slice_next(&rest, SLICE_CASE, &history)) {
        records_draw(sheet->subjects, history, &sheet->svg);
        add_picture(sheet);
    }
}

static void add_line(struct sheet *sheet, struct view text)
{
    svg_clear(&sheet->svg);
    svg_text(&sheet->svg, "label", SVG_START, 12, sheet->height + 16, sheet->width - 24,
             text);
    buf_append(&sheet->body, sheet->svg.body.data, sheet->svg.body.length);
    sheet->height += 28;
}

static void write_sheet(const struct sheet *sheet, struct view title, struct buf *out)
{
    buf_append_format(out,
                      "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"kidx\" "
                      "viewBox=\"0 0 %.0f %.0f\" width=\"%.0f\" height=\"%.0f\">\n<title>",
                      sheet->width, sheet->height, sheet->width, sheet->height);
    text_write_xml(out, title);
    buf_append_text(out, "</title>\n<style>\n");
    svg_write_style(out);
    buf_append_text(out, "</style>\n");
    svg_write_patterns(out);
    buf_append_text(out, "<rect class=\"back\" width=\"100%\" height=\"100%\"/>\n");
    buf_append(out, sheet->body.data, sheet->body.length);
    buf_append_text(out, "</svg>\n");
}

/* The picture for what the input is about. */
static enum sheet_picture choose(const struct subjects *subjects)
{
    if (slice_of_kind(subjects->rows, ROW_RANK).count > 0)
        return SHEET_LATENCY;
    if (slice_of_kind(subjects->rows, ROW_RECORD).count > 0)
        return SHEET_RECORD;
    if (slice_of_kind(subjects->rows, ROW_SUITE).count > 0)
        return SHEET_SPEEDUP;
    return SHEET_RATIO;
}

static void draw(struct sheet *sheet, enum sheet_picture picture)
{
    switch (picture) {
    case SHEET_LATENCY:
        add_latency(sheet);
        break;
    case SHEET_RATIO:
        add_comparisons(sheet, STRIP_RATIOS);
        break;
    case SHEET_SPEEDUP:
        add_suites(sheet);
        add_comparisons(sheet, STRIP_BARS);
        break;
    case SHEET_RECORD:
        add_records(sheet);
        break;
    default:
        add_heat(sheet);
        break;
    }
}

void sheet_write(const struct subjects *subjects, enum sheet_picture picture,
                 struct view title, uint64_t limit, struct buf *out)
{
    struct sheet sheet = {.subjects = subjects, .width = 320, .limit = limit};
    struct buf text;

    svg_init(&sheet.svg);
    buf_init(&sheet.body);
    buf_init(&text);
    if (picture == SHEET_AUTO)
        picture = choose(subjects);
    draw(&sheet, picture);
    if (sheet.count == 0 && sheet.dropped == 0) {
        buf_append_format(&text, "Nothing to draw for %s.", sheet_picture_names[picture]);
        add_line(&sheet, buf_view(&text));
    } else if (sheet.dropped > 0) {
        buf_append_text(&text, "Pictures not drawn: ");
        quantity_append_count(&text, sheet.dropped);
        add_line(&sheet, buf_view(&text));
    }
    write_sheet(&sheet, title, out);
    buf_release(&text);
    buf_release(&sheet.body);
    svg_release(&sheet.svg);
}
