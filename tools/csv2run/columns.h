/* columns: find the columns of a benchmark CSV by name, in any order.
 *
 * Every column of enum column must be present once. Others cause a warning and are ignored.
 */
#ifndef KIDX_TOOLS_CSV2RUN_COLUMNS_H
#define KIDX_TOOLS_CSV2RUN_COLUMNS_H

#include "catalog.h"

#include "base/buf.h"
#include "base/diag.h"
#include "io/csv.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum column {
    COLUMN_KERNEL,
    COLUMN_PROVIDER,
    COLUMN_MODE,
    COLUMN_METRIC,
    COLUMN_UNIT,
    COLUMN_X_NAME,
    COLUMN_X_LABEL,
    COLUMN_X_VALUE,
    COLUMN_MEDIAN,
    COLUMN_P20,
    COLUMN_P80,
    COLUMN_CONFIG,
    COLUMN_GPU,
    COLUMN_TIMESTAMP,
    COLUMN_RELEASE, /* its name is in the catalog */
    COLUMN_COUNT
};

struct columns {
    struct columns *next; /* for the owner's list */
    size_t field_count;
    size_t fields[COLUMN_COUNT]; /* the number of the field */
};

/* The name of a column. */
struct view columns_name(const struct catalog *catalog, enum column column);

/* Whether a row that cannot be converted is a header row: most columns' names are in it. */
bool columns_is_header(const struct catalog *catalog, const struct csv_row *row);

/* Find the columns in the header row TEXT, which is in LINE of FILE; data NULL: the row is
 * too long. -1: reported. */
int columns_read(struct columns *header, const struct catalog *catalog, const char *file,
                 uint64_t line, struct view text, struct diag *diag);

/* Whether two header rows have the same columns in the same places. */
bool columns_equal(const struct columns *a, const struct columns *b);

/* Free a list of headers. */
void columns_free(struct columns *header);

#endif
