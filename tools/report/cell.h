/* cell: cells of a table that hold numbers, as people read them; each is sorted by
 * the number. What is not known is a dash.
 */
#ifndef KIDX_TOOLS_REPORT_CELL_H
#define KIDX_TOOLS_REPORT_CELL_H

#include "page.h"
#include "row.h"

#include "present/quantity.h"

void cell_unknown(struct page *page);
void cell_count(struct page *page, size_t count);
/* RATIO is known. */
void cell_ratio(struct page *page, double ratio);
/* With about DIGITS digits; CELL may be NULL. */
void cell_number(struct page *page, const struct cell *cell, int digits);
/* The number in a column of the row, in UNIT, or in percent. */
void cell_value(struct page *page, const struct row *row, enum column column,
                const struct quantity_unit *unit);
void cell_percent(struct page *page, const struct row *row, enum column column);

#endif
