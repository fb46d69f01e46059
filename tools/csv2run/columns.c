#include <config.h>

#include "columns.h"

#include <stdlib.h>

enum { WARNINGS_MAX = 10 };

struct view columns_name(const struct catalog *catalog, enum column column)
{
    static const char *const names[] = {
        [COLUMN_KERNEL] = "kernel_name",
        [COLUMN_PROVIDER] = "kernel_provider",
        [COLUMN_MODE] = "kernel_operation_mode",
        [COLUMN_METRIC] = "metric_name",
        [COLUMN_UNIT] = "metric_unit",
        [COLUMN_X_NAME] = "x_name",
        [COLUMN_X_LABEL] = "x_label",
        [COLUMN_X_VALUE] = "x_value",
        [COLUMN_MEDIAN] = "y_value_50",
        [COLUMN_P20] = "y_value_20",
        [COLUMN_P80] = "y_value_80",
        [COLUMN_CONFIG] = "extra_benchmark_config_str",
        [COLUMN_GPU] = "gpu_name",
        [COLUMN_TIMESTAMP] = "timestamp",
    };

    if (column == COLUMN_RELEASE)
        return catalog->source.release;
    return view_from(names[column]);
}

/* The column of this name, COLUMN_COUNT if there is none. */
static enum column find_column(const struct catalog *catalog, struct view name)
{
    enum column column = COLUMN_KERNEL;

    while (column < COLUMN_COUNT && !view_equal(columns_name(catalog, column), name))
        column++;
    return column;
}

static int shorten(struct view text)
{
    return text.length > 60 ? 60 : (int)text.length;
}

/* Warn of unknown columns: of each, or if there are more than WARNINGS_MAX of the first. */
static void warn_unknown(const struct catalog *catalog, const struct csv_row *row,
                         size_t split, const struct diag_place *place, struct diag *diag)
{
    size_t unknown = row->count - split;
    struct view first = {"", 0};

    for (size_t i = split; i-- > 0;) {
        if (find_column(catalog, row->fields[i]) == COLUMN_COUNT) {
            unknown++;
            first = row->fields[i];
        }
    }
    if (unknown > WARNINGS_MAX) {
        diag_say(diag, DIAG_WARNING, place, NULL, "%zu unknown columns, \"%.*s\" the first",
                 unknown, shorten(first), first.data);
        return;
    }
    for (size_t i = 0; i < split; i++)
        if (find_column(catalog, row->fields[i]) == COLUMN_COUNT)
            diag_say(diag, DIAG_WARNING, place, NULL, "unknown column \"%.*s\"",
                     shorten(row->fields[i]), row->fields[i].data);
}

static int fail(struct diag *diag, const struct diag_place *place, const char *text,
                struct view name)
{
    diag_say(diag, DIAG_ERROR, place, NULL, "%s \"%.*s\"", text, shorten(name), name.data);
    diag_raise(diag, EXIT_TROUBLE);
    return -1;
}

static int find_columns(struct columns *columns, const struct catalog *catalog,
                        const struct csv_row *row, const struct diag_place *place,
                        struct diag *diag)
{
    size_t split = row->count < CSV_FIELDS_MAX ? row->count : CSV_FIELDS_MAX;

    columns->field_count = row->count;
    for (size_t i = 0; i < COLUMN_COUNT; i++)
        columns->fields[i] = SIZE_MAX;
    for (size_t i = 0; i < split; i++) {
        enum column column = find_column(catalog, row->fields[i]);

        if (column == COLUMN_COUNT)
            continue;
        if (columns->fields[column] != SIZE_MAX)
            return fail(diag, place, "there are two columns", row->fields[i]);
        columns->fields[column] = i;
    }
    for (enum column column = COLUMN_KERNEL; column < COLUMN_COUNT; column++)
        if (columns->fields[column] == SIZE_MAX)
            return fail(diag, place, "there is no column", columns_name(catalog, column));
    warn_unknown(catalog, row, split, place, diag);
    return 0;
}

bool columns_is_header(const struct catalog *catalog, const struct csv_row *row)
{
    size_t split = row->count < CSV_FIELDS_MAX ? row->count : CSV_FIELDS_MAX;
    size_t names = 0;

    for (size_t i = 0; i < split && names <= COLUMN_COUNT / 2; i++)
        names += find_column(catalog, row->fields[i]) != COLUMN_COUNT;
    return names > COLUMN_COUNT / 2;
}

/* How many columns TEXT names if its fields are separated by SEPARATOR. */
static size_t count_names(const struct catalog *catalog, struct view text, char separator)
{
    size_t names = 0;

    for (size_t start = 0, end = 0; end <= text.length; end++) {
        struct view field = {text.data + start, end - start};

        if (end < text.length && text.data[end] != separator)
            continue;
        start = end + 1;
        if (field.length > 1 && field.data[0] == '"' && field.data[field.length - 1] == '"')
            field = (struct view){field.data + 1, field.length - 2};
        names += find_column(catalog, field) != COLUMN_COUNT;
    }
    return names;
}

/* What TEXT, which is no header row, is instead; NULL: unknown. */
static const char *other_format(const struct catalog *catalog, struct view text)
{
    static const struct {
        char separator;
        const char *text;
    } separators[] = {
        {';', "the fields are separated by semicolons; CSV has commas"},
        {'\t', "the fields are separated by tabs; CSV has commas"},
        {'|', "the fields are separated by '|'; CSV has commas"},
    };
    size_t start = 0;

    if (text.length > 4 && memcmp(text.data, "sep=", 4) == 0)
        return "this line sets the separator for a spreadsheet; delete it, the header row "
               "must be first";
    for (size_t i = 0; i < sizeof separators / sizeof *separators; i++)
        if (count_names(catalog, text, separators[i].separator) > COLUMN_COUNT / 2)
            return separators[i].text;
    if (memchr(text.data, '\0', text.length) != NULL)
        return NULL; /* perhaps UTF-16, which csv_split reports */
    while (start < text.length && strchr(" \t\r\n", text.data[start]) != NULL)
        start++;
    if (start < text.length && (text.data[start] == '{' || text.data[start] == '['))
        return "this is JSON, not CSV";
    return NULL;
}

static int fail_other(struct diag *diag, const struct diag_place *place, const char *code,
                      const char *text)
{
    diag_say(diag, DIAG_ERROR, place, code, "%s", text);
    diag_raise(diag, EXIT_TROUBLE);
    return -1;
}

static int read_row(struct columns *columns, const struct catalog *catalog,
                    struct diag_place *place, struct view text, struct csv_row *row,
                    struct diag *diag)
{
    struct csv_error error;
    bool is_csv = csv_split(row, text, &error) == 0;
    const char *other = NULL;

    if (!is_csv || !columns_is_header(catalog, row))
        other = other_format(catalog, text);
    if (other != NULL)
        return fail_other(diag, place, NULL, other);
    if (is_csv)
        return find_columns(columns, catalog, row, place, diag);
    place->column = error.offset + 1;
    diag_say(diag, DIAG_ERROR, place, error.code, "the header row: %s", error.text);
    diag_raise(diag, EXIT_TROUBLE);
    return -1;
}

int columns_read(struct columns *columns, const struct catalog *catalog, const char *file,
                 uint64_t line, struct view text, struct diag *diag)
{
    struct diag_place place = {file, line, 0};
    struct csv_row row;
    int result;

    if (text.data == NULL)
        return fail_other(diag, &place, "line_too_long",
                          "the header row is longer than the limit of --max-line");
    csv_row_init(&row);
    result = read_row(columns, catalog, &place, text, &row, diag);
    csv_row_release(&row);
    return result;
}

bool columns_equal(const struct columns *a, const struct columns *b)
{
    return a->field_count == b->field_count &&
           memcmp(a->fields, b->fields, sizeof a->fields) == 0;
}

void columns_free(struct columns *header)
{
    while (header != NULL) {
        struct columns *next = header->next;

        free(header);
        header = next;
    }
}
