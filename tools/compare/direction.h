/* direction: whether higher values of a unit are better, for verdicts.
 *
 * Policy ranking-v1 has a rule of its own (cohort_unit_is_rate), which ranks and record
 * histories follow. By that rule each unit with "_per_" is a rate, also "ms_per_token", of
 * which a gate must not accept more. Here letters of both cases are equal, and X_per_Y is a
 * rate unless X is a time or an energy, or X is a size and Y has no time.
 */
#ifndef KIDX_TOOLS_COMPARE_DIRECTION_H
#define KIDX_TOOLS_COMPARE_DIRECTION_H

#include "base/buf.h"

#include <stdbool.h>

bool direction_is_higher_better(struct view unit);

#endif
