/* row: read and check a row of a benchmark CSV.
 *
 * A row is accepted only if every cell is valid. If several are not, the reason is the
 * first in this order: bad_utf8, bad_csv, field_count, unknown_metric, (a metric that was
 * not requested: skipped), uncurated_kernel, unknown_mode, unknown_provider, bad_json,
 * unknown_config, unknown_gpu, invalid_value, invalid_timestamp, invalid_label.
 *
 * A struct row is reused for the next row, and serves one thread.
 */
#ifndef KIDX_TOOLS_CSV2RUN_ROW_H
#define KIDX_TOOLS_CSV2RUN_ROW_H

#include "bind.h"
#include "columns.h"
#include "templates.h"
#include "value.h"

#include "io/csv.h"
#include "tool/stream.h"

struct row {
    const struct templates *templates;
    struct csv_row cells; /* none if their number differs from the header's */
    struct stream_record *record;
    const struct columns *columns;
    const struct catalog_metric *metric; /* NULL: unknown; kernel likewise */
    const struct catalog_kernel *kernel;
    const struct catalog_mode *mode;
    const struct catalog_provider *provider;
    const struct catalog_gpu *gpu;
    const struct bound *bound;
    bool has_quantiles;
    double native[3];   /* median, p20, p80 in the unit of the CSV */
    double measured[3]; /* the same in the unit of the record */
    struct value_instant instant;
};

void row_init(struct row *row, const struct templates *templates);
void row_release(struct row *row);

/* Read the row in RECORD. STREAM_WRITE: it is valid, and all members are set. Otherwise the
 * verdict on it; metric and kernel are set if they are known. */
enum stream_verdict row_read(struct row *row, struct stream_record *record,
                             struct binder *binder);

/* A cell. Precondition: the row has as many cells as the header. */
struct view row_cell(const struct row *row, enum column column);

/* Reject the row because of a cell: COLUMN TEXT: "CELL". */
enum stream_verdict row_reject(const struct row *row, enum column column, const char *code,
                               const char *text);

#endif
