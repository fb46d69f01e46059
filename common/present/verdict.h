/* verdict: what kidx-compare says of a base and a candidate: the words, and their order.
 *
 * The words are public: they are in kidx.ab/v1 lines, in --fail-on and in --ack.
 */
#ifndef KIDX_PRESENT_VERDICT_H
#define KIDX_PRESENT_VERDICT_H

#include "base/buf.h"

#include <stdbool.h>

/* The first four say that two values were compared. */
enum verdict {
    VERDICT_SLOWER,
    VERDICT_FASTER,
    VERDICT_SAME,
    VERDICT_UNCLEAR,
    VERDICT_MISSING_BASE,
    VERDICT_MISSING_CAND,
    VERDICT_BROKE,
    VERDICT_FIXED,
    VERDICT_BOTH_FAILED,
    VERDICT_INCOMPARABLE,
    VERDICT_UNUSABLE,
    VERDICT_COUNT
};

const char *verdict_name(enum verdict verdict);

/* The verdict of that name; false if there is none. */
bool verdict_find(struct view name, enum verdict *verdict);

/* The place of a verdict where the worst is first: 0 is the worst. */
int verdict_severity(enum verdict verdict);

static inline bool verdict_is_comparison(enum verdict verdict)
{
    return verdict <= VERDICT_UNCLEAR;
}

#endif
