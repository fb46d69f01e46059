#include <config.h>

#include "counts.h"

#include "json/order.h"

#include <stdlib.h>

void counts_init(struct counts *counts)
{
    *counts = (struct counts){.rows = 0};
    map_init(&counts->families);
    map_init(&counts->kernels);
    map_init(&counts->reasons);
}

void counts_release(struct counts *counts)
{
    map_release(&counts->families);
    map_release(&counts->kernels);
    map_release(&counts->reasons);
}

static void count(struct map *map, struct view name)
{
    map_put(map, name.data, name.length, NULL)->value.word++;
}

static void count_kernel(struct counts *counts, struct view name)
{
    static const struct view others = {"(others)", 8};

    if (counts->kernels.count >= COUNTS_KERNELS &&
        map_find(&counts->kernels, name.data, name.length) == NULL)
        name = others;
    count(&counts->kernels, name);
}

void counts_row(struct counts *counts, enum stream_verdict verdict, const char *code,
                const struct row_facts *facts, struct view kernel)
{
    counts->rows++;
    if (facts != NULL && facts->metric != NULL) {
        if (facts->metric->timed)
            counts->speed_rows++;
        else
            counts->memory_rows++;
    }
    switch (verdict) {
    case STREAM_SKIP:
        counts->skipped++;
        break;
    case STREAM_REJECT:
        count(&counts->reasons, view_from(code));
        count_kernel(counts,
                     facts != NULL && facts->kernel != NULL ? facts->kernel->name : kernel);
        break;
    case STREAM_PASS:
    case STREAM_WRITE:
        counts->runs++;
        break;
    }
}

void counts_object(struct counts *counts, enum object_kind kind, struct view family)
{
    counts->objects[kind]++;
    if (kind == OBJECT_OPERATION)
        count(&counts->families, family);
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

static void write_objects(struct writer *writer, const struct counts *counts)
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
        writer_count(writer, counts->objects[kinds[i].kind]);
    }
    writer_end_object(writer);
}

void counts_write(const struct counts *counts, struct buf *out)
{
    struct writer writer;

    writer_init(&writer, out);
    writer_begin_object(&writer);
    writer_name(&writer, "kind");
    writer_text(&writer, "kidx.csv2run/v1");
    writer_name(&writer, "memory_rows");
    writer_count(&writer, counts->memory_rows);
    write_objects(&writer, counts);
    write_counts(&writer, "operations_by_family", &counts->families);
    write_counts(&writer, "rejects_by_kernel", &counts->kernels);
    write_counts(&writer, "rejects_by_reason", &counts->reasons);
    writer_name(&writer, "rows");
    writer_count(&writer, counts->rows);
    writer_name(&writer, "runs");
    writer_count(&writer, counts->runs);
    writer_name(&writer, "skipped");
    writer_count(&writer, counts->skipped);
    writer_name(&writer, "speed_rows");
    writer_count(&writer, counts->speed_rows);
    writer_end_object(&writer);
    buf_append_byte(out, '\n');
}
