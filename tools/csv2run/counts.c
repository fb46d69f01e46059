#include <config.h>

#include "counts.h"

#include "json/order.h"

#include <stdlib.h>

void report_init(struct report *report)
{
    *report = (struct report){.rows = 0};
    map_init(&report->families);
    map_init(&report->kernels);
    map_init(&report->reasons);
}

void report_release(struct report *report)
{
    map_release(&report->families);
    map_release(&report->kernels);
    map_release(&report->reasons);
}

static void count(struct map *map, struct view name)
{
    map_put(map, name.data, name.length, NULL)->value.word++;
}

static void count_kernel(struct report *report, struct view name)
{
    static const struct view others = {"(others)", 8};

    if (report->kernels.count >= REPORT_KERNELS &&
        map_find(&report->kernels, name.data, name.length) == NULL)
        name = others;
    count(&report->kernels, name);
}

void report_row(struct report *report, enum stream_verdict verdict, const char *code,
                const struct row_facts *facts, struct view kernel)
{
    report->rows++;
    if (facts != NULL && facts->metric != NULL) {
        if (facts->metric->timed)
            report->speed_rows++;
        else
            report->memory_rows++;
    }
    switch (verdict) {
    case STREAM_SKIP:
        report->skipped++;
        break;
    case STREAM_REJECT:
        count(&report->reasons, (struct view){code, strlen(code)});
        count_kernel(report,
                     facts != NULL && facts->kernel != NULL ? facts->kernel->name : kernel);
        break;
    case STREAM_PASS:
    case STREAM_WRITE:
        report->runs++;
        break;
    }
}

void report_object(struct report *report, enum object_kind kind, struct view family)
{
    report->objects[kind]++;
    if (kind == OBJECT_OPERATION)
        count(&report->families, family);
}

static int compare_entries(const void *a, const void *b)
{
    const struct map_entry *left = *(const struct map_entry *const *)a;
    const struct map_entry *right = *(const struct map_entry *const *)b;

    return order_compare((struct view){left->key, left->length},
                         (struct view){right->key, right->length});
}

static void write_counts(struct writer *writer, const char *name, const struct map *map)
{
    const struct map_entry **sorted = mem_zeroed(map->count, sizeof *sorted);

    for (size_t i = 0; i < map->count; i++)
        sorted[i] = &map->entries[i];
    if (map->count > 1)
        qsort(sorted, map->count, sizeof *sorted, compare_entries);
    writer_name(writer, name);
    writer_begin_object(writer);
    for (size_t i = 0; i < map->count; i++) {
        writer_name_view(writer, (struct view){sorted[i]->key, sorted[i]->length});
        writer_count(writer, sorted[i]->value.word);
    }
    writer_end_object(writer);
    free(sorted);
}

static void write_objects(struct writer *writer, const struct report *report)
{
    static const struct {
        const char *name;
        enum object_kind kind;
    } kinds[] = {{"implementation", OBJECT_IMPLEMENTATION},
                 {"operation", OBJECT_OPERATION},
                 {"project", OBJECT_PROJECT},
                 {"workload", OBJECT_WORKLOAD}};

    writer_name(writer, "objects");
    writer_begin_object(writer);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        writer_name(writer, kinds[i].name);
        writer_count(writer, report->objects[kinds[i].kind]);
    }
    writer_end_object(writer);
}

void report_write(const struct report *report, struct buf *out)
{
    struct writer writer;

    writer_init(&writer, out);
    writer_begin_object(&writer);
    writer_name(&writer, "kind");
    writer_text(&writer, "kidx.csv2run/v1");
    writer_name(&writer, "memory_rows");
    writer_count(&writer, report->memory_rows);
    write_objects(&writer, report);
    write_counts(&writer, "operations_by_family", &report->families);
    write_counts(&writer, "rejects_by_kernel", &report->kernels);
    write_counts(&writer, "rejects_by_reason", &report->reasons);
    writer_name(&writer, "rows");
    writer_count(&writer, report->rows);
    writer_name(&writer, "runs");
    writer_count(&writer, report->runs);
    writer_name(&writer, "skipped");
    writer_count(&writer, report->skipped);
    writer_name(&writer, "speed_rows");
    writer_count(&writer, report->speed_rows);
    writer_end_object(&writer);
    buf_append_byte(out, '\n');
}
