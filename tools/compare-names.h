/* compare-names: the names of the cases of a table, without what they have in common.
 *
 * A part of the case (workload, protocol, environment, metric) that all rows share is not
 * repeated in each, and neither is a long beginning that the names of a part share, up to a
 * dash. Both are said below the table. First all cases are gathered, then names_end
 * decides.
 */
#ifndef KIDX_TOOLS_COMPARE_NAMES_H
#define KIDX_TOOLS_COMPARE_NAMES_H

#include "compare-store.h"

/* A part of the first case, and what the others have of it. */
struct names_part {
    struct buf text;
    size_t skip;  /* bytes at the beginning that are not repeated */
    bool is_same; /* nor is anything of it */
    bool is_set;
};

struct names {
    struct names_part parts[CASE_PARTS];
    struct buf text;
};

void names_init(struct names *names);
void names_release(struct names *names);

void names_gather(struct names *names, const struct store_cohort *cohort);
void names_end(struct names *names);

/* Append what tells a case from the others. */
void names_append_case(struct names *names, const struct store_cohort *cohort,
                       struct buf *out);

/* Append lines that say what they have in common. */
void names_append_common(const struct names *names, struct buf *out);

#endif
