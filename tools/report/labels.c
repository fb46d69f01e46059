#include <config.h>

#include "labels.h"

#include "text.h"

#include <stdlib.h>

static const struct view unknown = {"unknown", 7};

/* --- short names --- */

static void add_name(struct name_set *set, struct view name)
{
    if (name.length > 0)
        name_set_add(set, name);
}

static void find_names(struct labels *labels)
{
    name_set_init(&labels->kernel_names);
    name_set_init(&labels->protocol_names);
    name_set_init(&labels->environment_names);
    for (size_t i = 0; i < labels->rows->count; i++) {
        const struct row *row = &labels->rows->list[i];

        add_name(&labels->kernel_names, row->kernel);
        add_name(&labels->protocol_names, rows_text(row, COLUMN_PROTOCOL));
        add_name(&labels->environment_names, rows_text(row, COLUMN_ENVIRONMENT));
    }
    name_set_end(&labels->kernel_names);
    name_set_end(&labels->protocol_names);
    name_set_end(&labels->environment_names);
}

static int by_frequency(const void *left, const void *right)
{
    const struct map_entry *a = *(const struct map_entry *const *)left;
    const struct map_entry *b = *(const struct map_entry *const *)right;

    if (a->value.word != b->value.word)
        return a->value.word > b->value.word ? -1 : 1;
    return text_compare_natural((struct view){a->key, a->length},
                                (struct view){b->key, b->length});
}

static void count_label(struct labels *labels, struct view label)
{
    if (label.length > 0)
        map_put(&labels->series, label.data, label.length, NULL)->value.word++;
}

static void find_labels(struct labels *labels)
{
    struct map_entry **sorted;

    for (size_t i = 0; i < labels->rows->count; i++) {
        const struct row *row = &labels->rows->list[i];

        count_label(labels, rows_label(row));
        count_label(labels, rows_text(row, COLUMN_BASE_LABEL));
    }
    sorted = mem_zeroed(labels->series.count + 1, sizeof *sorted);
    for (size_t i = 0; i < labels->series.count; i++)
        sorted[i] = &labels->series.entries[i];
    qsort(sorted, labels->series.count, sizeof *sorted, by_frequency);
    labels->implementations =
        mem_zeroed(labels->series.count + 1, sizeof *labels->implementations);
    for (size_t i = 0; i < labels->series.count; i++) {
        labels->implementations[i] = (struct view){sorted[i]->key, sorted[i]->length};
        sorted[i]->value.word = i;
    }
    free(sorted);
}

static void find_products(struct labels *labels)
{
    for (size_t i = 0; i < labels->rows->count; i++) {
        const struct row *row = &labels->rows->list[i];
        struct view product = rows_text(row, COLUMN_PRODUCT);
        struct view environment = rows_text(row, COLUMN_ENVIRONMENT);
        struct map_entry *entry;
        bool added;

        if (product.length == 0 || environment.length == 0)
            continue;
        map_put(&labels->environments, environment.data, environment.length, &added);
        if (!added)
            continue;
        entry = map_put(&labels->products, product.data, product.length, NULL);
        entry->value.word++;
    }
}

void labels_init(struct labels *labels, const struct rows *rows)
{
    memset(labels, 0, sizeof *labels);
    labels->rows = rows;
    map_init(&labels->series);
    map_init(&labels->environments);
    map_init(&labels->products);
    find_names(labels);
    find_labels(labels);
    find_products(labels);
}

void labels_release(struct labels *labels)
{
    name_set_release(&labels->kernel_names);
    name_set_release(&labels->protocol_names);
    name_set_release(&labels->environment_names);
    map_release(&labels->series);
    map_release(&labels->environments);
    map_release(&labels->products);
    free(labels->implementations);
}

size_t labels_series(const struct labels *labels, struct view label)
{
    const struct map_entry *entry = map_find(&labels->series, label.data, label.length);

    return entry == NULL ? 0 : (size_t)entry->value.word;
}

size_t labels_count(const struct labels *labels)
{
    return labels->series.count;
}

static struct view or_unknown(struct view text)
{
    return text.length > 0 ? text : unknown;
}

struct view labels_kernel(const struct labels *labels, const struct row *row)
{
    return or_unknown(name_set_shorten(&labels->kernel_names, row->kernel));
}

struct view labels_protocol(const struct labels *labels, const struct row *row)
{
    return or_unknown(
        name_set_shorten(&labels->protocol_names, rows_text(row, COLUMN_PROTOCOL)));
}

void labels_write_gpu(const struct labels *labels, const struct row *row, struct buf *out)
{
    struct view product = rows_text(row, COLUMN_PRODUCT);
    struct view environment = rows_text(row, COLUMN_ENVIRONMENT);
    const struct map_entry *entry =
        map_find(&labels->products, product.data, product.length);

    if (product.length == 0) {
        product = or_unknown(name_set_shorten(&labels->environment_names, environment));
        buf_append(out, product.data, product.length);
        return;
    }
    buf_append(out, product.data, product.length);
    if (entry == NULL || entry->value.word < 2 || environment.length == 0)
        return;
    environment = or_unknown(name_set_shorten(&labels->environment_names, environment));
    buf_append_text(out, " (");
    buf_append(out, environment.data, environment.length);
    buf_append_byte(out, ')');
}

void labels_write_metric(const struct row *row, struct buf *out)
{
    struct view metric = or_unknown(rows_text(row, COLUMN_METRIC));
    struct view statistic = rows_text(row, COLUMN_STATISTIC);

    buf_append(out, metric.data, metric.length);
    if (statistic.length == 0)
        return;
    buf_append_text(out, " (");
    buf_append(out, statistic.data, statistic.length);
    buf_append_byte(out, ')');
}

void labels_write_metric_in(const struct row *row, struct view unit, struct buf *out)
{
    labels_write_metric(row, out);
    if (unit.length > 0) {
        buf_append_text(out, " in ");
        buf_append(out, unit.data, unit.length);
    }
    buf_append_text(out, ", ");
    buf_append_text(out, labels_direction(row));
}

const char *labels_direction(const struct row *row)
{
    return view_is(rows_text(row, COLUMN_DIRECTION), "higher_is_better")
               ? "higher is better"
               : "lower is better";
}
