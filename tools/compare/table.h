/* table: the results as a table for people (--table).
 *
 * All times are in one unit, which the column titles name; other metrics show their own.
 * Behind a value stands half the distance from p20 to p80 in percent of it: "1?" where that
 * is zero, which often means one sample, and "?" where it is not known. Comparisons stand
 * worst first. A footer says how many there are of what, which direction is better, and
 * what the base and the floors are.
 *
 * Rows are kept until the end.
 */
#ifndef KIDX_TOOLS_COMPARE_TABLE_H
#define KIDX_TOOLS_COMPARE_TABLE_H

#include "ab.h"
#include "names.h"
#include "rank.h"
#include "history.h"
#include "suite.h"
#include "summary.h"

struct table {
    const struct store *store;
    const struct compare_settings *settings;
    struct case_names names;
    struct buf times; /* of all rows, in ns: they decide on the unit */
    struct buf rows;  /* what the lines of the mode are */
};

void table_init(struct table *table, const struct store *store,
                const struct compare_settings *settings);
void table_release(struct table *table);

void table_add_rank(struct table *table, const struct rank_line *rank);
void table_add_record(struct table *table, const struct record_line *record);
/* The pair stays as long as the table. */
void table_add_ab(struct table *table, const struct ab_line *ab);
void table_add_suite(struct table *table, const struct suite_score *score);

void table_write(struct table *table, const struct summary *summary, bool colours,
                 struct buf *out);

#endif
