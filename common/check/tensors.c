#include <config.h>

#include "check/tensors.h"

#include "record/expression.h"

#include <inttypes.h>

/* Axes with known sizes. */
struct axes {
    struct buf *list; /* of struct axis */
    size_t bound;     /* how many, from the first on, expressions may use */
};

static const struct axis *first_axis(const struct axes *axes)
{
    return (const struct axis *)(const void *)axes->list->data;
}

static size_t axis_count(const struct axes *axes)
{
    return axes->list->length / sizeof(struct axis);
}

static bool find_axis(const struct axes *axes, struct view name, int64_t *size)
{
    return axis_count(axes) > 0 &&
           expression_find_axis(first_axis(axes), axis_count(axes), name, size);
}

static void add_axis(const struct axes *axes, struct view name, int64_t size)
{
    const struct axis axis = {name, size};

    buf_append(axes->list, (const char *)&axis, sizeof axis);
}

/* An integer within ±(2^53-1). */
static bool read_integer(const struct document *document, uint32_t node, int64_t *value)
{
    double number;

    if (!document_number(document, node, &number) || number >= 0x1p53 || number <= -0x1p53)
        return false;
    *value = (int64_t)number;
    return (double)*value == number;
}

/* Find the member NAME of NODE; false where it is no container of that type, or has more
 * than TENSORS_AXES_MAX elements. */
static bool find_few(const struct document *document, uint32_t node, const char *name,
                     enum node_type type, uint32_t *found)
{
    const struct node *nodes = document->nodes;
    uint32_t step = type == NODE_OBJECT ? 1 : 0;
    size_t count = 0;

    *found = document_member(document, node, name);
    if (*found == NODE_NONE || !document_is(document, *found, type))
        return false;
    for (uint32_t at = *found + 1; at < nodes[*found].next; at = nodes[at + step].next)
        if (++count > TENSORS_AXES_MAX)
            return false;
    return true;
}

/* --- axes --- */

static void bind_workload(const struct document *document, uint32_t workload_axes,
                          struct axes *axes)
{
    const struct node *nodes = document->nodes;
    int64_t size;

    for (uint32_t at = workload_axes + 1; at < nodes[workload_axes].next;
         at = nodes[at + 1].next)
        if (read_integer(document, at + 1, &size))
            add_axis(axes, document_string(document, at), size);
}

/* Add the operation's constants, and compare those that the workload sets. */
static void bind_constants(struct findings *findings, uint32_t operation_axes,
                           uint32_t workload_axes, struct axes *axes)
{
    const struct document *document = findings->document;
    const struct node *nodes = document->nodes;

    for (uint32_t at = operation_axes + 1; at < nodes[operation_axes].next;
         at = nodes[at + 1].next) {
        struct view name = document_string(document, at);
        char shown[FINDINGS_QUOTE_SIZE];
        int64_t size, bound;

        if (!read_integer(document, document_member(document, at + 1, "value"), &size))
            continue;
        if (!find_axis(axes, name, &bound))
            add_axis(axes, name, size);
        else if (bound != size)
            findings_add(findings, document_named(document, workload_axes, name),
                         "shape_mismatch",
                         "expected axis %s to be %" PRId64
                         ", a constant of the operation, found %" PRId64,
                         findings_quote(name, shown), size, bound);
    }
    axes->bound = axis_count(axes);
}

static void derive(const struct document *document, uint32_t operation_axes,
                   struct axes *axes)
{
    const struct node *nodes = document->nodes;

    for (uint32_t at = operation_axes + 1; at < nodes[operation_axes].next;
         at = nodes[at + 1].next) {
        uint32_t expression = document_member(document, at + 1, "expression");
        struct view text;
        int64_t size;

        if (expression == NODE_NONE || !document_is(document, expression, NODE_STRING) ||
            axes->bound == 0 || find_axis(axes, document_string(document, at), &size))
            continue;
        text = document_string(document, expression);
        if (text.length <= EXPRESSION_MAX &&
            expression_evaluate(text, first_axis(axes), axes->bound, &size) == NULL)
            add_axis(axes, document_string(document, at), size);
    }
}

/* --- tensors --- */

static size_t count_items(const struct document *document, uint32_t array)
{
    const struct node *nodes = document->nodes;
    size_t count = 0;

    for (uint32_t at = array + 1; at < nodes[array].next; at = nodes[at].next)
        count++;
    return count;
}

/* Compare the shapes of a tensor, WANT of the operation and GOT of the workload. */
static void compare_shapes(struct findings *findings, struct view name, uint32_t want,
                           uint32_t got, const struct axes *axes)
{
    const struct document *document = findings->document;
    const struct node *nodes = document->nodes;
    char shown[FINDINGS_QUOTE_SIZE];
    size_t rank = count_items(document, want);
    uint32_t actual = got + 1;

    if (count_items(document, got) != rank) {
        findings_add(findings, got, "shape_mismatch",
                     "expected tensor %s to have %zu dimensions, found %zu",
                     findings_quote(name, shown), rank, count_items(document, got));
        return;
    }
    for (uint32_t at = want + 1; at < nodes[want].next; at = nodes[at].next) {
        int64_t expected, found;
        bool known = document_is(document, at, NODE_STRING)
                         ? find_axis(axes, document_string(document, at), &expected)
                         : read_integer(document, at, &expected);

        if (known && read_integer(document, actual, &found) && found != expected)
            findings_add(findings, actual, "shape_mismatch",
                         "expected a dimension of %" PRId64 " in tensor %s, found %" PRId64,
                         expected, findings_quote(name, shown), found);
        actual = nodes[actual].next;
    }
}

/* Compare the tensors of a list, inputs or outputs, of the operation. */
static void compare_list(struct findings *findings, uint32_t list, uint32_t tensors,
                         const struct axes *axes)
{
    const struct document *document = findings->document;
    const struct node *nodes = document->nodes;
    const char *const path[] = {"tensor", "shape", NULL};

    for (uint32_t at = list + 1; at < nodes[list].next; at = nodes[at].next) {
        uint32_t name = document_member(document, at, "name");
        uint32_t want = document_find(document, at, path);
        uint32_t tensor, got;

        if (name == NODE_NONE || !document_is(document, name, NODE_STRING) ||
            want == NODE_NONE || !document_is(document, want, NODE_ARRAY))
            continue;
        tensor = document_named(document, tensors, document_string(document, name));
        got = tensor == NODE_NONE ? NODE_NONE : document_member(document, tensor, "shape");
        if (got != NODE_NONE && document_is(document, got, NODE_ARRAY))
            compare_shapes(findings, document_string(document, name), want, got, axes);
    }
}

void tensors_check(struct findings *findings, const struct manifest *workload,
                   const struct manifest *operation, struct buf *scratch)
{
    const struct document *document = findings->document;
    struct axes axes = {.list = scratch};
    uint32_t workload_axes, operation_axes, tensors, inputs, outputs;

    if (!find_few(document, workload->spec, "axes", NODE_OBJECT, &workload_axes) ||
        !find_few(document, operation->spec, "axes", NODE_OBJECT, &operation_axes) ||
        !find_few(document, workload->spec, "tensors", NODE_OBJECT, &tensors) ||
        !find_few(document, operation->spec, "inputs", NODE_ARRAY, &inputs) ||
        !find_few(document, operation->spec, "outputs", NODE_ARRAY, &outputs))
        return;
    buf_clear_to(scratch, 1 << 16);
    bind_workload(document, workload_axes, &axes);
    bind_constants(findings, operation_axes, workload_axes, &axes);
    derive(document, operation_axes, &axes);
    compare_list(findings, inputs, tensors, &axes);
    compare_list(findings, outputs, tensors, &axes);
}
