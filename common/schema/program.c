#include <config.h>

#include "schema/program.h"

#include "base/mem.h"

#include <stdlib.h>

static uint32_t capacity_of(uint32_t count)
{
    uint32_t capacity = 1;

    if (count == 0)
        return 0;
    while (capacity < count)
        capacity *= 2;
    return capacity;
}

void *schema_grow(void *rows, uint32_t count, uint32_t more, size_t size)
{
    if (capacity_of(count + more) > capacity_of(count))
        rows = mem_resize(rows, capacity_of(count + more), size);
    if (more > 0)
        memset((char *)rows + count * size, 0, more * size);
    return rows;
}

uint32_t schema_add_links(struct schema *schema, uint32_t count)
{
    schema->links =
        schema_grow(schema->links, schema->link_count, count, sizeof *schema->links);
    schema->link_count += count;
    return schema->link_count - count;
}

void schema_free(struct schema *schema)
{
    if (schema == NULL)
        return;
    for (uint32_t i = 0; i < schema->object_count; i++)
        names_release(&schema->objects[i].names);
    for (uint32_t i = 0; i < schema->value_set_count; i++)
        value_set_release(&schema->value_sets[i]);
    for (uint32_t i = 0; i < schema->pattern_count; i++)
        pattern_free(schema->patterns[i]);
    free(schema->subschemas);
    free(schema->strings);
    free(schema->numbers);
    free(schema->arrays);
    free(schema->objects);
    free(schema->pattern_rules);
    free(schema->dependents);
    free(schema->generals);
    free(schema->applicators);
    free(schema->value_sets);
    free(schema->dynamic_anchors);
    free(schema->links);
    free(schema->patterns);
    reader_free(schema->reader);
    free(schema->text);
    free(schema);
}
