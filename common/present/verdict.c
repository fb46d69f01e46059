#include <config.h>

#include "present/verdict.h"

static const char *const names[VERDICT_COUNT] = {
    [VERDICT_BROKE] = "broke",
    [VERDICT_SLOWER] = "slower",
    [VERDICT_UNUSABLE] = "unusable",
    [VERDICT_INCOMPARABLE] = "incomparable",
    [VERDICT_MISSING_CAND] = "missing_cand",
    [VERDICT_BOTH_FAILED] = "both_failed",
    [VERDICT_UNCLEAR] = "unclear",
    [VERDICT_MISSING_BASE] = "missing_base",
    [VERDICT_SAME] = "same",
    [VERDICT_FASTER] = "faster",
    [VERDICT_FIXED] = "fixed",
};

const char *verdict_name(enum verdict verdict)
{
    return names[verdict];
}

int verdict_compare(enum verdict a, double a_worsening, enum verdict b, double b_worsening)
{
    if (a != b)
        return (int)a - (int)b;
    return (a_worsening < b_worsening) - (a_worsening > b_worsening);
}

bool verdict_find(struct view name, enum verdict *verdict)
{
    for (int i = 0; i < VERDICT_COUNT; i++) {
        if (!view_is(name, names[i]))
            continue;
        *verdict = (enum verdict)i;
        return true;
    }
    return false;
}
