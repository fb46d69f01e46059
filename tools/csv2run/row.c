#include <config.h>

#include "row.h"

#include "record/quantity.h"

#include <inttypes.h>

/* Of a label, in UTF-16 code units (kidx-record(5)). */
enum { LABEL_MAX = 200 };

struct view row_cell(const struct row *row, enum column column)
{
    return row->cells.fields[row->columns->fields[column]];
}

/* The column (from 1) of a byte of the row, 0 if it is not on the row's first line. */
static size_t place_of(const struct stream_record *record, size_t offset)
{
    return memchr(record->text.data, '\n', offset) == NULL ? offset + 1 : 0;
}

enum stream_verdict row_reject(const struct row *row, enum column column, const char *code,
                               const char *text)
{
    struct view name = columns_name(row->templates->catalog, column);
    struct view found = row_cell(row, column);
    size_t offset = csv_field_offset(row->record->text, row->columns->fields[column]);

    return stream_reject(row->record, place_of(row->record, offset), code,
                         "%.*s %s: \"%.*s\"%s", (int)name.length, name.data, text,
                         found.length > 80 ? 80 : (int)found.length, found.data,
                         found.length > 80 ? "..." : "");
}

static enum stream_verdict read_metric(struct row *row)
{
    const struct templates *templates = row->templates;
    const struct catalog_metric *metric =
        catalog_find(&templates->catalog->metrics, row_cell(row, COLUMN_METRIC));

    if (metric == NULL && columns_is_header(templates->catalog, &row->cells))
        return stream_reject(row->record, 0, "unknown_metric",
                             "this is a second header row, perhaps of a joined file");
    if (metric == NULL)
        return row_reject(row, COLUMN_METRIC, "unknown_metric", "is not in the catalog");
    if (!view_equal(metric->unit, row_cell(row, COLUMN_UNIT)))
        return row_reject(row, COLUMN_UNIT, "unknown_metric", "is not that of the metric");
    row->metric = metric;
    if (metric->timed || templates->has_memory)
        return STREAM_WRITE;
    row->record->label = "memory rows";
    return STREAM_SKIP;
}

static enum stream_verdict read_names(struct row *row)
{
    const struct catalog *catalog = row->templates->catalog;

    row->kernel = catalog_find(&catalog->kernels, row_cell(row, COLUMN_KERNEL));
    if (row->kernel == NULL)
        return row_reject(row, COLUMN_KERNEL, "uncurated_kernel", "is not in the catalog");
    row->mode = catalog_find(&catalog->modes, row_cell(row, COLUMN_MODE));
    if (row->mode == NULL)
        return row_reject(row, COLUMN_MODE, "unknown_mode", "is not in the catalog");
    row->provider = catalog_find(&catalog->providers, row_cell(row, COLUMN_PROVIDER));
    if (row->provider == NULL)
        return row_reject(row, COLUMN_PROVIDER, "unknown_provider",
                          "is not in the catalog");
    return STREAM_WRITE;
}

static enum stream_verdict read_config(struct row *row, struct binder *binder)
{
    const struct bound *bound = bind_config(
        binder, row->kernel, &row->templates->kernels[row->kernel->number].operation,
        row_cell(row, COLUMN_X_NAME), row_cell(row, COLUMN_X_VALUE),
        row_cell(row, COLUMN_CONFIG));
    size_t offset;

    row->bound = bound;
    if (bound->code == NULL)
        return STREAM_WRITE;
    offset = csv_field_offset(row->record->text, row->columns->fields[bound->column]);
    return stream_reject(row->record, place_of(row->record, offset), bound->code, "%.*s",
                         (int)bound->message.length, bound->message.data);
}

/* Read the quantiles, which are used only if both are numbers. */
static void read_quantiles(struct row *row)
{
    static const double largest = 0x1.fffffffffffffp+1023;
    double factor = row->metric->factor;

    row->has_quantiles = value_number(row_cell(row, COLUMN_P20), &row->native[1]) &&
                         value_number(row_cell(row, COLUMN_P80), &row->native[2]);
    for (size_t i = 1; row->has_quantiles && i < 3; i++) {
        row->measured[i] = row->native[i] * factor;
        row->has_quantiles = row->measured[i] <= largest && row->measured[i] >= -largest;
    }
}

static enum stream_verdict read_values(struct row *row)
{
    static const enum column columns[3] = {COLUMN_MEDIAN, COLUMN_P20, COLUMN_P80};
    size_t count;

    if (!value_number(row_cell(row, COLUMN_MEDIAN), &row->native[0]) || row->native[0] <= 0)
        return row_reject(row, COLUMN_MEDIAN, "invalid_value", "is not a number above 0");
    row->measured[0] = row->native[0] * row->metric->factor;
    read_quantiles(row);
    count = row->has_quantiles ? 3 : 1;
    if (!row->has_quantiles)
        row->record->label = "without quantiles";
    for (size_t i = 0; i < count; i++) {
        if (row->metric->timed)
            row->measured[i] = value_round(row->measured[i]);
        if (row->measured[i] == 0 && row->native[i] != 0)
            return row_reject(row, columns[i], "invalid_value",
                              "is 0 in the unit of the record");
        if (!value_is_whole(row->measured[i]))
            return row_reject(row, columns[i], "invalid_value",
                              "is not whole in the unit of the record");
    }
    if (row->measured[0] > (double)QUANTITY_SAFE_INTEGER)
        return row_reject(row, COLUMN_MEDIAN, "invalid_value",
                          "is over 2^53-1 in the unit of the record");
    return STREAM_WRITE;
}

static enum stream_verdict read_rest(struct row *row)
{
    enum stream_verdict verdict;

    row->gpu = catalog_find(&row->templates->catalog->gpus, row_cell(row, COLUMN_GPU));
    if (row->gpu == NULL)
        return row_reject(row, COLUMN_GPU, "unknown_gpu", "is not in the catalog");
    verdict = read_values(row);
    if (verdict != STREAM_WRITE)
        return verdict;
    if (!value_instant(row_cell(row, COLUMN_TIMESTAMP), &row->instant))
        return row_reject(row, COLUMN_TIMESTAMP, "invalid_timestamp",
                          "is not a time YYYY-MM-DD hh:mm:ss");
    if (value_utf16_length(row_cell(row, COLUMN_RELEASE)) > LABEL_MAX)
        return row_reject(row, COLUMN_RELEASE, "invalid_label",
                          "is longer than 200 characters");
    return STREAM_WRITE;
}

/* Reject a row that cannot be split, with the line of the error if it is a later one. */
static enum stream_verdict reject_unread(struct stream_record *record,
                                         const struct csv_error *error)
{
    uint64_t line = record->line;

    for (size_t i = 0; i < error->offset; i++)
        line += record->text.data[i] == '\n';
    if (line > record->line)
        return stream_reject(record, 0, error->code, "%s, on line %" PRIu64, error->text,
                             line);
    return stream_reject(record, error->offset + 1, error->code, "%s", error->text);
}

static enum stream_verdict split_row(struct row *row)
{
    struct stream_record *record = row->record;
    struct csv_error error;

    if (csv_split(&row->cells, record->text, &error) != 0)
        return reject_unread(record, &error);
    if (row->cells.count != row->columns->field_count) {
        size_t count = row->cells.count;
        bool is_header = columns_is_header(row->templates->catalog, &row->cells);

        row->cells.count = 0;
        if (is_header)
            return stream_reject(record, 0, "field_count",
                                 "%zu fields, %zu in the header: this is a second header "
                                 "row, or is joined to one",
                                 count, row->columns->field_count);
        return stream_reject(record, 0, "field_count", "%zu fields, %zu in the header",
                             count, row->columns->field_count);
    }
    return STREAM_WRITE;
}

void row_init(struct row *row, const struct templates *templates)
{
    *row = (struct row){.templates = templates};
    csv_row_init(&row->cells);
}

void row_release(struct row *row)
{
    csv_row_release(&row->cells);
}

enum stream_verdict row_read(struct row *row, struct stream_record *record,
                             struct binder *binder)
{
    enum stream_verdict verdict;

    row->record = record;
    row->columns = record->header;
    row->metric = NULL;
    row->kernel = NULL;
    verdict = split_row(row);
    if (verdict == STREAM_WRITE)
        verdict = read_metric(row);
    if (verdict == STREAM_WRITE)
        verdict = read_names(row);
    if (verdict == STREAM_WRITE)
        verdict = read_config(row, binder);
    return verdict == STREAM_WRITE ? read_rest(row) : verdict;
}
