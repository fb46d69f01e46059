#include <config.h>

#include "catalog-read.h"
#include "value.h"

#include "record/expression.h"

#define LENGTH(array) (sizeof(array) / sizeof *(array))

static struct view part(struct view text, size_t from, size_t to)
{
    return (struct view){text.data + from, to - from};
}

static size_t find_byte(struct view text, size_t from, char byte)
{
    while (from < text.length && text.data[from] != byte)
        from++;
    return from;
}

static bool read_dimension(struct view text, struct catalog_dimension *dimension)
{
    double size;

    *dimension = (struct catalog_dimension){{NULL, 0}, 0};
    if (value_is_token(text)) {
        dimension->axis = text;
        return true;
    }
    if (text.length == 0 || text.data[0] == '-' || !value_number(text, &size) ||
        (size != 0 && !value_is_size(size)))
        return false;
    dimension->size = (uint64_t)size;
    return find_byte(text, 0, '.') == text.length && find_byte(text, 0, 'e') == text.length;
}

/* NAME:DTYPE[DIM,...] */
static bool read_tensor(struct catalog_reading *reading, struct view text,
                        struct catalog_tensor *tensor)
{
    size_t colon = find_byte(text, 0, ':');
    size_t bracket = find_byte(text, colon, '[');
    size_t at = bracket + 1;

    if (bracket == text.length || text.data[text.length - 1] != ']')
        return false;
    tensor->name = part(text, 0, colon);
    tensor->dtype = part(text, colon + 1, bracket);
    tensor->count = 0;
    tensor->dimensions = arena_array(&reading->catalog->arena, text.length - bracket,
                                     sizeof *tensor->dimensions);
    if (!value_is_token(tensor->name) || !value_is_token(tensor->dtype))
        return false;
    while (at < text.length) {
        size_t end = find_byte(text, at, ',');

        if (end == text.length)
            end--;
        if (!read_dimension(part(text, at, end), &tensor->dimensions[tensor->count++]))
            return false;
        at = end + 1;
    }
    return tensor->count > 0;
}

static size_t count_children(const struct document *document, uint32_t node)
{
    size_t count = 0;

    for (uint32_t child = node + 1; child < document->nodes[node].next;
         child = document->nodes[child].next)
        count++;
    return count;
}

/* The tensors of a list; NULL: said. */
static struct catalog_tensor *read_tensors(struct catalog_reading *reading, uint32_t node,
                                           size_t *count)
{
    const struct document *document = reading->document;
    struct catalog_tensor *tensors = arena_array(
        &reading->catalog->arena, count_children(document, node), sizeof *tensors);
    size_t number = 0;

    for (uint32_t child = node + 1; child < document->nodes[node].next;
         child = document->nodes[child].next) {
        if (!document_is(document, child, NODE_STRING) ||
            !read_tensor(reading, document_string(document, child), &tensors[number])) {
            CATALOG_FAIL(reading, child, "expected a tensor, NAME:DTYPE[DIM,...]");
            return NULL;
        }
        for (size_t i = 0; i < number; i++) {
            if (view_equal(tensors[i].name, tensors[number].name)) {
                CATALOG_FAIL(reading, child, "there is a tensor of this name already");
                return NULL;
            }
        }
        number++;
    }
    *count = number;
    return tensors;
}

static int read_derived(struct catalog_reading *reading, uint32_t node,
                        struct catalog_kernel *kernel)
{
    const struct document *document = reading->document;

    if (node == NODE_NONE)
        return 0;
    kernel->derived = arena_array(&reading->catalog->arena, count_children(document, node),
                                  sizeof *kernel->derived);
    for (uint32_t name = node + 1; name < document->nodes[node].next;
         name = document->nodes[name + 1].next) {
        struct catalog_derived *derived = &kernel->derived[kernel->derived_count++];
        const char *problem;

        derived->name = document_string(document, name);
        if (!value_is_token(derived->name))
            return CATALOG_FAIL(reading, name + 1,
                                "the name of an axis is [a-z][a-z0-9_]*");
        if (!document_is(document, name + 1, NODE_STRING))
            return CATALOG_FAIL(reading, name + 1, "expected an expression");
        derived->expression = document_string(document, name + 1);
        problem = expression_check(derived->expression);
        if (problem != NULL)
            return CATALOG_FAIL(reading, name + 1, "no expression: %s", problem);
    }
    return 0;
}

void *catalog_read_kernel(struct catalog_reading *reading, struct view name, uint32_t node)
{
    static const struct catalog_rule rules[] = {
        {"slug", TYPE_SLUG, false},    {"family", TYPE_SLUG, false},
        {"title", TYPE_TEXT, false},   {"inputs", TYPE_LIST, false},
        {"outputs", TYPE_LIST, false}, {"derived", TYPE_OBJECT, true},
        {"bind", TYPE_PROGRAM, false}};
    struct catalog_kernel *kernel = arena_alloc(&reading->catalog->arena, sizeof *kernel);
    uint32_t values[CATALOG_RULES_MAX];

    if (catalog_read_object(reading, node, rules, LENGTH(rules), values) != 0)
        return NULL;
    *kernel = (struct catalog_kernel){.name = name,
                                      .slug = catalog_text(reading, values[0]),
                                      .family = catalog_text(reading, values[1]),
                                      .title = catalog_text(reading, values[2]),
                                      .layer = reading->layer,
                                      .bind = values[6]};
    kernel->inputs = read_tensors(reading, values[3], &kernel->input_count);
    if (kernel->inputs == NULL)
        return NULL;
    kernel->outputs = read_tensors(reading, values[4], &kernel->output_count);
    if (kernel->outputs == NULL || read_derived(reading, values[5], kernel) != 0)
        return NULL;
    return kernel;
}
