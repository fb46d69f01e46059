#include <config.h>

#include "page.h"

#include "escape.h"

#include "html.h"

#include "present/quantity.h"

/* A picture wider than WIDE does not become smaller on narrow screens; text of at most
 * LINE_LENGTH bytes stays on one line, and a heading of at most HEADING_LENGTH whole;
 * tables of more than PORTRAIT_COLUMNS are printed across. */
enum { WIDE = 480, LINE_LENGTH = 24, HEADING_LENGTH = 14, PORTRAIT_COLUMNS = 8 };

void page_init(struct page *page, enum page_format format, bool folds)
{
    memset(page, 0, sizeof *page);
    page->format = format;
    page->folds = folds;
}

void page_clear(struct page *page, const struct page_limits *limits)
{
    page->limits = *limits;
    memset(page->offered, 0, sizeof page->offered);
    page->dropped = page->pictures_dropped = page->pictures_offered = 0;
    page->sections = page->pictures = page->tables = 0;
    page->depth = 0;
    buf_clear(&page->headline);
    buf_clear(&page->contents);
    buf_clear(&page->body);
}

void page_release(struct page *page)
{
    buf_release(&page->headline);
    buf_release(&page->contents);
    buf_release(&page->body);
    buf_release(&page->table.caption);
    buf_release(&page->texts);
}

static void write_text(const struct page *page, struct buf *out, struct view text)
{
    if (page->format == PAGE_HTML)
        escape_xml(out, text);
    else
        escape_markdown(out, text);
}

static void write_paragraph(const struct page *page, struct buf *out, struct view text)
{
    buf_append_text(out, page->format == PAGE_HTML ? "<p>" : "");
    write_text(page, out, text);
    buf_append_text(out, page->format == PAGE_HTML ? "</p>\n" : "\n\n");
}

void page_headline(struct page *page, struct view text)
{
    write_paragraph(page, &page->headline, text);
}

/* --- sections --- */

static void write_heading(struct page *page, int level, struct view heading, bool folds)
{
    struct buf *body = &page->body;

    if (page->format == PAGE_MARKDOWN) {
        buf_append_text(body, folds ? "<details><summary>" : level > 2 ? "### " : "## ");
        if (folds)
            escape_xml(body, heading);
        else
            escape_markdown(body, heading);
        buf_append_text(body, folds ? "</summary>\n\n" : "\n\n");
        return;
    }
    buf_append_format(body, "<section id=\"part-%zu\">\n", page->sections);
    buf_append_format(body, folds ? "<details><summary><h%d>" : "<h%d>", level);
    escape_xml(body, heading);
    buf_append_format(body, folds ? "</h%d></summary>\n" : "</h%d>\n", level);
    buf_append_format(&page->contents, "<li class=\"l%d\"><a href=\"#part-%zu\">", level,
                      page->sections);
    escape_xml(&page->contents, heading);
    buf_append_text(&page->contents, "</a></li>\n");
}

void page_section(struct page *page, int level, struct view heading, bool folds)
{
    folds = folds && page->folds;
    page->sections++;
    page->section[page->depth].start = page->body.length;
    page->section[page->depth].contents = page->contents.length;
    page->section[page->depth].folds = folds;
    write_heading(page, level, heading, folds);
    page->section[page->depth++].content = page->body.length;
}

void page_section_end(struct page *page)
{
    page->depth--;
    if (page->body.length == page->section[page->depth].content) {
        page->body.length = page->section[page->depth].start;
        page->contents.length = page->section[page->depth].contents;
        page->sections--;
        return;
    }
    if (page->section[page->depth].folds)
        buf_append_text(&page->body,
                        page->format == PAGE_HTML ? "</details>\n" : "</details>\n\n");
    if (page->format == PAGE_HTML)
        buf_append_text(&page->body, "</section>\n");
}

/* --- tables --- */

void page_table(struct page *page, struct view caption)
{
    buf_clear(&page->table.caption);
    buf_append(&page->table.caption, caption.data, caption.length);
    buf_clear(&page->texts);
    page->table.columns = page->table.rows = page->table.dropped = 0;
}

void page_table_column(struct page *page, struct view heading, bool is_number)
{
    size_t column = page->table.columns;

    if (column == PAGE_COLUMNS)
        return;
    /* Lengths only until all are there: the buffer may move. */
    buf_append(&page->texts, heading.data, heading.length);
    page->table.headings[column] = (struct view){NULL, heading.length};
    page->table.is_number[column] = is_number;
    page->table.columns++;
}

/* On paper a long heading may be broken anywhere, a short one stays whole. */
static const char *heading_class(bool is_number, size_t length)
{
    if (length > HEADING_LENGTH)
        return is_number ? " class=\"n long\"" : " class=\"long\"";
    return is_number ? " class=\"n\"" : "";
}

static void write_table_head(struct page *page)
{
    const bool html = page->format == PAGE_HTML;
    const char *broad = page->table.columns > PORTRAIT_COLUMNS ? " broad" : "";
    struct buf *body = &page->body;
    size_t at = 0;

    if (html) {
        buf_append_format(body, "<p class=\"caption%s\" id=\"caption-%zu\">", broad,
                          ++page->tables);
        escape_xml(body, buf_view(&page->table.caption));
        buf_append_format(body,
                          "</p>\n<div class=\"scroll%s\" role=\"group\" tabindex=\"0\" "
                          "aria-labelledby=\"caption-%zu\">\n<table>\n<thead><tr>",
                          broad, page->tables);
    } else {
        escape_markdown(body, buf_view(&page->table.caption));
        buf_append_text(body, "\n\n|");
    }
    for (size_t i = 0; i < page->table.columns; i++) {
        struct view heading = {page->texts.data + at, page->table.headings[i].length};

        at += heading.length;
        if (html)
            buf_append_format(body, "<th scope=\"col\"%s>",
                              heading_class(page->table.is_number[i], heading.length));
        else
            buf_append_byte(body, ' ');
        write_text(page, body, heading);
        buf_append_text(body, html ? "</th>" : " |");
    }
    buf_append_text(body, html ? "</tr></thead>\n<tbody>\n" : "\n|");
    for (size_t i = 0; i < page->table.columns && !html; i++)
        buf_append_text(body, page->table.is_number[i] ? "--:|" : "---|");
    if (!html)
        buf_append_byte(body, '\n');
}

bool page_row(struct page *page, enum page_weight weight)
{
    if (page->offered[weight]++ >= page->limits.rows[weight]) {
        page->dropped++;
        page->table.dropped++;
        return false;
    }
    if (page->table.rows++ == 0)
        write_table_head(page);
    page->table.cell = 0;
    buf_append_text(&page->body, page->format == PAGE_MARKDOWN ? "|"
                                 : weight == WEIGHT_FAILED     ? "<tr class=\"failed\">"
                                                               : "<tr>");
    return true;
}

static void write_html_cell(struct page *page, enum cell_style style, struct view text,
                            const double *value)
{
    const bool is_first = page->table.cell == 0;
    const bool is_text = is_first || style == STYLE_TEXT;
    struct buf *body = &page->body;

    buf_append_text(body, is_first ? "<th scope=\"row\"" : "<td");
    if (style != STYLE_TEXT)
        buf_append_text(body, style == STYLE_BEST ? " class=\"n best\"" : " class=\"n\"");
    else if (text.length > LINE_LENGTH)
        buf_append_text(body, " class=\"long\"");
    if (value != NULL)
        buf_append_format(body, " data-v=\"%.17g\"", *value);
    buf_append_text(body, is_text ? "><bdi>" : ">");
    escape_xml(body, text);
    if (is_text)
        buf_append_text(body, "</bdi>");
    buf_append_text(body, is_first ? "</th>" : "</td>");
}

void page_cell(struct page *page, enum cell_style style, struct view text,
               const double *value)
{
    if (page->table.cell >= page->table.columns)
        return;
    if (page->format == PAGE_HTML) {
        write_html_cell(page, style, text, value);
    } else {
        buf_append_text(&page->body, style == STYLE_BEST ? " **" : " ");
        escape_markdown(&page->body, text);
        buf_append_text(&page->body, style == STYLE_BEST ? "** |" : " |");
    }
    page->table.cell++;
}

/* --- cells of numbers --- */

void page_unknown(struct page *page)
{
    page_cell(page, STYLE_NUMBER, view_from("\xe2\x80\x93"), NULL);
}

void page_count(struct page *page, double count)
{
    struct buf text;

    buf_init(&text);
    quantity_append_number(&text, count, 15);
    page_cell(page, STYLE_NUMBER, buf_view(&text), &count);
    buf_release(&text);
}

void page_ratio(struct page *page, double ratio)
{
    struct buf text;

    buf_init(&text);
    quantity_append_ratio(&text, ratio);
    page_cell(page, STYLE_NUMBER, buf_view(&text), &ratio);
    buf_release(&text);
}

void page_number(struct page *page, const struct cell *cell, int digits)
{
    struct buf text;

    if (cell == NULL || cell->type != CELL_NUMBER) {
        page_unknown(page);
        return;
    }
    buf_init(&text);
    quantity_append_number(&text, cell->number, digits);
    page_cell(page, STYLE_NUMBER, buf_view(&text), &cell->number);
    buf_release(&text);
}

/* A cell of a number that is written as TEXT, which is released. */
static void add_number(struct page *page, struct buf *text, double value)
{
    page_cell(page, STYLE_NUMBER, buf_view(text), &value);
    buf_release(text);
}

/* Without a UNIT the value is a change in percent. */
static void add_quantity(struct page *page, const struct row *row, enum column column,
                         const struct quantity_unit *unit)
{
    double value;
    struct buf text;

    if (!rows_number(row, column, &value)) {
        page_unknown(page);
        return;
    }
    buf_init(&text);
    if (unit != NULL)
        quantity_append_value(&text, value, unit);
    else
        quantity_append_change(&text, value);
    add_number(page, &text, value);
}

void page_value(struct page *page, const struct row *row, enum column column,
                const struct quantity_unit *unit)
{
    add_quantity(page, row, column, unit);
}

void page_percent(struct page *page, const struct row *row, enum column column)
{
    add_quantity(page, row, column, NULL);
}

/* --- the end of rows and tables --- */

void page_row_end(struct page *page)
{
    while (page->table.cell < page->table.columns)
        page_cell(page, STYLE_TEXT, (struct view){"", 0}, NULL);
    buf_append_text(&page->body, page->format == PAGE_HTML ? "</tr>\n" : "\n");
}

void page_table_end(struct page *page)
{
    struct buf text;

    if (page->table.rows > 0)
        buf_append_text(&page->body,
                        page->format == PAGE_HTML ? "</tbody>\n</table>\n</div>\n" : "\n");
    if (page->table.dropped == 0 || page->table.rows == 0)
        return;
    buf_init(&text);
    quantity_append_count(&text, page->table.dropped);
    buf_append_text(&text,
                    " more rows of this table are omitted because of the size limit.");
    write_paragraph(page, &page->body, buf_view(&text));
    buf_release(&text);
}

/* --- pictures --- */

bool page_wants_picture(struct page *page)
{
    if (page->format != PAGE_HTML)
        return false;
    if (page->pictures_offered++ < page->limits.pictures)
        return true;
    page->pictures_dropped++;
    return false;
}

/* What the picture is about is written in it. A wide one is moved to and fro, not made
 * small. */
void page_picture(struct page *page, const struct svg *svg)
{
    bool is_wide = svg->width > WIDE;

    buf_append_text(&page->body, is_wide ? "<div class=\"scroll wide\" role=\"group\" "
                                           "tabindex=\"0\" aria-label=\""
                                         : "<figure>\n");
    if (is_wide) {
        escape_xml(&page->body, buf_view(&svg->title));
        buf_append_text(&page->body, "\">\n");
    }
    svg_write(svg, ++page->pictures, &page->body);
    buf_append_text(&page->body, is_wide ? "</div>\n" : "</figure>\n");
}

/* --- the whole --- */

void page_write(const struct page *page, struct view title, struct buf *out)
{
    if (page->format == PAGE_HTML) {
        html_write_head(out, title, page->pictures > 0);
        html_write_body(out, buf_view(&page->headline), buf_view(&page->contents),
                        buf_view(&page->body));
        return;
    }
    buf_append_text(out, "# ");
    escape_markdown(out, title);
    buf_append_text(out, "\n\n");
    buf_append(out, page->headline.data, page->headline.length);
    buf_append(out, page->body.data, page->body.length);
    while (out->length > 1 && out->data[out->length - 2] == '\n')
        out->length--;
}
