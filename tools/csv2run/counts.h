/* counts: what `kidx-csv2run --report` says about a run.
 *
 * One JSON object in RFC 8785 form:
 *
 *     {"kind":"kidx.csv2run/v1","memory_rows":…,"objects":{KIND:COUNT},
 *      "operations_by_family":{FAMILY:COUNT},"rejects_by_kernel":{NAME:COUNT},
 *      "rejects_by_reason":{CODE:COUNT},"rows":…,"runs":…,"skipped":…,"speed_rows":…}
 *
 * Objects are those that the runs refer to, each counted once, whether or not they are
 * written. Speed rows are those of a timed metric, memory rows those of another one of the
 * catalog; a row that was rejected before its metric was known is neither. Rejected rows
 * whose kernel could not be read are under the empty name, and those of a kernel beyond
 * REPORT_KERNELS names under "(others)".
 */
#ifndef KIDX_TOOLS_CSV2RUN_COUNTS_H
#define KIDX_TOOLS_CSV2RUN_COUNTS_H

#include "bundle.h"

enum { REPORT_KERNELS = 1000 };

struct report {
    uint64_t rows;
    uint64_t speed_rows;
    uint64_t memory_rows;
    uint64_t skipped;
    uint64_t runs;
    uint64_t objects[OBJECT_KIND_COUNT];
    struct map families;
    struct map kernels;
    struct map reasons;
};

void report_init(struct report *report);
void report_release(struct report *report);

/* Count a row, of which FACTS, and behind it KERNEL, may be missing (NULL). */
void report_row(struct report *report, enum stream_verdict verdict, const char *code,
                const struct row_facts *facts, struct view kernel);

/* Count an object of a run; its family matters for operations only. */
void report_object(struct report *report, enum object_kind kind, struct view family);

/* Append the object and an LF. */
void report_write(const struct report *report, struct buf *out);

#endif
