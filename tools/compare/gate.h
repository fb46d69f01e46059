/* gate: whether a candidate is no worse than its base wherever the base was measured.
 *
 * The gate fails closed. A line fails if --gate or --fail-on names its verdict, if a side
 * lost its run (hidden), or, with --gate, if it is unclear and worse by more than both
 * --unclear-limit and its own floor; unless --ack accepts it. Without a failed line the
 * result is "passed" only if the input was read to its end, nothing was rejected, and at
 * least one line was judged; else it is "undecided". So "passed" and exit status 0 always
 * occur together, as far as the output can be written.
 *
 * Each failure is reported with a line that --ack accepts; --write-ack has all of them in a
 * file that is put in place when the run is complete. In such lines all that is not ASCII
 * is escaped, so that masking a message changes nothing in them.
 *
 * One thread. Errors are reported through the tool's diag.
 */
#ifndef KIDX_TOOLS_COMPARE_GATE_H
#define KIDX_TOOLS_COMPARE_GATE_H

#include "ab.h"
#include "summary.h"
#include "tool/tool.h"

struct gate {
    struct tool *tool;
    const struct compare_settings *settings;
    const struct store *store;
    struct output *acks; /* NULL: no --write-ack */
    struct map written;  /* lines of --write-ack */
    struct summary_gate counts;
    struct summary_counts unjudged; /* the same lines, in words for people */
    uint64_t held;                  /* lines that are same or faster */
    uint64_t unclear;
    double worst_unclear; /* the largest effect on the worse side */
};

/* -1: the file of --write-ack cannot be opened (reported). */
int gate_init(struct gate *gate, const struct compare_settings *settings,
              const struct store *store, struct tool *tool);
void gate_release(struct gate *gate);

void gate_add(struct gate *gate, const struct ab_line *ab);

/* All lines were added: decide, raise the exit status, report what was not judged. */
void gate_decide(struct gate *gate, const struct pairs *pairs);

#endif
