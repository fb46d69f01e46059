/* row: a row of a benchmark CSV, understood.
 *
 * A row is understood only when all of it is. Of several things that are wrong, the first
 * by this order is told: bad_utf8, bad_csv, field_count, unknown_metric, (a metric that is
 * not asked for: skipped), uncurated_kernel, unknown_mode, unknown_provider, bad_json,
 * unknown_config, unknown_gpu, invalid_value, invalid_timestamp, invalid_label.
 *
 * A struct row is used again for the next one; it serves one thread.
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
    struct csv_row cells; /* of another number than in the header: none */
    struct stream_record *record;
    const struct columns *columns;
    const struct catalog_metric *metric; /* NULL: not known, as below */
    const struct catalog_kernel *kernel;
    const struct catalog_mode *mode;
    const struct catalog_provider *provider;
    const struct catalog_gpu *gpu;
    const struct bound *bound;
    bool has_quantiles;
    double native[3];   /* median, p20, p80 as they were measured */
    double measured[3]; /* and in the unit of the record */
    struct value_instant instant;
};

void row_init(struct row *row, const struct templates *templates);
void row_release(struct row *row);

/* Read the row in RECORD: STREAM_WRITE where it is understood, and all members are set;
 * else the verdict on it, and metric and kernel are set where they are known. */
enum stream_verdict row_read(struct row *row, struct stream_record *record,
                             struct binder *binder);

/* A cell of a row that has as many as the header. */
struct view row_cell(const struct row *row, enum column column);

/* Reject the row for a cell: COLUMN TEXT: "CELL". */
enum stream_verdict row_reject(const struct row *row, enum column column, const char *code,
                               const char *text);

#endif
