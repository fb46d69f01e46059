/* table: the results as a table for people (--table).
 *
 * All times are in one unit, which the column titles name; other metrics show their own
 * unit. The column "±" is half the distance from p20 to p80 in percent of the value: "1?"
 * where that distance is zero, which often means a single sample, and "?" where it is not
 * known. Comparisons are sorted worst first. A footer counts the rows and names the better
 * direction, the base and the floors.
 *
 * Rows are stored until table_write, since the unit and the shortened names depend on all
 * of them. What a row points to (runs, cohorts, pairs, labels) must outlive the table.
 */
#ifndef KIDX_TOOLS_COMPARE_TABLE_H
#define KIDX_TOOLS_COMPARE_TABLE_H

#include "ab.h"
#include "history.h"
#include "rank.h"
#include "suite.h"
#include "summary.h"
#include "present/name.h"
#include "present/quantity.h"
#include "present/text-table.h"

struct table {
    const struct store *store;
    const struct compare_settings *settings;
    struct name_set names[CASE_PARTS];
    struct buf times; /* double, in ns, of all rows */
    struct buf rows;  /* the lines of the mode, all of one type */
    /* While the table is written: */
    struct text_table cells;
    struct quantity_scale scale;
    struct buf text; /* of one cell */
};

void table_init(struct table *table, const struct store *store,
                const struct compare_settings *settings);
void table_release(struct table *table);

/* Add a row. The rows of one table are added by one of these functions only. */
void table_add_rank(struct table *table, const struct rank_line *rank);
void table_add_record(struct table *table, const struct history_line *record);
void table_add_ab(struct table *table, const struct ab_line *ab);
void table_add_suite(struct table *table, const struct suite_score *score);

/* Append the table and its footer to OUT. */
void table_write(struct table *table, const struct summary *summary, bool colours,
                 struct buf *out);

#endif
