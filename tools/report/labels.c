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

static void find_names(struct subjects *subjects)
{
    name_set_init(&subjects->kernel_names);
    name_set_init(&subjects->protocol_names);
    name_set_init(&subjects->environment_names);
    for (size_t i = 0; i < subjects->rows->count; i++) {
        const struct row *row = &subjects->rows->list[i];

        add_name(&subjects->kernel_names, row->kernel);
        add_name(&subjects->protocol_names, row_text(row, COLUMN_PROTOCOL));
        add_name(&subjects->environment_names, row_text(row, COLUMN_ENVIRONMENT));
    }
    name_set_end(&subjects->kernel_names);
    name_set_end(&subjects->protocol_names);
    name_set_end(&subjects->environment_names);
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

static void count_label(struct subjects *subjects, struct view label)
{
    if (label.length > 0)
        map_put(&subjects->labels, label.data, label.length, NULL)->value.word++;
}

static void find_labels(struct subjects *subjects)
{
    struct map_entry **sorted;

    for (size_t i = 0; i < subjects->rows->count; i++) {
        const struct row *row = &subjects->rows->list[i];

        count_label(subjects, row_label(row));
        count_label(subjects, row_text(row, COLUMN_BASE_LABEL));
    }
    sorted = mem_zeroed(subjects->labels.count + 1, sizeof *sorted);
    for (size_t i = 0; i < subjects->labels.count; i++)
        sorted[i] = &subjects->labels.entries[i];
    qsort(sorted, subjects->labels.count, sizeof *sorted, by_frequency);
    subjects->sorted_labels =
        mem_zeroed(subjects->labels.count + 1, sizeof *subjects->sorted_labels);
    for (size_t i = 0; i < subjects->labels.count; i++) {
        subjects->sorted_labels[i] = (struct view){sorted[i]->key, sorted[i]->length};
        sorted[i]->value.word = i;
    }
    free(sorted);
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
    find_names(subjects);
    find_labels(subjects);
    find_products(subjects);
}

void subjects_release(struct subjects *subjects)
{
    name_set_release(&subjects->kernel_names);
    name_set_release(&subjects->protocol_names);
    name_set_release(&subjects->environment_names);
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

static struct view or_unknown(struct view text)
{
    return text.length > 0 ? text : unknown;
}

struct view subject_kernel(const struct subjects *subjects, const struct row *row)
{
    return or_unknown(name_set_shorten(&subjects->kernel_names, row->kernel));
}

struct view subject_protocol(const struct subjects *subjects, const struct row *row)
{
    return or_unknown(
        name_set_shorten(&subjects->protocol_names, row_text(row, COLUMN_PROTOCOL)));
}

void subject_write_gpu(const struct subjects *subjects, const struct row *row,
                       struct buf *out)
{
    struct view product = row_text(row, COLUMN_PRODUCT);
    struct view environment = row_text(row, COLUMN_ENVIRONMENT);
    const struct map_entry *entry =
        map_find(&subjects->products, product.data, product.length);

    if (product.length == 0) {
        product = or_unknown(name_set_shorten(&subjects->environment_names, environment));
        buf_append(out, product.data, product.length);
        return;
    }
    buf_append(out, product.data, product.length);
    if (entry == NULL || entry->value.word < 2 || environment.length == 0)
        return;
    environment = or_unknown(name_set_shorten(&subjects->environment_names, environment));
    buf_append_text(out, " (");
    buf_append(out, environment.data, environment.length);
    buf_append_byte(out, ')');
}

void subject_write_metric(const struct row *row, struct buf *out)
{
    struct view metric = or_unknown(row_text(row, COLUMN_METRIC));
    struct view statistic = row_text(row, COLUMN_STATISTIC);

    buf_append(out, metric.data, metric.length);
    if (statistic.length == 0)
        return;
    buf_append_text(out, " (");
    buf_append(out, statistic.data, statistic.length);
    buf_append_byte(out, ')');
}

void subject_write_metric_in(const struct row *row, struct view unit, struct buf *out)
{
    subject_write_metric(row, out);
    if (unit.length > 0) {
        buf_append_text(out, " in ");
        buf_append(out, unit.data, unit.length);
    }
    buf_append_text(out, ", ");
    buf_append_text(out, subject_direction(row));
}

const char *subject_direction(const struct row *row)
{
    return view_is(row_text(row, COLUMN_DIRECTION), "higher_is_better") ? "higher is better"
                                                                        : "lower is better";
}
