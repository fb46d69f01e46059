#include <config.h>

#include "report-subject.h"

#include "report-text.h"

#include <stdlib.h>

static const struct view unknown = {"unknown", 7};

/* --- short names --- */

/* Shorten *PREFIX to what it and TEXT share. */
static void share_prefix(struct view *prefix, struct view text, bool *differs)
{
    size_t length = 0;

    if (text.length == 0)
        return;
    if (prefix->data == NULL)
        *prefix = text;
    if (!view_equal(*prefix, text))
        *differs = true;
    while (length < prefix->length && length < text.length &&
           prefix->data[length] == text.data[length])
        length++;
    prefix->length = length;
}

/* The length of what texts share up to the last hyphen. */
static size_t prefix_length(struct view prefix, bool differs)
{
    size_t length = differs ? prefix.length : 0;

    while (length > 0 && prefix.data[length - 1] != '-')
        length--;
    return length;
}

static void find_prefixes(struct subjects *subjects)
{
    struct view kernel = {NULL, 0};
    struct view protocol = {NULL, 0};
    struct view environment = {NULL, 0};
    bool differs[3] = {false, false, false};

    for (size_t i = 0; i < subjects->rows->count; i++) {
        const struct row *row = &subjects->rows->list[i];

        share_prefix(&kernel, row->kernel, &differs[0]);
        share_prefix(&protocol, row_text(row, COLUMN_PROTOCOL), &differs[1]);
        share_prefix(&environment, row_text(row, COLUMN_ENVIRONMENT), &differs[2]);
    }
    subjects->kernel_prefix = prefix_length(kernel, differs[0]);
    subjects->protocol_prefix = prefix_length(protocol, differs[1]);
    subjects->environment_prefix = prefix_length(environment, differs[2]);
}

static int by_text(const void *left, const void *right)
{
    return text_compare_natural(*(const struct view *)left, *(const struct view *)right);
}

static void find_labels(struct subjects *subjects)
{
    for (size_t i = 0; i < subjects->rows->count; i++) {
        const struct row *row = &subjects->rows->list[i];
        struct view base = row_text(row, COLUMN_BASE_LABEL);
        struct view label = row_label(row);

        if (label.length > 0)
            map_put(&subjects->labels, label.data, label.length, NULL);
        if (base.length > 0)
            map_put(&subjects->labels, base.data, base.length, NULL);
    }
    subjects->sorted_labels =
        mem_zeroed(subjects->labels.count + 1, sizeof *subjects->sorted_labels);
    for (size_t i = 0; i < subjects->labels.count; i++)
        subjects->sorted_labels[i] = (struct view){subjects->labels.entries[i].key,
                                                   subjects->labels.entries[i].length};
    qsort(subjects->sorted_labels, subjects->labels.count, sizeof *subjects->sorted_labels,
          by_text);
    for (size_t i = 0; i < subjects->labels.count; i++)
        map_find(&subjects->labels, subjects->sorted_labels[i].data,
                 subjects->sorted_labels[i].length)
            ->value.word = i;
}

static void find_products(struct subjects *subjects)
{
    for (size_t i = 0; i < subjects->rows->count; i++) {
        const struct row *row = &subjects->rows->list[i];
        struct view product = row_text(row, COLUMN_PRODUCT);
        struct view environment = row_text(row, COLUMN_ENVIRONMENT);
        struct map_entry *entry;
        bool added;

        if (product.length == 0 || environment.length == 0)
            continue;
        map_put(&subjects->environments, environment.data, environment.length, &added);
        if (!added)
            continue;
        entry = map_put(&subjects->products, product.data, product.length, NULL);
        entry->value.word++;
    }
}

void subjects_init(struct subjects *subjects, const struct rows *rows)
{
    memset(subjects, 0, sizeof *subjects);
    subjects->rows = rows;
    map_init(&subjects->labels);
    map_init(&subjects->environments);
    map_init(&subjects->products);
    find_prefixes(subjects);
    find_labels(subjects);
    find_products(subjects);
}

void subjects_release(struct subjects *subjects)
{
    map_release(&subjects->labels);
    map_release(&subjects->environments);
    map_release(&subjects->products);
    free(subjects->sorted_labels);
}

struct view row_label(const struct row *row)
{
    struct view label = row_text(row, COLUMN_IMPLEMENTATION);

    return label.length > 0 ? label : row_text(row, COLUMN_LABEL);
}

size_t subject_series(const struct subjects *subjects, struct view label)
{
    const struct map_entry *entry = map_find(&subjects->labels, label.data, label.length);

    return entry == NULL ? 0 : (size_t)entry->value.word;
}

size_t subject_label_count(const struct subjects *subjects)
{
    return subjects->labels.count;
}

static struct view behind(struct view text, size_t prefix)
{
    if (text.length == 0)
        return unknown;
    if (text.length <= prefix)
        return text;
    return (struct view){text.data + prefix, text.length - prefix};
}

struct view subject_kernel(const struct subjects *subjects, const struct row *row)
{
    return behind(row->kernel, subjects->kernel_prefix);
}

struct view subject_protocol(const struct subjects *subjects, const struct row *row)
{
    return behind(row_text(row, COLUMN_PROTOCOL), subjects->protocol_prefix);
}

void subject_write_gpu(const struct subjects *subjects, const struct row *row,
                       struct buf *out)
{
    struct view product = row_text(row, COLUMN_PRODUCT);
    struct view environment = row_text(row, COLUMN_ENVIRONMENT);
    const struct map_entry *entry =
        map_find(&subjects->products, product.data, product.length);

    if (product.length == 0) {
        product = behind(environment, subjects->environment_prefix);
        buf_append(out, product.data, product.length);
        return;
    }
    buf_append(out, product.data, product.length);
    if (entry == NULL || entry->value.word < 2 || environment.length == 0)
        return;
    environment = behind(environment, subjects->environment_prefix);
    buf_append_text(out, " (");
    buf_append(out, environment.data, environment.length);
    buf_append_byte(out, ')');
}

void subject_write_metric(const struct row *row, struct buf *out)
{
    struct view metric = behind(row_text(row, COLUMN_METRIC), 0);
    struct view statistic = row_text(row, COLUMN_STATISTIC);

    buf_append(out, metric.data, metric.length);
    if (statistic.length == 0)
        return;
    buf_append_text(out, " (");
    buf_append(out, statistic.data, statistic.length);
    buf_append_byte(out, ')');
}

const char *subject_direction(const struct row *row)
{
    return view_is(row_text(row, COLUMN_DIRECTION), "higher_is_better") ? "higher is better"
                                                                        : "lower is better";
}

/* --- slices --- */

struct slice slice_of_kind(const struct rows *rows, enum row_kind kind)
{
    struct slice slice = {rows->list, 0};
    size_t first = 0;

    while (first < rows->count && rows->list[first].kind < kind)
        first++;
    while (first + slice.count < rows->count &&
           rows->list[first + slice.count].kind == kind)
        slice.count++;
    slice.rows = rows->count == 0 ? NULL : rows->list + first;
    return slice;
}

static bool is_same(const struct row *a, const struct row *b, enum slice_level level)
{
    static const enum column panel[] = {COLUMN_PRODUCT, COLUMN_ENVIRONMENT, COLUMN_PROTOCOL,
                                        COLUMN_METRIC,  COLUMN_STATISTIC,   COLUMN_UNIT};

    if (!view_equal(a->kernel, b->kernel))
        return false;
    if (level == SLICE_KERNEL)
        return true;
    for (size_t i = 0; i < sizeof panel / sizeof *panel; i++)
        if (!view_equal(row_text(a, panel[i]), row_text(b, panel[i])))
            return false;
    return level == SLICE_PANEL ||
           view_equal(row_text(a, COLUMN_COHORT), row_text(b, COLUMN_COHORT));
}

bool slice_next(struct slice *rest, enum slice_level level, struct slice *slice)
{
    size_t count = 0;

    if (rest->count == 0)
        return false;
    while (count < rest->count && is_same(rest->rows, rest->rows + count, level))
        count++;
    *slice = (struct slice){rest->rows, count};
    rest->rows += count;
    rest->count -= count;
    return true;
}

size_t slice_count(struct slice rest, enum slice_level level)
{
    struct slice slice;
    size_t count = 0;

    while (slice_next(&rest, level, &slice))
        count++;
    return count;
}

/* --- axes --- */

static bool column_varies(struct slice slice, uint32_t column)
{
    const struct cell *first = row_cell(slice.rows, column);

    for (size_t i = 1; i < slice.count; i++) {
        const struct cell *other;

        /* Rows of one case have the same axes. */
        if (view_equal(slice.rows[i].axes, slice.rows[i - 1].axes))
            continue;
        other = row_cell(&slice.rows[i], column);
        if ((first == NULL) != (other == NULL) ||
            (first != NULL && !view_equal(other->text, first->text)))
            return true;
    }
    return false;
}

static bool is_known(const struct axes *axes, uint32_t column)
{
    for (size_t i = 0; i < axes->varying_count; i++)
        if (axes->varying[i] == column)
            return true;
    for (size_t i = 0; i < axes->fixed_count; i++)
        if (axes->fixed[i] == column)
            return true;
    return false;
}

void axes_find(struct axes *axes, const struct subjects *subjects, struct slice slice)
{
    struct view name;

    axes->varying_count = axes->fixed_count = 0;
    for (size_t i = 0; i < slice.count; i++) {
        const struct row *row = &slice.rows[i];

        if (i > 0 && view_equal(row->axes, slice.rows[i - 1].axes))
            continue;
        for (size_t j = 0; j < row->count; j++) {
            uint32_t column = row->cells[j].column;

            if (!cell_is_axis(subjects->rows, &row->cells[j], &name) ||
                is_known(axes, column))
                continue;
            if (column_varies(slice, column) && axes->varying_count < AXES_MAX)
                axes->varying[axes->varying_count++] = column;
            else if (axes->fixed_count < AXES_MAX)
                axes->fixed[axes->fixed_count++] = column;
        }
    }
}

void axes_write(const struct subjects *subjects, const uint32_t *columns, size_t count,
                const struct row *row, struct buf *out)
{
    size_t start = out->length;
    struct view name;

    for (size_t i = 0; i < count; i++) {
        const struct cell *cell = row_cell(row, columns[i]);

        if (cell == NULL || !cell_is_axis(subjects->rows, cell, &name))
            continue;
        if (out->length > start)
            buf_append_byte(out, ' ');
        buf_append(out, name.data, name.length);
        buf_append_byte(out, '=');
        buf_append(out, cell->text.data, cell->text.length);
    }
}
