/* record: what becomes of a line, as functions for the loop of all tools
 * (stream.h): the three layers of kidx-validate, one after the other.
 *
 * A layer looks at a record that the layers before have nothing against. The first two run
 * in a worker; what the third needs of a record, and what a verdict says of it, is stored
 * as facts.
 */
#ifndef KIDX_TOOLS_VALIDATE_RECORD_H
#define KIDX_TOOLS_VALIDATE_RECORD_H

#include "check/findings.h"
#include "references.h"
#include "rules.h"
#include "check/shape.h"

#include "record/instant.h"
#include "record/verify.h"

/* What settings mean, shared by threads, and what only the main thread uses. */
struct validator {
    struct tool *tool;
    size_t max_findings;
    bool verdicts;
    struct check_levels levels;
    struct rules rules;
    struct shape shape;
    struct instant now;
    struct verify_workloads *workloads;
    struct index *index;      /* NULL without --refs */
    struct findings findings; /* of the ordered stage */
};

/* Set sink, levels and maximum of a zeroed findings. */
void record_findings_init(struct findings *findings, const struct validator *validator);

/* The functions of a struct stream_tool, whose tool is a struct validator. */
void *record_worker_new(void *validator);
void record_worker_free(void *worker);
enum stream_verdict record_check(void *validator, void *worker,
                                 struct stream_record *record);
enum stream_verdict record_ordered(void *validator, struct stream_record *record);
void record_finish(void *validator, const struct stream_outcome *outcome, struct buf *out);
void record_end(void *validator, const struct tally *tally);

#endif
