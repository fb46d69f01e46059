/* verdict: what a comparison of a candidate with its base resulted in.
 *
 * The order of the enumeration is the order in which tables, pages and summaries list the
 * verdicts: the worst first. Up to VERDICT_MISSING_CAND they are a reason not to accept the
 * candidate; from VERDICT_FASTER on they are improvements. The words are public: they are
 * in kidx.ab/v1 lines, in --fail-on and in --ack.
 */
#ifndef KIDX_PRESENT_VERDICT_H
#define KIDX_PRESENT_VERDICT_H

#include "base/buf.h"

#include <stdbool.h>

enum verdict {
    VERDICT_BROKE,
    VERDICT_SLOWER,
    VERDICT_UNUSABLE,
    VERDICT_INCOMPARABLE,
    VERDICT_MISSING_CAND,
    VERDICT_BOTH_FAILED,
    VERDICT_UNCLEAR,
    VERDICT_MISSING_BASE,
    VERDICT_SAME,
    VERDICT_FASTER,
    VERDICT_FIXED,
    VERDICT_COUNT
};

/* The word in `verdict`. Static. */
const char *verdict_name(enum verdict verdict);

/* The verdict of that name; false where there is none, and VERDICT is not changed. */
bool verdict_find(struct view name, enum verdict *verdict);

/* Whether the values of the two sides were compared. */
static inline bool verdict_is_comparison(enum verdict verdict)
{
    return verdict == VERDICT_SLOWER || verdict == VERDICT_FASTER ||
           verdict == VERDICT_SAME || verdict == VERDICT_UNCLEAR;
}

#endif
