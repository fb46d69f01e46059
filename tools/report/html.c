#include <config.h>

#include "html.h"

#include "svg.h"
#include "escape.h"

static const char page_style[] =
    ":root{color-scheme:light dark}\n"
    "*{box-sizing:border-box}\n"
    ".patterns{position:absolute}\n"
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
    ".wide{display:inline-block;max-width:100%;margin:.25rem .5rem .25rem 0;"
    "vertical-align:top}.wide svg{display:block}\n"
    "table{border-collapse:collapse;font-size:.875rem;font-variant-numeric:tabular-nums}\n"
    ".caption{color:#4d545d;font-size:.875rem;margin:1rem 0 .3rem}\n"
    "th,td{text-align:left;padding:.25rem .6rem;border-bottom:1px solid #e3e6ea;"
    "vertical-align:top}\n"
    "th{font-weight:500}\n"
    "tbody th,td{white-space:nowrap}\n"
    "tbody .long{white-space:normal;min-width:12rem;max-width:26rem;"
    "overflow-wrap:anywhere}\n"
    "thead th{font-weight:600;border-bottom:2px solid "
    "#9aa3ae;vertical-align:bottom;max-width:14rem;overflow-wrap:break-word}\n"
    "thead button{all:unset;cursor:pointer}\n"
    "thead button:focus-visible{outline:2px solid #0b5394}\n"
    "thead th[aria-sort=ascending] button::after{content:' \\2191'}\n"
    "thead th[aria-sort=descending] button::after{content:' \\2193'}\n"
    ".n{text-align:right}\n"
    ".best{font-weight:700}\n"
    ".failed>*,.failed>:first-child{background:#fdecea}\n"
    "figure{display:inline-block;margin:.25rem .5rem .25rem 0;max-width:100%;"
    "vertical-align:top}\n"
    "figure svg{max-width:100%;height:auto;display:block}\n"
    "@media (prefers-color-scheme:dark){\n"
    "body{background:#14171b;color:#e6e9ed}a{color:#86bdf5}"
    "h2{border-color:#343a42}.caption{color:#a9b1bb}"
    "th,td{border-color:#2b3037}.failed>*,.failed>:first-child{background:#3a1f1f}"
    "thead th{border-color:#7c858f}}\n"
    "@media (max-width:40rem){body{padding:.6rem}nav ul{max-height:45vh;overflow:auto}"
    "tbody .long{min-width:7rem;max-width:10rem}"
    "th,td{padding:.25rem .4rem}"
    "tr>:first-child{position:sticky;left:0;background:#fff}}\n"
    "@media (max-width:40rem) and (prefers-color-scheme:dark){"
    "tr>:first-child{background:#14171b}}\n"
    "@page{size:A4;margin:12mm}@page broad{size:A4 landscape;margin:12mm}\n"
    "@media print{body{max-width:none;font-size:10pt;padding:0}nav{display:none}"
    ".broad{page:broad}.scroll{overflow:visible}figure{max-width:49%;margin:0}"
    "svg{max-height:215mm}.wide svg{max-width:100%;height:auto}"
    "table{font-size:7pt}th,td{padding:.15rem .3rem}"
    "tbody th,tbody td{white-space:normal}tbody .n{white-space:nowrap}"
    "thead .long{overflow-wrap:anywhere}tbody .long{min-width:5.5rem}"
    "details::details-content{content-visibility:visible}"
    "tr>:first-child{position:static}"
    "tr,figure,.wide{break-inside:avoid}h2,h3,.caption{break-after:avoid}"
    "thead{display:table-header-group;break-inside:avoid}"
    "thead button{display:contents}thead button::after{content:''}}\n";

/* Texts are ordered by what their digits write, of equal keys the order stays; cells
 * without a number are after those with one, in both directions. */
static const char page_script[] =
    "const keyOf = (cell) => cell.dataset.v === undefined\n"
    "    ? cell.textContent.split(/(\\d+)/) : Number(cell.dataset.v);\n"
    "const compareTexts = (a, b) => {\n"
    "    const i = a.findIndex((part, at) => part !== b[at]);\n"
    "    if (i < 0 || b[i] === undefined)\n"
    "        return a.length - b.length;\n"
    "    return i % 2 ? a[i] - b[i] : a[i] < b[i] ? -1 : 1;\n"
    "};\n"
    "const compare = (a, b, way) => typeof a !== typeof b\n"
    "    ? (typeof a === 'number' ? -1 : 1)\n"
    "    : way * (typeof a === 'number' ? a - b : compareTexts(a, b));\n"
    "document.querySelectorAll('table').forEach((table) => {\n"
    "    const heads = Array.from(table.tHead.rows[0].cells);\n"
    "    heads.forEach((head, column) => {\n"
    "        const button = document.createElement('button');\n"
    "        button.type = 'button';\n"
    "        button.append(...head.childNodes);\n"
    "        head.append(button);\n"
    "        button.addEventListener('click', () => {\n"
    "            const way = head.getAttribute('aria-sort') === 'ascending' ? -1 : 1;\n"
    "            const rows = Array.from(table.tBodies[0].rows, (row) => "
    "[keyOf(row.cells[column]), row]);\n"
    "            rows.sort((a, b) => compare(a[0], b[0], way));\n"
    "            table.tBodies[0].append(...rows.map((row) => row[1]));\n"
    "            heads.forEach((other) => other.removeAttribute('aria-sort'));\n"
    "            head.setAttribute('aria-sort', way > 0 ? 'ascending' : "
    "'descending');\n"
    "        });\n"
    "    });\n"
    "});\n";

void html_write_head(struct buf *out, struct view title, bool has_pictures)
{
    buf_append_text(
        out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
             "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
             "style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:\">\n"
             "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
             "<meta name=\"generator\" content=\"kidx-report\">\n"
             "<link rel=\"icon\" href=\"data:,\">\n<title>");
    escape_xml(out, title);
    buf_append_text(out, "</title>\n<style>\n");
    buf_append_text(out, page_style);
    svg_write_style(out);
    buf_append_text(out, "</style>\n</head>\n<body>\n");
    if (has_pictures) {
        buf_append_text(out, "<svg class=\"kidx patterns\" width=\"0\" height=\"0\" "
                             "aria-hidden=\"true\">\n");
        svg_write_patterns(out);
        buf_append_text(out, "</svg>\n");
    }
    buf_append_text(out, "<header class=\"headline\">\n<h1>");
    escape_xml(out, title);
    buf_append_text(out, "</h1>\n");
}

void html_write_body(struct buf *out, struct view headline, struct view contents,
                     struct view body)
{
    buf_append(out, headline.data, headline.length);
    buf_append_text(out, "</header>\n");
    if (contents.length > 0) {
        buf_append_text(out, "<nav aria-label=\"Contents\">\n<ul>\n");
        buf_append(out, contents.data, contents.length);
        buf_append_text(out, "</ul>\n</nav>\n");
    }
    buf_append_text(out, "<main>\n");
    buf_append(out, body.data, body.length);
    buf_append_text(out, "</main>\n<script>\n");
    buf_append_text(out, page_script);
    buf_append_text(out, "</script>\n</body>\n</html>\n");
}
