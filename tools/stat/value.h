/* value: the values of a record.
 *
 * The value is the primary value of the line's BenchmarkRun, where that passed, or what a
 * path leads to, or each output of a jq program. A record may have none, for a reason. What
 * a value is (metric, statistic, unit) is known of primary values, of the members of
 * latencyNs, which are durations in ns, and of a member `value` that has `metric`,
 * `statistic` or `unit` beside it (`primaryValue` in export rows likewise).
 *
 * Numbers of a program are libjq's, and there an infinity is the greatest double.
 *
 * Findings go through stream.h.
 */
#ifndef KIDX_TOOLS_STAT_VALUE_H
#define KIDX_TOOLS_STAT_VALUE_H

#include "fact.h"

#include "record/manifest.h"
#include "tool/stream.h"

struct stat_value;

/* TEXT: a path or program, NULL for the primary value. NULL where it does not compile
 * (said). */
struct stat_value *stat_value_new(const char *text, struct diag *diag);
void stat_value_free(struct stat_value *source);

/* Add to FACT what the record has; RUN is its BenchmarkRun, for the primary value. What
 * FACT then looks at is valid until the next call. -1: rejected. */
int stat_value_take(struct stat_value *source, struct stream_record *record,
                    const struct manifest *run, struct stat_fact *fact);

#endif
