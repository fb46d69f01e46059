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

/* Order two lines, the worst first: below, equal to or above 0. Of equal verdicts the one
 * with the greater WORSENING precedes: the ratio of the worse to the better side, 1 if none
 * is known. */
int verdict_compare(enum verdict a, double a_worsening, enum verdict b, double b_worsening);

/* How many times worse a candidate is by its ratio to the base. */
static inline double verdict_worsening(double ratio, bool higher_is_better)
{
    return higher_is_better ? 1 / ratio : ratio;
}

/* Whether the values of the two sides were compared. */
static inline bool verdict_is_comparison(enum verdict verdict)
{
    return verdict == VERDICT_SLOWER || verdict == VERDICT_FASTER ||
           verdict == VERDICT_SAME || verdict == VERDICT_UNCLEAR;
}

#endif
