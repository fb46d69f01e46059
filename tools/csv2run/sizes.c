#include <config.h>

#include "sizes.h"
#include "value.h"

#include "json/number.h"

#include <stdarg.h>
#include <stdio.h>

/* The state of reading one output. */
struct parser {
    struct sizes *sizes;
    const struct catalog_kernel *kernel;
    const struct program_output *output;
    struct arena *arena;
    struct buf *scratch;
    struct buf *problem;
};

__attribute__((format(printf, 2, 3))) static int fail(struct parser *parser,
                                                      const char *format, ...)
{
    char text[256];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    buf_append_text(parser->problem, text);
    return -1;
}

static int read_axes(struct parser *parser, uint32_t node)
{
    struct sizes *sizes = parser->sizes;
    const struct document *document = parser->output->document;
    const struct node *nodes = document->nodes;
    uint32_t pair;

    if (!document_is(document, node, NODE_ARRAY) || nodes[node].next == node + 1)
        return fail(parser, "the binder's axes are not a list of pairs of name and size");
    sizes->axes =
        arena_array(parser->arena, nodes[node].next - node + parser->kernel->derived_count,
                    sizeof *sizes->axes);
    for (pair = node + 1; pair < nodes[node].next; pair = nodes[pair].next) {
        struct view number;
        struct view name;
        double size;
        int64_t other;

        if (!document_is(document, pair, NODE_ARRAY) || nodes[pair].next != pair + 3 ||
            !document_is(document, pair + 1, NODE_STRING))
            return fail(parser,
                        "the binder's axes are not a list of pairs of name and size");
        name = document_string(document, pair + 1);
        if (!value_is_token(name) ||
            expression_find_axis(sizes->axes, sizes->bound_count, name, &other))
            return fail(parser,
                        "the binder returns an axis twice or an invalid name: \"%.*s\"",
                        name.length > 100 ? 100 : (int)name.length, name.data);
        number = document_raw(document, pair + 2);
        if (!document_is(document, pair + 2, NODE_NUMBER) ||
            !number_parse(number.data, number.length, &size) || !value_is_size(size))
            return fail(parser, "axis %.*s is not a positive integer up to 2^53-1",
                        (int)name.length, name.data);
        sizes->axes[sizes->bound_count++] = (struct axis){
            {arena_copy_text(parser->arena, name.data, name.length), name.length},
            (int64_t)size};
    }
    return 0;
}

static int read_scalars(struct parser *parser, uint32_t node)
{
    struct sizes *sizes = parser->sizes;
    const struct document *document = parser->output->document;
    const struct node *nodes = document->nodes;

    if (!document_is(document, node, NODE_OBJECT))
        return fail(parser, "the binder's scalars are not an object");
    sizes->scalars =
        arena_array(parser->arena, nodes[node].next - node, sizeof *sizes->scalars);
    for (uint32_t name = node + 1; name < nodes[node].next; name = nodes[name + 1].next) {
        struct view text = document_string(document, name);
        struct view number = document_raw(document, name + 1);
        size_t place = sizes->scalar_count++;
        struct scalar scalar;

        if (!value_is_token(text) || !document_is(document, name + 1, NODE_NUMBER) ||
            !number_parse(number.data, number.length, &scalar.value))
            return fail(parser, "the binder's scalar %.*s is not a number",
                        text.length > 100 ? 100 : (int)text.length, text.data);
        scalar.name = (struct view){arena_copy_text(parser->arena, text.data, text.length),
                                    text.length};
        for (; place > 0 && view_compare(sizes->scalars[place - 1].name, text) > 0; place--)
            sizes->scalars[place] = sizes->scalars[place - 1];
        sizes->scalars[place] = scalar;
    }
    return 0;
}

static int read_output(struct parser *parser)
{
    struct sizes *sizes = parser->sizes;
    const struct document *document = parser->output->document;
    const struct node *nodes = document->nodes;
    uint32_t axes = document_member(document, parser->output->node, "axes");
    uint32_t dtype = document_member(document, parser->output->node, "dtype");
    uint32_t scalars = document_member(document, parser->output->node, "scalars");
    unsigned known = scalars == NODE_NONE ? 2 : 3;
    unsigned members = 0;
    struct view text;

    if (!document_is(document, parser->output->node, NODE_OBJECT) || axes == NODE_NONE ||
        dtype == NODE_NONE || !document_is(document, dtype, NODE_STRING))
        return fail(parser, "the binder does not return an object with axes and dtype");
    for (uint32_t name = parser->output->node + 1; name < nodes[parser->output->node].next;
         name = nodes[name + 1].next)
        members++;
    if (members != known)
        return fail(parser,
                    "the binder returns a member other than axes, dtype and scalars");
    text = document_string(document, dtype);
    if (!value_is_token(text))
        return fail(parser, "the binder's dtype is not a token");
    sizes->dtype =
        (struct view){arena_copy_text(parser->arena, text.data, text.length), text.length};
    if (read_axes(parser, axes) != 0)
        return -1;
    return scalars == NODE_NONE ? 0 : read_scalars(parser, scalars);
}

static int derive(struct parser *parser)
{
    struct sizes *sizes = parser->sizes;

    sizes->count = sizes->bound_count;
    for (size_t i = 0; i < parser->kernel->derived_count; i++) {
        const struct catalog_derived *derived = &parser->kernel->derived[i];
        int64_t size = 0;
        int64_t other;
        const char *problem = expression_evaluate(derived->expression, sizes->axes,
                                                  sizes->bound_count, &size);

        if (problem == NULL && (size < 0 || size > ((int64_t)1 << 53) - 1))
            problem = "it is negative or over 2^53-1";
        if (problem == NULL &&
            expression_find_axis(sizes->axes, sizes->bound_count, derived->name, &other))
            problem = "the binder returns it, too";
        if (problem != NULL)
            return fail(parser, "axis %.*s: %s", (int)derived->name.length,
                        derived->name.data, problem);
        sizes->axes[sizes->count++] = (struct axis){derived->name, size};
    }
    return 0;
}

/* Check that every axis of these tensors has a size. */
static int check_shapes(struct parser *parser, const struct catalog_tensor *tensors,
                        size_t count)
{
    const struct sizes *sizes = parser->sizes;

    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < tensors[i].count; k++) {
            struct view axis = tensors[i].dimensions[k].axis;
            int64_t size;

            if (axis.data != NULL &&
                !expression_find_axis(sizes->axes, sizes->count, axis, &size))
                return fail(parser, "axis %.*s is not bound", (int)axis.length, axis.data);
        }
    return 0;
}

static void sort_axes(struct parser *parser)
{
    struct sizes *sizes = parser->sizes;
    const struct axis **sorted =
        arena_array(parser->arena, sizes->bound_count, sizeof *sorted);

    for (size_t i = 0; i < sizes->bound_count; i++) {
        size_t place = i;

        for (; place > 0 && view_compare(sorted[place - 1]->name, sizes->axes[i].name) > 0;
             place--)
            sorted[place] = sorted[place - 1];
        sorted[place] = &sizes->axes[i];
    }
    sizes->sorted = sorted;
}

/* Write the case: bound axes by name, each with its size, then the dtype. */
static void write_case(struct parser *parser)
{
    struct sizes *sizes = parser->sizes;
    struct buf *text = parser->scratch;

    buf_clear(text);
    for (size_t i = 0; i < sizes->bound_count; i++) {
        const struct axis *axis = sizes->sorted[i];

        buf_append(text, axis->name.data, axis->name.length);
        buf_append_format(text, "%lld-", (long long)axis->size);
    }
    buf_append(text, sizes->dtype.data, sizes->dtype.length);
    sizes->case_text = (struct view){
        arena_copy_text(parser->arena, text->data, text->length), text->length};
}

int sizes_read(struct sizes *sizes, const struct catalog_kernel *kernel,
               const struct program_output *output, struct arena *arena,
               struct buf *scratch, struct buf *problem)
{
    struct parser parser = {sizes, kernel, output, arena, scratch, problem};

    if (read_output(&parser) != 0 || derive(&parser) != 0 ||
        check_shapes(&parser, kernel->inputs, kernel->input_count) != 0 ||
        check_shapes(&parser, kernel->outputs, kernel->output_count) != 0)
        return -1;
    sort_axes(&parser);
    write_case(&parser);
    return 0;
}
