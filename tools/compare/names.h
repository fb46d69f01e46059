/* names: the names of the cases of a table, without what they have in common.
 *
 * A part of the case (workload, protocol, environment, metric) that all rows share is not
 * repeated in each, and neither is a long beginning that the names of a part share, up to a
 * dash. Both are said below the table. First all cases are gathered, then case_names_end
 * decides.
 */
#ifndef KIDX_TOOLS_COMPARE_NAMES_H
#define KIDX_TOOLS_COMPARE_NAMES_H

#include "store.h"

/* A part of the first case, and what the others have of it. */
struct case_names_part {
    struct buf text;
    size_t skip;  /* bytes at the beginning that are not repeated */
    bool is_same; /* nor is anything of it */
    bool is_set;
};

struct case_names {
    struct case_names_part parts[CASE_PARTS];
    struct buf text;
};

void case_names_init(struct case_names *names);
void case_names_release(struct case_names *names);

void case_names_gather(struct case_names *names, const struct store_cohort *cohort);
void case_names_end(struct case_names *names);

/* Append what tells a case from the others. */
void case_names_append_case(struct case_names *names, const struct store_cohort *cohort,
                            struct buf *out);

/* Append lines that say what they have in common. */
void case_names_append_common(const struct case_names *names, struct buf *out);

#endif
