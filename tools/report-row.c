#include <config.h>

#include "report-row.h"

#include "report-text.h"

#include "json/number.h"
#include "record/instant.h"

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

/* --- a line, on a worker --- */

/* A cell in the bytes that go to the main thread: this, the name, the text. */
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
        pack(facts, name, CELL_TRUE, text_view("true"));
        break;
    case NODE_FALSE:
        pack(facts, name, CELL_FALSE, text_view("false"));
        break;
    default:
        pack(facts, name, CELL_NULL, (struct view){"", 0});
        break;
    }
}

/* Pack the members of an object, their names behind NAME. The depth of a document is
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

enum stream_verdict row_extract(struct stream_record *record)
{
    const struct document *document = record->document;
    uint32_t node = document_member(document, 0, "kind");
    enum row_kind kind = ROW_KINDS;
    struct view text = {"", 0};
    struct buf name;

    if (node != NODE_NONE && document_is(document, node, NODE_STRING))
        text = document_string(document, node);
    if (text.length < 5 || memcmp(text.data, "kidx.", 5) != 0) {
        record->label = "no result";
        return STREAM_SKIP;
    }
    if (!find_kind(text, &kind))
        return stream_reject(record, stream_column(record, node), "unknown_kind",
                             "no kind of result that is reported: rank, ab, record, suite, "
                             "stat and summary are, in version v1");
    record->label = kind_names[kind];
    buf_init(&name);
    buf_append_byte(record->facts, (char)kind);
    pack_members(record->facts, &name, document, 0);
    buf_release(&name);
    return STREAM_WRITE;
}

/* --- rows, on the main thread --- */

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

/* Take a cell off FACTS; false at their end. */
static bool unpack(struct view *facts, struct packed *packed, const char **name)
{
    size_t length;

    if (facts->length == 0)
        return false;
    memcpy(packed, facts->data, sizeof *packed);
    *name = facts->data + sizeof *packed;
    length = sizeof *packed + packed->name_length + packed->text_length;
    facts->data += length;
    facts->length -= length;
    return true;
}

static bool is_of_type(uint32_t column, uint32_t type)
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
    struct packed packed;
    const char *name;

    for (size_t i = 0; unpack(&facts, &packed, &name); i++) {
        struct cell *cell = &cells[i];

        if (find_column(rows, name, packed.name_length, &cell->column) != 0)
            return "more members, of all lines, than are reported: 512";
        if (!is_of_type(cell->column, packed.type))
            return "a member of the line is not of the type that it has in results";
        cell->type = packed.type;
        cell->text = (struct view){name + packed.name_length, packed.text_length};
        if (packed.type == CELL_NUMBER)
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
    struct row row = {.kind = (enum row_kind)facts.data[0]};
    struct view rest;
    struct packed packed;
    struct cell *cells;
    const char *name;
    const char *problem;

    row.bytes.data = arena_copy_text(&rows->memory, facts.data, facts.length);
    row.bytes.length = facts.length;
    rest = (struct view){row.bytes.data + 1, row.bytes.length - 1};
    while (unpack(&rest, &packed, &name))
        row.count++;
    cells = arena_array(&rows->memory, row.count, sizeof *cells);
    rest = (struct view){row.bytes.data + 1, row.bytes.length - 1};
    problem = read_cells(rows, rest, cells);
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

/* --- order --- */

struct named {
    struct view name;
    uint32_t column;
};

static int by_name(const void *left, const void *right)
{
    const struct named *a = left;
    const struct named *b = right;

    return text_compare(a->name, b->name);
}

void columns_sort(const struct rows *rows, uint32_t *order)
{
    size_t count = rows->columns.count;
    struct named *named = mem_zeroed(count, sizeof *named);

    for (uint32_t i = 0; i < count; i++)
        named[i] = (struct named){column_name(rows, i), i};
    qsort(named + COLUMN_COUNT, count - COLUMN_COUNT, sizeof *named, by_name);
    for (size_t i = 0; i < count; i++)
        order[i] = named[i].column;
    free(named);
}

/* Smaller numbers first, none last. */
static int compare_numbers(const struct row *a, const struct row *b, enum column column)
{
    double left = 0;
    double right = 0;
    bool has_left = row_number(a, column, &left);
    bool has_right = row_number(b, column, &right);

    if (has_left != has_right)
        return has_left ? -1 : 1;
    return (left > right) - (left < right);
}

/* Records in the order in which they were set: by time, at one time the worse first. */
static int compare_events(const struct row *a, const struct row *b)
{
    struct instant at;
    struct instant other;
    int order = 0;

    if (a->kind != ROW_RECORD)
        return 0;
    if (instant_read(row_text(a, COLUMN_AT), &at) &&
        instant_read(row_text(b, COLUMN_AT), &other))
        order = instant_compare(&at, &other);
    else
        order = text_compare(row_text(a, COLUMN_AT), row_text(b, COLUMN_AT));
    if (order != 0)
        return order;
    order = compare_numbers(b, a, COLUMN_VALUE);
    return view_is(row_text(a, COLUMN_DIRECTION), "higher_is_better") ? -order : order;
}

static int by_subject(const void *left, const void *right)
{
    static const enum column keys[] = {COLUMN_PRODUCT, COLUMN_ENVIRONMENT, COLUMN_PROTOCOL,
                                       COLUMN_METRIC,  COLUMN_STATISTIC,   COLUMN_UNIT};
    static const enum column rest[] = {COLUMN_IMPLEMENTATION, COLUMN_LABEL};
    const struct row *a = left;
    const struct row *b = right;
    int order = (a->kind > b->kind) - (a->kind < b->kind);

    if (order == 0)
        order = text_compare_natural(a->kernel, b->kernel);
    for (size_t i = 0; order == 0 && i < sizeof keys / sizeof *keys; i++)
        order = text_compare(row_text(a, keys[i]), row_text(b, keys[i]));
    if (order == 0)
        order = text_compare_natural(a->axes, b->axes);
    if (order == 0)
        order = text_compare(row_text(a, COLUMN_COHORT), row_text(b, COLUMN_COHORT));
    if (order == 0)
        order = compare_numbers(a, b, COLUMN_RANK);
    if (order == 0)
        order = compare_events(a, b);
    for (size_t i = 0; order == 0 && i < sizeof rest / sizeof *rest; i++)
        order = text_compare(row_text(a, rest[i]), row_text(b, rest[i]));
    return order != 0 ? order : text_compare(a->bytes, b->bytes);
}

void rows_sort(struct rows *rows)
{
    if (rows->count > 0)
        qsort(rows->list, rows->count, sizeof *rows->list, by_subject);
}
