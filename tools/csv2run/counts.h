/* counts: the counts that `kidx-csv2run --report` writes, as one JSON object in RFC 8785
 * form:
 *
 *     {"kind":"kidx.csv2run/v1","memory_rows":…,"objects":{KIND:COUNT},
 *      "operations_by_family":{FAMILY:COUNT},"rejects_by_kernel":{NAME:COUNT},
 *      "rejects_by_reason":{CODE:COUNT},"rows":…,"runs":…,"skipped":…,"speed_rows":…}
 *
 * Objects are those to which the runs refer, each counted once, written or not. Speed rows
 * are those of a timed metric, memory rows those of another one of the catalog; a row that
 * was rejected before its metric was known is neither. Rejected rows whose kernel could not
 * be read are under the empty name, and those of a kernel beyond COUNTS_KERNELS names under
 * "(others)".
 */
#ifndef KIDX_TOOLS_CSV2RUN_COUNTS_H
#define KIDX_TOOLS_CSV2RUN_COUNTS_H

#include "bundle.h"

enum { COUNTS_KERNELS = 1000 };

struct counts {
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

void counts_init(struct counts *counts);
void counts_release(struct counts *counts);

/* Count a row. FACTS is NULL if none were stored; KERNEL is its kernel_name then, or where
 * FACTS has no kernel. */
void counts_row(struct counts *counts, enum stream_verdict verdict, const char *code,
                const struct row_facts *facts, struct view kernel);

/* Count an object; FAMILY is used for operations only. */
void counts_object(struct counts *counts, enum object_kind kind, struct view family);

/* Append the object and an LF. */
void counts_write(const struct counts *counts, struct buf *out);

#endif
