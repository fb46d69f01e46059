/* page: a report for people, in Markdown or in HTML, from the same calls.
 *
 * A page is made of parts; each has a heading, and paragraphs, tables and pictures in it:
 *
 *     page_section(&page, 2, heading, folds);
 *     page_table(&page, caption, columns, count);
 *     if (page_row(&page, ROW_UNCHANGED)) { page_cell(…); … page_row_end(&page); }
 *     page_table_end(&page);
 *     page_section_end(&page);
 *
 * and page_write puts the title, what matters most (page_headline) and a list of contents
 * before them. Text is escaped here. Markdown has no pictures. A table without rows and a
 * part with nothing in it but its heading are not written.
 *
 * The size of a page is bounded by leaving out, of rows with less weight first, the last
 * ones: struct page_limits says how many of each weight there may be, struct page_count how
 * many there were to be. Each table says how many of its rows were left out.
 *
 * HTML is one file that asks no host for anything: style and script are in it, a policy
 * forbids the rest. It is complete without the script, which only makes tables sortable.
 */
#ifndef KIDX_TOOLS_REPORT_PAGE_H
#define KIDX_TOOLS_REPORT_PAGE_H

#include "rows.h"
#include "svg.h"

#include "present/quantity.h"

#include <stdbool.h>
#include <stdint.h>

enum page_format { PAGE_MARKDOWN, PAGE_HTML };

/* What matters least comes first. */
enum page_weight { WEIGHT_UNCHANGED, WEIGHT_CHANGED, WEIGHT_FAILED, WEIGHT_COUNT };

enum cell_style {
    STYLE_TEXT,
    STYLE_NUMBER, /* to the right */
    STYLE_BEST    /* a number that stands out */
};

struct page_column {
    const char *heading; /* plain text */
    bool is_number;
};

struct page_limits {
    size_t rows[WEIGHT_COUNT];
    size_t pictures;
};

struct page {
    enum page_format format;
    bool folds;
    struct page_limits limits;
    size_t seen[WEIGHT_COUNT]; /* rows so far */
    size_t pictures_seen;
    size_t dropped; /* rows left out */
    size_t pictures_dropped;
    struct buf headline;
    struct buf contents;
    struct buf body;
    size_t parts;
    size_t pictures;
    size_t tables;
    struct {
        size_t start; /* of a part in body, and behind its heading */
        size_t behind;
        size_t contents;
        bool folds;
    } part[4];
    int depth;
    struct {
        struct buf caption;
        struct view headings[32];
        bool is_number[32];
        size_t columns;
        size_t rows;
        size_t dropped;
        size_t cell;
    } table;
    struct buf texts; /* headings */
};

enum { PAGE_COLUMNS = 32 };

void page_init(struct page *page, enum page_format format, bool folds);
/* Begin again, with other limits. */
void page_clear(struct page *page, const struct page_limits *keep);
void page_release(struct page *page);

/* A sentence that stands before all else. */
void page_headline(struct page *page, struct view text);

/* LEVEL 2 or 3; a part of level 3 is inside one of level 2. FOLDS: it may be folded. */
void page_section(struct page *page, int level, struct view heading, bool folds);
void page_section_end(struct page *page);

/* Headings are copied. */
void page_table(struct page *page, struct view caption);
void page_table_column(struct page *page, struct view heading, bool is_number);
/* Whether the row is written; then as many cells follow as there are columns. */
bool page_row(struct page *page, enum page_weight weight);
/* VALUE is what the cell is sorted by, NULL: its text. */
void page_cell(struct page *page, enum cell_style style, struct view text,
               const double *value);
/* Cells of numbers, sorted by the number. What is not known is a dash. */
void page_unknown(struct page *page);
void page_count(struct page *page, double count);
/* RATIO is known. */
void page_ratio(struct page *page, double ratio);
/* With about DIGITS digits; CELL may be NULL. */
void page_number(struct page *page, const struct cell *cell, int digits);
/* The number in a column of the row, in UNIT, or in percent. */
void page_value(struct page *page, const struct row *row, enum column column,
                const struct quantity_unit *unit);
void page_percent(struct page *page, const struct row *row, enum column column);
void page_row_end(struct page *page);
void page_table_end(struct page *page);

/* Whether a picture would be written; else it need not be drawn. Counts one left out. */
bool page_wants_picture(struct page *page);
void page_picture(struct page *page, const struct svg *svg);

/* The whole page. */
void page_write(const struct page *page, struct view title, struct buf *out);

#endif
