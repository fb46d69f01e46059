#include <config.h>

#include "report-page.h"

#include "report-number.h"

/* A picture wider than this does not become smaller on narrow screens. */
enum { WIDE = 480 };

void page_init(struct page *page, enum page_format format, bool folds)
{
    memset(page, 0, sizeof *page);
    page->format = format;
    page->folds = folds;
}

void page_clear(struct page *page, const struct page_keep *keep)
{
    page->keep = *keep;
    memset(page->seen, 0, sizeof page->seen);
    page->dropped = page->pictures_dropped = 0;
    page->parts = page->pictures = page->tables = 0;
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
        text_write_xml(out, text);
    else
        text_write_markdown(out, text);
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

void page_paragraph(struct page *page, struct view text)
{
    write_paragraph(page, &page->body, text);
}

/* --- parts --- */

static void write_heading(struct page *page, int level, struct view heading, bool folds)
{
    struct buf *body = &page->body;

    if (page->format == PAGE_MARKDOWN) {
        buf_append_text(body, folds ? "<details><summary>" : level > 2 ? "### " : "## ");
        if (folds)
            text_write_xml(body, heading);
        else
            text_write_markdown(body, heading);
        buf_append_text(body, folds ? "</summary>\n\n" : "\n\n");
        return;
    }
    buf_append_format(body, "<section id=\"part-%zu\">\n", page->parts);
    buf_append_format(body, folds ? "<details><summary><h%d>" : "<h%d>", level);
    text_write_xml(body, heading);
    buf_append_format(body, folds ? "</h%d></summary>\n" : "</h%d>\n", level);
    buf_append_format(&page->contents, "<li class=\"l%d\"><a href=\"#part-%zu\">", level,
                      page->parts);
    text_write_xml(&page->contents, heading);
    buf_append_text(&page->contents, "</a></li>\n");
}

void page_part(struct page *page, int level, struct view heading, bool folds)
{
    folds = folds && page->folds;
    page->parts++;
    page->part[page->depth].start = page->body.length;
    page->part[page->depth].contents = page->contents.length;
    page->part[page->depth].folds = folds;
    write_heading(page, level, heading, folds);
    page->part[page->depth++].behind = page->body.length;
}

void page_part_end(struct page *page)
{
    page->depth--;
    if (page->body.length == page->part[page->depth].behind) {
        page->body.length = page->part[page->depth].start;
        page->contents.length = page->part[page->depth].contents;
        return;
    }
    if (page->part[page->depth].folds)
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

static void write_table_head(struct page *page)
{
    const bool html = page->format == PAGE_HTML;
    struct buf *body = &page->body;
    size_t at = 0;

    if (html) {
        buf_append_format(body, "<p class=\"caption\" id=\"caption-%zu\">", ++page->tables);
        text_write_xml(body, buf_view(&page->table.caption));
        buf_append_format(body,
                          "</p>\n<div class=\"scroll\" role=\"region\" tabindex=\"0\" "
                          "aria-labelledby=\"caption-%zu\">\n<table>\n<thead><tr>",
                          page->tables);
    } else {
        text_write_markdown(body, buf_view(&page->table.caption));
        buf_append_text(body, "\n\n|");
    }
    for (size_t i = 0; i < page->table.columns; i++) {
        struct view heading = {page->texts.data + at, page->table.headings[i].length};

        at += heading.length;
        if (html)
            buf_append_text(body, page->table.is_number[i]
                                      ? "<th scope=\"col\" class=\"n\">"
                                      : "<th scope=\"col\">");
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
    if (page->seen[weight]++ >= page->keep.rows[weight]) {
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
    static const char *const classes[] = {"", " class=\"n\"", " class=\"n best\""};
    const bool is_first = page->table.cell == 0;
    struct buf *body = &page->body;

    buf_append_text(body, is_first ? "<th scope=\"row\"" : "<td");
    buf_append_text(body, classes[style]);
    if (value != NULL)
        buf_append_format(body, " data-v=\"%.17g\"", *value);
    buf_append_text(body, is_first || style == STYLE_TEXT ? "><bdi>" : ">");
    text_write_xml(body, text);
    if (is_first || style == STYLE_TEXT)
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
        text_write_markdown(&page->body, text);
        buf_append_text(&page->body, style == STYLE_BEST ? "** |" : " |");
    }
    page->table.cell++;
}

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
    number_write_count(&text, page->table.dropped);
    buf_append_text(&text,
                    " more rows of this table are left out, for the size of the page.");
    page_paragraph(page, buf_view(&text));
    buf_release(&text);
}

/* --- pictures --- */

bool page_wants_picture(struct page *page)
{
    if (page->format != PAGE_HTML)
        return false;
    if (!page->keep.pictures)
        page->pictures_dropped++;
    return page->keep.pictures;
}

/* What the picture is about is written in it. A wide one is moved to and fro, not made
 * small. */
void page_picture(struct page *page, const struct svg *svg)
{
    bool is_wide = svg->width > WIDE;

    buf_append_text(&page->body, is_wide ? "<div class=\"scroll wide\" role=\"region\" "
                                           "tabindex=\"0\" aria-label=\""
                                         : "<figure>\n");
    if (is_wide) {
        text_write_xml(&page->body, buf_view(&svg->title));
        buf_append_text(&page->body, "\">\n");
    }
    svg_write(svg, ++page->pictures, &page->body);
    buf_append_text(&page->body, is_wide ? "</div>\n" : "</figure>\n");
}

/* --- the whole --- */

static const char page_style[] =
    ":root{color-scheme:light dark}\n"
    "*{box-sizing:border-box}\n"
    "body{margin:0 auto;max-width:92rem;padding:1rem;background:#fff;color:#1c1f23;"
    "font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,'DejaVu Sans',sans-serif}\n"
    "h1{font-size:1.6rem;line-height:1.25;margin:.5rem 0;overflow-wrap:anywhere}\n"
    "h2{font-size:1.25rem;margin:2rem 0 .5rem;border-bottom:1px solid #d9dde2}\n"
    "h3{font-size:1.05rem;margin:1.5rem 0 .5rem}\n"
    "h2,h3,p,a{overflow-wrap:anywhere}\n"
    "a{color:#0b5394}\n"
    "summary h3{display:inline-block;margin:.4rem 0}\n"
    ".headline p{font-size:1.1rem;margin:.4rem 0;max-width:60rem}\n"
    "nav ul{list-style:none;margin:0;padding:0;columns:15rem;font-size:.9rem}\n"
    "nav .l3{padding-left:1rem}\n"
    "nav li{padding:.15rem 0}\n"
    ".scroll{overflow-x:auto;margin:0 0 .75rem}\n"
    "table{border-collapse:collapse;font-size:.875rem;font-variant-numeric:tabular-nums}\n"
    ".caption{color:#4d545d;font-size:.875rem;margin:1rem 0 .3rem}\n"
    "th,td{text-align:left;padding:.25rem .6rem;border-bottom:1px solid #e3e6ea;"
    "vertical-align:top}\n"
    "th{font-weight:500}\n"
    "tbody th,td:not(.n){max-width:26rem;overflow-wrap:anywhere}\n"
    "tbody th{min-width:9rem}td:not(.n){min-width:7rem}\n"
    "thead th{font-weight:600;border-bottom:2px solid "
    "#9aa3ae;vertical-align:bottom;max-width:14rem;overflow-wrap:break-word}\n"
    "thead button{all:unset;cursor:pointer}\n"
    "thead button:focus-visible{outline:2px solid #0b5394}\n"
    "thead th[aria-sort=ascending] button::after{content:' \\2191'}\n"
    "thead th[aria-sort=descending] button::after{content:' \\2193'}\n"
    ".n{text-align:right;white-space:nowrap}\n"
    ".best{font-weight:700}\n"
    ".failed th,.failed td{background:#fdecea}\n"
    "figure{display:inline-block;margin:.25rem .5rem .25rem 0;max-width:100%;"
    "vertical-align:top}\n"
    "figure svg{max-width:100%;height:auto;display:block}\n"
    "@media (prefers-color-scheme:dark){\n"
    "body{background:#14171b;color:#e6e9ed}a{color:#86bdf5}"
    "h2{border-color:#343a42}.caption{color:#a9b1bb}"
    "th,td{border-color:#2b3037}.failed th,.failed td{background:#3a1f1f}"
    "thead th{border-color:#7c858f}}\n"
    "@media (max-width:40rem){body{padding:.6rem}"
    "tbody th{max-width:11rem}td:not(.n){min-width:5rem}th,td{padding:.25rem .4rem}}\n"
    "@media print{body{max-width:none;font-size:10pt;padding:0}nav{display:none}"
    ".scroll{overflow:visible}table{font-size:8pt}"
    "tr,figure{break-inside:avoid}h2,h3{break-after:avoid}thead "
    "button::after{content:''}}\n";

static const char page_script[] =
    "document.querySelectorAll('table').forEach(function(table){\n"
    "var body=table.tBodies[0],heads=table.tHead.rows[0].cells;\n"
    "Array.prototype.forEach.call(heads,function(head,index){\n"
    "var button=document.createElement('button');\n"
    "button.type='button';button.textContent=head.textContent;\n"
    "head.textContent='';head.appendChild(button);\n"
    "button.addEventListener('click',function(){\n"
    "var down=head.getAttribute('aria-sort')==='ascending';\n"
    "var key=function(row){var cell=row.cells[index];"
    "return cell.dataset.v===undefined?cell.textContent:Number(cell.dataset.v)};\n"
    "var "
    "rows=Array.prototype.map.call(body.rows,function(row,at){return[key(row),at,row]});\n"
    "rows.sort(function(a,b){var x=a[0],y=b[0],order;\n"
    "if(typeof x==='number'&&typeof y==='number')order=x-y;\n"
    "else if(typeof x!==typeof y)return typeof x==='number'?-1:1;\n"
    "else order=x<y?-1:x>y?1:0;\n"
    "return(down?-order:order)||a[1]-b[1]});\n"
    "rows.forEach(function(row){body.appendChild(row[2])});\n"
    "Array.prototype.forEach.call(heads,function(other){other.removeAttribute('aria-sort')}"
    ");\n"
    "head.setAttribute('aria-sort',down?'descending':'ascending')})})});\n";

static void write_html_head(struct view title, struct buf *out)
{
    buf_append_text(
        out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
             "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
             "style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:\">\n"
             "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
             "<meta name=\"generator\" content=\"kidx-report\">\n"
             "<link rel=\"icon\" href=\"data:,\">\n<title>");
    text_write_xml(out, title);
    buf_append_text(out, "</title>\n<style>\n");
    buf_append_text(out, page_style);
    svg_write_style(out);
    buf_append_text(out, "</style>\n</head>\n<body>\n");
}

static void write_html(const struct page *page, struct view title, struct buf *out)
{
    write_html_head(title, out);
    if (page->pictures > 0) {
        buf_append_text(out, "<svg class=\"kidx\" width=\"0\" height=\"0\" "
                             "aria-hidden=\"true\" style=\"position:absolute\">\n");
        svg_write_patterns(out);
        buf_append_text(out, "</svg>\n");
    }
    buf_append_text(out, "<header class=\"headline\">\n<h1>");
    text_write_xml(out, title);
    buf_append_text(out, "</h1>\n");
    buf_append(out, page->headline.data, page->headline.length);
    buf_append_text(out, "</header>\n");
    if (page->contents.length > 0) {
        buf_append_text(out, "<nav aria-label=\"Contents\">\n<ul>\n");
        buf_append(out, page->contents.data, page->contents.length);
        buf_append_text(out, "</ul>\n</nav>\n");
    }
    buf_append_text(out, "<main>\n");
    buf_append(out, page->body.data, page->body.length);
    buf_append_text(out, "</main>\n<script>\n");
    buf_append_text(out, page_script);
    buf_append_text(out, "</script>\n</body>\n</html>\n");
}

void page_write(const struct page *page, struct view title, struct buf *out)
{
    if (page->format == PAGE_HTML) {
        write_html(page, title, out);
        return;
    }
    buf_append_text(out, "# ");
    text_write_markdown(out, title);
    buf_append_text(out, "\n\n");
    buf_append(out, page->headline.data, page->headline.length);
    buf_append(out, page->body.data, page->body.length);
    while (out->length > 1 && out->data[out->length - 2] == '\n')
        out->length--;
}
