#include <config.h>

#include "present/verdict.h"

static const struct {
    const char *name;
    int severity;
} verdicts[VERDICT_COUNT] = {
    [VERDICT_BROKE] = {"broke", 0},
    [VERDICT_SLOWER] = {"slower", 1},
    [VERDICT_UNUSABLE] = {"unusable", 2},
    [VERDICT_MISSING_CAND] = {"missing_cand", 3},
    [VERDICT_INCOMPARABLE] = {"incomparable", 4},
    [VERDICT_BOTH_FAILED] = {"both_failed", 5},
    [VERDICT_UNCLEAR] = {"unclear", 6},
    [VERDICT_MISSING_BASE] = {"missing_base", 7},
    [VERDICT_SAME] = {"same", 8},
    [VERDICT_FASTER] = {"faster", 9},
    [VERDICT_FIXED] = {"fixed", 10},
};

const char *verdict_name(enum verdict verdict)
{
    return verdicts[verdict].name;
}

bool verdict_find(struct view name, enum verdict *verdict)
{
    for (int i = 0; i < VERDICT_COUNT; i++) {
        if (!view_is(name, verdicts[i].name))
            continue;
        *verdict = (enum verdict)i;
        return true;
    }
    return false;
}

int verdict_severity(enum verdict verdict)
{
    return verdicts[verdict].severity;
}
