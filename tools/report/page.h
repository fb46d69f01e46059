/* page: a report for people, in Markdown or in HTML, from the same calls.
 *
 * A page consists of sections; each has a heading, tables and pictures:
 *
 *     page_section(&page, 2, heading, folds);
 *     page_table(&page, caption);
 *     page_table_column(&page, heading, is_number);
 *     if (page_row(&page, WEIGHT_UNCHANGED)) { page_cell(…); … page_row_end(&page); }
 *     page_table_end(&page);
 *     page_section_end(&page);
 *
 * page_write adds the title, the headlines and a list of contents in front. Text is escaped
 * here. Markdown has no pictures. A table without rows and a section without content are
 * not written.
 *
 * The size of a page is limited by omitting rows, those of the least weight first, and
 * pictures: struct page_limits is how many of each may be written, and OFFERED counts how
 * many there were. Each table states how many of its rows are omitted.
 */
#ifndef KIDX_TOOLS_REPORT_PAGE_H
#define KIDX_TOOLS_REPORT_PAGE_H

#include "rows.h"
#include "svg.h"

#include "present/quantity.h"

#include <stdbool.h>
#include <stdint.h>

enum page_format { PAGE_MARKDOWN, PAGE_HTML };

/* The least important first. */
enum page_weight { WEIGHT_UNCHANGED, WEIGHT_CHANGED, WEIGHT_FAILED, WEIGHT_COUNT };

enum cell_style {
    STYLE_TEXT,
    STYLE_NUMBER, /* aligned to the right */
    STYLE_BEST    /* an emphasized number */
};

struct page_limits {
    size_t rows[WEIGHT_COUNT];
    size_t pictures;
};

struct page {
    enum page_format format;
    bool folds;
    struct page_limits limits;
    size_t offered[WEIGHT_COUNT]; /* rows so far, written or not */
    size_t pictures_offered;
    size_t dropped; /* rows omitted */
    size_t pictures_dropped;
    struct buf headline;
    struct buf contents;
    struct buf body;
    size_t sections;
    size_t pictures;
    size_t tables;
    struct {
        size_t start;   /* in body */
        size_t content; /* in body, after the heading */
        size_t contents;
        bool folds;
    } section[4]; /* the open ones */
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
/* Start over with other limits. */
void page_clear(struct page *page, const struct page_limits *limits);
void page_release(struct page *page);

/* A paragraph above all sections. */
void page_headline(struct page *page, struct view text);

/* LEVEL is 2 or 3; a section of level 3 is inside one of level 2. FOLDS: a reader may fold
 * it, if the page folds at all. */
void page_section(struct page *page, int level, struct view heading, bool folds);
void page_section_end(struct page *page);

/* Headings are copied. */
void page_table(struct page *page, struct view caption);
void page_table_column(struct page *page, struct view heading, bool is_number);
/* Begin a row; false where it is omitted, and no cells may follow. Missing cells are empty.
 */
bool page_row(struct page *page, enum page_weight weight);
/* The cell is sorted by VALUE, or by its text where that is NULL. */
void page_cell(struct page *page, enum cell_style style, struct view text,
               const double *value);
/* Cells of numbers, sorted by the number. A number that is not known is a dash. */
void page_unknown(struct page *page);
void page_count(struct page *page, double count);
void page_ratio(struct page *page, double ratio);
/* With about DIGITS digits; CELL may be NULL. */
void page_number(struct page *page, const struct cell *cell, int digits);
/* The number in a column of the row, in UNIT, or in percent. */
void page_value(struct page *page, const struct row *row, enum column column,
                const struct quantity_unit *unit);
void page_percent(struct page *page, const struct row *row, enum column column);
void page_row_end(struct page *page);
void page_table_end(struct page *page);

/* Whether the next picture is written. If not, it is counted as omitted. */
bool page_wants_picture(struct page *page);
void page_picture(struct page *page, const struct svg *svg);

/* The whole page. */
void page_write(const struct page *page, struct view title, struct buf *out);

#endif
