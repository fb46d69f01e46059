/* compare-writing: the cells and the footer of a table on its way (compare-table.c).
 *
 * First all rows are gathered: their times decide on the unit, their names on what is not
 * repeated in each row. Then the cells are added in their order, and then comes the footer.
 */
#ifndef KIDX_TOOLS_COMPARE_WRITING_H
#define KIDX_TOOLS_COMPARE_WRITING_H

#include "compare-quantity.h"
#include "compare-table.h"
#include "tool/layout.h"

/* What the names of a part have in common at their beginning, and whether they are all the
 * same; neither is repeated in each row. */
struct common_part {
    struct buf text;
    size_t skip;
    bool is_same;
    bool is_set;
};

struct writing {
    const struct table *table;
    struct common_part parts[CASE_PARTS];
    const struct summary *summary;
    struct layout layout;
    struct time_scale scale;
    struct buf text;
    bool colours;
};

/* Take in a cohort's names, and the time of a run (NULL: none), which goes to TIMES; then
 * decide. TIMES is released. */
void writing_gather_names(struct writing *writing, const struct store_cohort *cohort);
void writing_gather_time(struct buf *times, const struct store_cohort *cohort,
                         const struct entrant *run);
void writing_set_scale(struct writing *writing, struct buf *times);

/* "WHAT, ms": the title of a column of values, in LIMIT bytes at TITLE. */
enum { TITLE_SIZE = 32 };
const char *writing_title_of(const struct writing *writing, const char *what, char *title,
                             size_t limit);

/* Cells; a run may be NULL, and what is not KNOWN is "-". */
void writing_add_text(struct writing *writing, struct view text);
void writing_add_word(struct writing *writing, const char *word, enum layout_tone tone);
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
