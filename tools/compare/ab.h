/* ab: the line of a comparison: a pair and the judgement on it (kidx.ab/v1). */
#ifndef KIDX_TOOLS_COMPARE_AB_H
#define KIDX_TOOLS_COMPARE_AB_H

#include "judge.h"

struct ab_line {
    const struct pair *pair;
    struct judgement judgement;
    bool is_accepted; /* a line of --ack accepts it */
};

/* By how many percent the candidate's value differs from the base's; 0 where nothing was
 * compared. */
double ab_change(const struct ab_line *ab);

void ab_write(struct result *result, const struct store *store, const struct ab_line *ab,
              enum duplicate_rule duplicates, struct buf *out);

#endif
