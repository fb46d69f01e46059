#include <config.h>

#include "rows.h"

#include "json/number.h"

#include <stdlib.h>

static const char axis_prefix[] = "subject.axes.";

/* Names of kinds in `kind`, without "kidx." and "/v1". */
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

/* --- a line, in a worker --- */

/* Views into the facts. */
struct line_cell {
    enum cell_type type;
    struct view name;
    struct view text;
};

/* A cell in the facts begins with this; its name and its text follow. */
struct packed {
    uint32_t type;
    uint32_t name_length;
    size_t text_length;
};

static void pack(struct buf *facts, struct view name, enum cell_type type, struct view text)
{
    struct packed packed = {type, (uint32_t)name.length, text.length};

    buf_append(facts, (const char *)&packed, sizeof packed);
    buf_append(facts, name.data, name.length);
    buf_append(facts, text.data, text.length);
}

/* Whether a list holds texts and numbers only. */
static bool is_plain_list(const struct document *document, uint32_t list)
{
    const struct node *nodes = document->nodes;

    for (uint32_t item = list + 1; item < nodes[list].next; item = nodes[item].next)
        if (nodes[item].type != NODE_STRING && nodes[item].type != NODE_NUMBER)
            return false;
    return true;
}

static void pack_list(struct buf *facts, struct view name, const struct document *document,
                      uint32_t list)
{
    const struct node *nodes = document->nodes;
    struct buf text;

    if (!is_plain_list(document, list)) {
        pack(facts, name, CELL_TEXT, document_raw(document, list));
        return;
    }
    buf_init(&text);
    for (uint32_t item = list + 1; item < nodes[list].next; item = nodes[item].next) {
        struct view part = document_is(document, item, NODE_STRING)
                               ? document_string(document, item)
                               : document_raw(document, item);

        if (item > list + 1)
            buf_append_text(&text, "; ");
        buf_append(&text, part.data, part.length);
    }
    pack(facts, name, CELL_TEXT, buf_view(&text));
    buf_release(&text);
}

static void pack_scalar(struct buf *facts, struct view name,
                        const struct document *document, uint32_t node)
{
    switch (document_type(document, node)) {
    case NODE_STRING:
        pack(facts, name, CELL_TEXT, document_string(document, node));
        break;
    case NODE_NUMBER:
        pack(facts, name, CELL_NUMBER, document_raw(document, node));
        break;
    case NODE_TRUE:
        pack(facts, name, CELL_TRUE, view_from("true"));
        break;
    case NODE_FALSE:
        pack(facts, name, CELL_FALSE, view_from("false"));
        break;
    default:
        pack(facts, name, CELL_NULL, (struct view){"", 0});
        break;
    }
}

/* Pack the members of an object, their names after NAME. The depth of a document is
 * bounded, and so is this. */
static void pack_members(struct buf *facts, struct buf *name,
                         const struct document *document, uint32_t object)
{
    const struct node *nodes = document->nodes;

    for (uint32_t key = object + 1; key < nodes[object].next;) {
        uint32_t value = key + 1;
        size_t length = name->length;
        struct view own = document_string(document, key);

        if (length > 0)
            buf_append_byte(name, '.');
        buf_append(name, own.data, own.length);
        if (document_is(document, value, NODE_OBJECT))
            pack_members(facts, name, document, value);
        else if (document_is(document, value, NODE_ARRAY))
            pack_list(facts, buf_view(name), document, value);
        else
            pack_scalar(facts, buf_view(name), document, value);
        name->length = length;
        key = nodes[value].next;
    }
}

static bool find_kind(struct view kind, enum row_kind *found)
{
    static const char prefix[] = "kidx.";
    static const char suffix[] = "/v1";
    const size_t around = sizeof prefix + sizeof suffix - 2;

    if (kind.length <= around || memcmp(kind.data, prefix, sizeof prefix - 1) != 0 ||
        memcmp(kind.data + kind.length - (sizeof suffix - 1), suffix, sizeof suffix - 1) !=
            0)
        return false;
    kind.data += sizeof prefix - 1;
    kind.length -= around;
    for (int i = 0; i < ROW_KINDS; i++)
        if (view_is(kind, kind_names[i])) {
            *found = (enum row_kind)i;
            return true;
        }
    return false;
}

enum stream_verdict rows_extract(struct stream_record *record)
{
    const struct document *document = record->document;
    uint32_t node = document_member(document, 0, "kind");
    enum row_kind kind = ROW_KINDS;
    struct view text = {"", 0};
    struct view *facts;
    struct buf name;
    struct buf cells;

    if (node != NODE_NONE && document_is(document, node, NODE_STRING))
        text = document_string(document, node);
    if (text.length < 5 || memcmp(text.data, "kidx.", 5) != 0) {
        record->label = "no result";
        return STREAM_SKIP;
    }
    if (!find_kind(text, &kind))
        return stream_reject(
            record, stream_column(record, node), "unknown_kind",
            "unknown kind of result: expected rank, ab, record, suite, stat or "
            "summary, version v1");
    record->label = kind_names[kind];
    buf_init(&name);
    buf_init(&cells);
    buf_append_byte(&cells, (char)kind);
    pack_members(&cells, &name, document, 0);
    facts = arena_alloc(record->arena, sizeof *facts);
    *facts = stream_store_text(record, buf_view(&cells));
    record->facts = facts;
    buf_release(&name);
    buf_release(&cells);
    return STREAM_WRITE;
}

static enum row_kind line_kind(struct view *facts)
{
    enum row_kind kind = (enum row_kind)facts->data[0];

    facts->data++;
    facts->length--;
    return kind;
}

static bool line_next(struct view *facts, struct line_cell *cell)
{
    struct packed packed;
    size_t length;

    if (facts->length == 0)
        return false;
    memcpy(&packed, facts->data, sizeof packed);
    cell->type = (enum cell_type)packed.type;
    cell->name = (struct view){facts->data + sizeof packed, packed.name_length};
    cell->text = (struct view){cell->name.data + cell->name.length, packed.text_length};
    length = sizeof packed + packed.name_length + packed.text_length;
    facts->data += length;
    facts->length -= length;
    return true;
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
            return "the lines have more than 512 different members";
        if (!is_of_type(cell->column, found.type))
            return "a member has another type than in results";
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
        if (!rows_is_axis(rows, &row->cells[i], &name))
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

/* The name of the workload without its axes; where its manifest is not in the input, the
 * first part of the case. */
static struct view find_kernel(struct rows *rows, const struct row *row)
{
    struct view workload = rows_text(row, COLUMN_WORKLOAD);
    struct view name;
    struct view kernel;
    struct buf text;

    if (workload.length == 0) {
        const char *slash;

        workload = rows_text(row, COLUMN_CASE);
        slash = workload.length == 0 ? NULL : memchr(workload.data, '/', workload.length);
        if (slash != NULL)
            workload.length = (size_t)(slash - workload.data);
    }
    buf_init(&text);
    buf_append(&text, workload.data, workload.length);
    for (size_t i = 0; i < row->count; i++)
        if (rows_is_axis(rows, &row->cells[i], &name))
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

struct view rows_text(const struct row *row, enum column column)
{
    const struct cell *cell = row->known[column];

    return cell == NULL || cell->type == CELL_NULL ? (struct view){"", 0} : cell->text;
}

bool rows_number(const struct row *row, enum column column, double *number)
{
    const struct cell *cell = row->known[column];

    if (cell == NULL || cell->type != CELL_NUMBER)
        return false;
    *number = cell->number;
    return true;
}

bool rows_is_true(const struct row *row, enum column column)
{
    const struct cell *cell = row->known[column];

    return cell != NULL && cell->type == CELL_TRUE;
}

struct view rows_column_name(const struct rows *rows, uint32_t column)
{
    return (struct view){rows->columns.entries[column].key,
                         rows->columns.entries[column].length};
}

bool rows_is_axis(const struct rows *rows, const struct cell *cell, struct view *name)
{
    const size_t length = sizeof axis_prefix - 1;

    *name = rows_column_name(rows, cell->column);
    if (cell->column < COLUMN_COUNT || name->length <= length ||
        memcmp(name->data, axis_prefix, length) != 0)
        return false;
    name->data += length;
    name->length -= length;
    return true;
}

const struct cell *rows_cell(const struct row *row, uint32_t column)
{
    for (size_t i = 0; i < row->count; i++)
        if (row->cells[i].column == column)
            return &row->cells[i];
    return NULL;
}

const struct cell *rows_named(const struct rows *rows, const struct row *row,
                              const char *name)
{
    const struct map_entry *entry = map_find(&rows->columns, name, strlen(name));

    return entry == NULL ? NULL : rows_cell(row, (uint32_t)(entry - rows->columns.entries));
}

enum verdict rows_verdict(const struct row *row)
{
    enum verdict verdict = VERDICT_BROKE;

    verdict_find(rows_text(row, COLUMN_VERDICT), &verdict);
    return verdict;
}

struct view rows_label(const struct row *row)
{
    struct view label = rows_text(row, COLUMN_IMPLEMENTATION);

    return label.length > 0 ? label : rows_text(row, COLUMN_LABEL);
}
