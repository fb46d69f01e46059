#include <config.h>

#include "row.h"

#include "line.h"

#include "json/number.h"

#include <stdlib.h>

static const char axis_prefix[] = "subject.axes.";

static const char *const kind_names[ROW_KINDS] = {"rank",  "ab",   "record",
                                                  "suite", "stat", "summary"};

static const struct {
    const char *name;
    enum cell_type type; /* what it has to be, if not null; CELL_TRUE: either truth */
} columns[COLUMN_COUNT] = {
    [COLUMN_KIND] = {"kind", CELL_TEXT},
    [COLUMN_VERDICT] = {"verdict", CELL_TEXT},
    [COLUMN_REASON] = {"reason", CELL_TEXT},
    [COLUMN_WORKLOAD] = {"subject.workload", CELL_TEXT},
    [COLUMN_PRODUCT] = {"subject.product", CELL_TEXT},
    [COLUMN_ENVIRONMENT] = {"subject.environment", CELL_TEXT},
    [COLUMN_PROTOCOL] = {"subject.protocol", CELL_TEXT},
    [COLUMN_IMPLEMENTATION] = {"implementation_label", CELL_TEXT},
    [COLUMN_LABEL] = {"label", CELL_TEXT},
    [COLUMN_BASE_LABEL] = {"base_label", CELL_TEXT},
    [COLUMN_RANK] = {"rank", CELL_NUMBER},
    [COLUMN_METRIC] = {"metric", CELL_TEXT},
    [COLUMN_STATISTIC] = {"statistic", CELL_TEXT},
    [COLUMN_UNIT] = {"unit", CELL_TEXT},
    [COLUMN_DIRECTION] = {"direction", CELL_TEXT},
    [COLUMN_VALUE] = {"value", CELL_NULL}, /* a name in lines of kidx-stat */
    [COLUMN_P20] = {"p20", CELL_NUMBER},
    [COLUMN_P80] = {"p80", CELL_NUMBER},
    [COLUMN_RATIO_TO_BEST] = {"ratio_to_best", CELL_NUMBER},
    [COLUMN_SPREAD_STATE] = {"spread_state", CELL_TEXT},
    [COLUMN_SPREAD_TIE] = {"spread_tie_with_previous", CELL_TRUE},
    [COLUMN_TIED] = {"tied_with_previous", CELL_TRUE},
    [COLUMN_ELIGIBLE] = {"eligible", CELL_TRUE},
    [COLUMN_REASONS] = {"reasons", CELL_NULL},
    [COLUMN_BASE_VALUE] = {"base_value", CELL_NUMBER},
    [COLUMN_CAND_VALUE] = {"cand_value", CELL_NUMBER},
    [COLUMN_CHANGE_PCT] = {"change_pct", CELL_NUMBER},
    [COLUMN_RATIO] = {"ratio", CELL_NUMBER},
    [COLUMN_RATIO_LO] = {"ratio_lo", CELL_NUMBER},
    [COLUMN_RATIO_HI] = {"ratio_hi", CELL_NUMBER},
    [COLUMN_EFFECT] = {"effect", CELL_NUMBER},
    [COLUMN_FLOOR] = {"floor", CELL_NUMBER},
    [COLUMN_EVIDENCE] = {"evidence", CELL_TEXT},
    [COLUMN_INTERVAL_KIND] = {"interval_kind", CELL_TEXT},
    [COLUMN_AT] = {"at", CELL_TEXT},
    [COLUMN_PREVIOUS_VALUE] = {"previous_value", CELL_NUMBER},
    [COLUMN_IMPROVEMENT_PCT] = {"improvement_pct", CELL_NUMBER},
    [COLUMN_IS_CURRENT] = {"is_current", CELL_TRUE},
    [COLUMN_CASE] = {"case", CELL_TEXT},
    [COLUMN_COHORT] = {"cohort", CELL_TEXT},
};

const char *row_kind_name(enum row_kind kind)
{
    return kind_names[kind];
}

/* --- rows --- */

void rows_init(struct rows *rows)
{
    memset(rows, 0, sizeof *rows);
    map_init(&rows->columns);
    arena_init(&rows->memory);
    for (size_t i = 0; i < COLUMN_COUNT; i++)
        map_put(&rows->columns, columns[i].name, strlen(columns[i].name), NULL);
}

void rows_release(struct rows *rows)
{
    free(rows->list);
    map_release(&rows->columns);
    arena_release(&rows->memory);
}

static bool is_of_type(uint32_t column, enum cell_type type)
{
    enum cell_type wanted = column < COLUMN_COUNT ? columns[column].type : CELL_NULL;

    if (wanted == CELL_NULL || type == CELL_NULL)
        return true;
    if (wanted == CELL_TRUE)
        return type == CELL_TRUE || type == CELL_FALSE;
    return type == wanted;
}

/* The column of a name, made where it is new; -1: there are too many. */
static int find_column(struct rows *rows, const char *name, size_t length, uint32_t *column)
{
    struct map_entry *entry = map_find(&rows->columns, name, length);

    if (entry == NULL && rows->columns.count >= COLUMN_LIMIT)
        return -1;
    if (entry == NULL)
        entry = map_put(&rows->columns, name, length, NULL);
    *column = (uint32_t)(entry - rows->columns.entries);
    return 0;
}

static const char *read_cells(struct rows *rows, struct view facts, struct cell *cells)
{
    struct line_cell found;

    for (size_t i = 0; line_next(&facts, &found); i++) {
        struct cell *cell = &cells[i];

        if (find_column(rows, found.name.data, found.name.length, &cell->column) != 0)
            return "more members, of all lines, than are reported: 512";
        if (!is_of_type(cell->column, found.type))
            return "a member of the line is not of the type that it has in results";
        cell->type = found.type;
        cell->text = found.text;
        if (found.type == CELL_NUMBER)
            number_parse(cell->text.data, cell->text.length, &cell->number);
    }
    return NULL;
}

/* "tokens=1024 vocab=4096", of the cells that are axes. */
static struct view join_axes(struct rows *rows, const struct row *row)
{
    struct view name;
    struct view axes;
    struct buf text;

    buf_init(&text);
    for (size_t i = 0; i < row->count; i++) {
        if (!cell_is_axis(rows, &row->cells[i], &name))
            continue;
        if (text.length > 0)
            buf_append_byte(&text, ' ');
        buf_append(&text, name.data, name.length);
        buf_append_byte(&text, '=');
        buf_append(&text, row->cells[i].text.data, row->cells[i].text.length);
    }
    axes.data = arena_copy_text(&rows->memory, text.data, text.length);
    axes.length = text.length;
    buf_release(&text);
    return axes;
}

/* Remove "-NAMEVALUE" from a workload's name. */
static void remove_axis(struct buf *kernel, struct view name, struct view value)
{
    size_t length = 1 + name.length + value.length;

    for (size_t i = 0; i + length <= kernel->length; i++) {
        const char *at = kernel->data + i;
        bool equal = *at == '-' && (i + length == kernel->length || at[length] == '-') &&
                     memcmp(at + 1 + name.length, value.data, value.length) == 0;

        for (size_t j = 0; j < name.length && equal; j++)
            equal = at[1 + j] == (name.data[j] == '_' ? '-' : name.data[j]);
        if (!equal)
            continue;
        memmove(kernel->data + i, at + length, kernel->length - i - length);
        kernel->length -= length;
        return;
    }
}

/* The name of the workload without what its axes say; of a workload that was not seen the
 * first part of the case. */
static struct view find_kernel(struct rows *rows, const struct row *row)
{
    struct view workload = row_text(row, COLUMN_WORKLOAD);
    struct view name;
    struct view kernel;
    struct buf text;

    if (workload.length == 0) {
        const char *slash;

        workload = row_text(row, COLUMN_CASE);
        slash = workload.length == 0 ? NULL : memchr(workload.data, '/', workload.length);
        if (slash != NULL)
            workload.length = (size_t)(slash - workload.data);
    }
    buf_init(&text);
    buf_append(&text, workload.data, workload.length);
    for (size_t i = 0; i < row->count; i++)
        if (cell_is_axis(rows, &row->cells[i], &name))
            remove_axis(&text, name, row->cells[i].text);
    kernel.data = arena_copy_text(&rows->memory, text.data, text.length);
    kernel.length = text.length;
    buf_release(&text);
    return kernel;
}

const char *rows_add(struct rows *rows, struct view facts)
{
    struct row row = {.kind = ROW_KINDS};
    struct view rest;
    struct line_cell found;
    struct cell *cells;
    const char *problem;

    row.bytes.data = arena_copy_text(&rows->memory, facts.data, facts.length);
    row.bytes.length = facts.length;
    facts = row.bytes;
    row.kind = line_kind(&facts);
    rest = facts;
    while (line_next(&rest, &found))
        row.count++;
    cells = arena_array(&rows->memory, row.count, sizeof *cells);
    problem = read_cells(rows, facts, cells);
    if (problem != NULL)
        return problem;
    row.cells = cells;
    for (size_t i = 0; i < row.count; i++)
        if (cells[i].column < COLUMN_COUNT)
            row.known[cells[i].column] = &cells[i];
    row.axes = join_axes(rows, &row);
    row.kernel = find_kernel(rows, &row);
    if (rows->count == rows->capacity) {
        rows->capacity = rows->capacity == 0 ? 256 : 2 * rows->capacity;
        rows->list = mem_resize(rows->list, rows->capacity, sizeof *rows->list);
    }
    rows->list[rows->count++] = row;
    return NULL;
}

/* --- access --- */

struct view row_text(const struct row *row, enum column column)
{
    const struct cell *cell = row->known[column];

    return cell == NULL || cell->type == CELL_NULL ? (struct view){"", 0} : cell->text;
}

bool row_number(const struct row *row, enum column column, double *number)
{
    const struct cell *cell = row->known[column];

    if (cell == NULL || cell->type != CELL_NUMBER)
        return false;
    *number = cell->number;
    return true;
}

bool row_is_true(const struct row *row, enum column column)
{
    const struct cell *cell = row->known[column];

    return cell != NULL && cell->type == CELL_TRUE;
}

struct view column_name(const struct rows *rows, uint32_t column)
{
    return (struct view){rows->columns.entries[column].key,
                         rows->columns.entries[column].length};
}

bool cell_is_axis(const struct rows *rows, const struct cell *cell, struct view *name)
{
    const size_t length = sizeof axis_prefix - 1;

    *name = column_name(rows, cell->column);
    if (cell->column < COLUMN_COUNT || name->length <= length ||
        memcmp(name->data, axis_prefix, length) != 0)
        return false;
    name->data += length;
    name->length -= length;
    return true;
}

const struct cell *row_cell(const struct row *row, uint32_t column)
{
    for (size_t i = 0; i < row->count; i++)
        if (row->cells[i].column == column)
            return &row->cells[i];
    return NULL;
}

const struct cell *row_named(const struct rows *rows, const struct row *row,
                             const char *name)
{
    const struct map_entry *entry = map_find(&rows->columns, name, strlen(name));

    return entry == NULL ? NULL : row_cell(row, (uint32_t)(entry - rows->columns.entries));
}

enum verdict row_verdict(const struct row *row)
{
    enum verdict verdict = VERDICT_BROKE;

    verdict_find(row_text(row, COLUMN_VERDICT), &verdict);
    return verdict;
}
