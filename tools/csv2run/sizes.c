#include <config.h>

#include "sizes.h"
#include "value.h"

#include "json/number.h"

#include <stdarg.h>
#include <stdio.h>

/* A binding in the making. */
struct reading {
    struct binding *binding;
    const struct catalog_kernel *kernel;
    const struct program_output *output;
    struct arena *arena;
    struct buf *scratch;
    struct buf *problem;
};

__attribute__((format(printf, 2, 3))) static int fail(struct reading *reading,
                                                      const char *format, ...)
{
    char text[256];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    buf_append_text(reading->problem, text);
    return -1;
}

int name_compare(struct view a, struct view b)
{
    int order = memcmp(a.data, b.data, a.length < b.length ? a.length : b.length);

    if (order != 0)
        return order;
    return a.length < b.length ? -1 : a.length > b.length;
}

static int read_axes(struct reading *reading, uint32_t node)
{
    struct binding *binding = reading->binding;
    const struct document *document = reading->output->document;
    const struct node *nodes = document->nodes;
    uint32_t pair;

    if (!document_is(document, node, NODE_ARRAY) || nodes[node].next == node + 1)
        return fail(reading, "the binder's axes are no list of pairs of name and size");
    binding->axes = arena_array(reading->arena,
                                nodes[node].next - node + reading->kernel->derived_count,
                                sizeof *binding->axes);
    for (pair = node + 1; pair < nodes[node].next; pair = nodes[pair].next) {
        struct view number;
        struct view name;
        double size;
        int64_t other;

        if (!document_is(document, pair, NODE_ARRAY) || nodes[pair].next != pair + 3 ||
            !document_is(document, pair + 1, NODE_STRING))
            return fail(reading, "the binder's axes are no list of pairs of name and size");
        name = document_string(document, pair + 1);
        if (!value_is_token(name) ||
            axis_find(binding->axes, binding->bound_count, name, &other))
            return fail(reading,
                        "the binder gives an axis twice or a name that is none: \"%.*s\"",
                        name.length > 100 ? 100 : (int)name.length, name.data);
        number = document_raw(document, pair + 2);
        if (!document_is(document, pair + 2, NODE_NUMBER) ||
            !number_parse(number.data, number.length, &size) || !value_is_size(size))
            return fail(reading, "axis %.*s is no positive integer up to 2^53-1",
                        (int)name.length, name.data);
        binding->axes[binding->bound_count++] = (struct axis){
            {arena_copy_text(reading->arena, name.data, name.length), name.length},
            (int64_t)size};
    }
    return 0;
}

static int read_scalars(struct reading *reading, uint32_t node)
{
    struct binding *binding = reading->binding;
    const struct document *document = reading->output->document;
    const struct node *nodes = document->nodes;

    if (!document_is(document, node, NODE_OBJECT))
        return fail(reading, "the binder's scalars are no object");
    binding->scalars =
        arena_array(reading->arena, nodes[node].next - node, sizeof *binding->scalars);
    for (uint32_t name = node + 1; name < nodes[node].next; name = nodes[name + 1].next) {
        struct view text = document_string(document, name);
        struct view number = document_raw(document, name + 1);
        size_t place = binding->scalar_count++;
        struct scalar scalar;

        if (!value_is_token(text) || !document_is(document, name + 1, NODE_NUMBER) ||
            !number_parse(number.data, number.length, &scalar.value))
            return fail(reading, "the binder's scalar %.*s is no number",
                        text.length > 100 ? 100 : (int)text.length, text.data);
        scalar.name = (struct view){arena_copy_text(reading->arena, text.data, text.length),
                                    text.length};
        for (; place > 0 && name_compare(binding->scalars[place - 1].name, text) > 0;
             place--)
            binding->scalars[place] = binding->scalars[place - 1];
        binding->scalars[place] = scalar;
    }
    return 0;
}

static int read_output(struct reading *reading)
{
    struct binding *binding = reading->binding;
    const struct document *document = reading->output->document;
    const struct node *nodes = document->nodes;
    uint32_t axes = document_member(document, reading->output->node, "axes");
    uint32_t dtype = document_member(document, reading->output->node, "dtype");
    uint32_t scalars = document_member(document, reading->output->node, "scalars");
    unsigned known = scalars == NODE_NONE ? 2 : 3;
    unsigned members = 0;
    struct view text;

    if (!document_is(document, reading->output->node, NODE_OBJECT) || axes == NODE_NONE ||
        dtype == NODE_NONE || !document_is(document, dtype, NODE_STRING))
        return fail(reading, "the binder gives no object of axes and dtype");
    for (uint32_t name = reading->output->node + 1;
         name < nodes[reading->output->node].next; name = nodes[name + 1].next)
        members++;
    if (members != known)
        return fail(reading,
                    "the binder gives a member other than axes, dtype and scalars");
    text = document_string(document, dtype);
    if (!value_is_token(text))
        return fail(reading, "the binder's dtype is no token");
    binding->dtype =
        (struct view){arena_copy_text(reading->arena, text.data, text.length), text.length};
    if (read_axes(reading, axes) != 0)
        return -1;
    return scalars == NODE_NONE ? 0 : read_scalars(reading, scalars);
}

static int derive(struct reading *reading)
{
    struct binding *binding = reading->binding;

    binding->count = binding->bound_count;
    for (size_t i = 0; i < reading->kernel->derived_count; i++) {
        const struct catalog_derived *derived = &reading->kernel->derived[i];
        int64_t size = 0;
        int64_t other;
        const char *problem = expression_evaluate(derived->expression, binding->axes,
                                                  binding->bound_count, &size);

        if (problem == NULL && (size < 0 || size > ((int64_t)1 << 53) - 1))
            problem = "it is negative or over 2^53-1";
        if (problem == NULL &&
            axis_find(binding->axes, binding->bound_count, derived->name, &other))
            problem = "the binder gives it, too";
        if (problem != NULL)
            return fail(reading, "axis %.*s: %s", (int)derived->name.length,
                        derived->name.data, problem);
        binding->axes[binding->count++] = (struct axis){derived->name, size};
    }
    return 0;
}

/* Each axis of these tensors has a size. */
static int check_shapes(struct reading *reading, const struct catalog_tensor *tensors,
                        size_t count)
{
    const struct binding *binding = reading->binding;

    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < tensors[i].count; k++) {
            struct view axis = tensors[i].dimensions[k].axis;
            int64_t size;

            if (axis.data != NULL && !axis_find(binding->axes, binding->count, axis, &size))
                return fail(reading, "axis %.*s is not bound", (int)axis.length, axis.data);
        }
    return 0;
}

static void sort_axes(struct reading *reading)
{
    struct binding *binding = reading->binding;
    const struct axis **sorted =
        arena_array(reading->arena, binding->bound_count, sizeof *sorted);

    for (size_t i = 0; i < binding->bound_count; i++) {
        size_t place = i;

        for (;
             place > 0 && name_compare(sorted[place - 1]->name, binding->axes[i].name) > 0;
             place--)
            sorted[place] = sorted[place - 1];
        sorted[place] = &binding->axes[i];
    }
    binding->sorted = sorted;
}

/* Bound axes by name, each with its size, then the dtype. */
static void write_case(struct reading *reading)
{
    struct binding *binding = reading->binding;
    struct buf *text = reading->scratch;

    buf_clear(text);
    for (size_t i = 0; i < binding->bound_count; i++) {
        const struct axis *axis = binding->sorted[i];

        buf_append(text, axis->name.data, axis->name.length);
        buf_append_format(text, "%lld-", (long long)axis->size);
    }
    buf_append(text, binding->dtype.data, binding->dtype.length);
    binding->case_text = (struct view){
        arena_copy_text(reading->arena, text->data, text->length), text->length};
}

int binding_read(struct binding *binding, const struct catalog_kernel *kernel,
                 const struct program_output *output, struct arena *arena,
                 struct buf *scratch, struct buf *problem)
{
    struct reading reading = {binding, kernel, output, arena, scratch, problem};

    if (read_output(&reading) != 0 || derive(&reading) != 0 ||
        check_shapes(&reading, kernel->inputs, kernel->input_count) != 0 ||
        check_shapes(&reading, kernel->outputs, kernel->output_count) != 0)
        return -1;
    sort_axes(&reading);
    write_case(&reading);
    return 0;
}
