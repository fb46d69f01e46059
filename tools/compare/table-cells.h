/* table-cells: the cells and the footer of a table on its way.
 *
 * The cells of the rows are added in their order (rows.h); then comes the footer.
 */
#ifndef KIDX_TOOLS_COMPARE_TABLE_CELLS_H
#define KIDX_TOOLS_COMPARE_TABLE_CELLS_H

#include "quantity.h"
#include "table.h"
#include "present/text-table.h"

struct writing {
    struct table *table;
    const struct summary *summary;
    struct text_table layout;
    struct time_scale scale;
    struct buf text;
    bool colours;
};

/* "WHAT, ms": the title of a column of values, in LIMIT bytes at TITLE. */
enum { TITLE_SIZE = 32 };
const char *writing_title_of(const struct writing *writing, const char *what, char *title,
                             size_t limit);

/* Cells; a run may be NULL, and what is not KNOWN is "-". */
void writing_add_text(struct writing *writing, struct view text);
void writing_add_word(struct writing *writing, const char *word, enum text_table_tone tone);
void writing_add_case(struct writing *writing, const struct store_cohort *cohort);
void writing_add_value(struct writing *writing, const struct store_setting *setting,
                       const struct entrant *run);
void writing_add_spread(struct writing *writing, const struct entrant *run);
void writing_add_ratio(struct writing *writing, bool known, double ratio);
void writing_add_change(struct writing *writing, bool known, double percent);
void writing_add_count(struct writing *writing, size_t count);

/* Append the lines below the table. */
void writing_append_footer(const struct writing *writing, struct buf *out);

#endif
