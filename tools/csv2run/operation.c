#include <config.h>

#include "operation.h"

#include <stdlib.h>

static bool is_config_dtype(struct view dtype)
{
    return view_is(dtype, "cfg");
}

/* --- operation --- */

static bool is_derived(const struct catalog_kernel *kernel, struct view axis)
{
    for (size_t i = 0; i < kernel->derived_count; i++)
        if (view_equal(kernel->derived[i].name, axis))
            return true;
    return false;
}

/* An axis of an operation; expression has data NULL where it is a variable one. */
struct operation_axis {
    struct view name;
    struct view expression;
};

static int compare_axes(const void *a, const void *b)
{
    return name_compare(((const struct operation_axis *)a)->name,
                        ((const struct operation_axis *)b)->name);
}

static void add_axes(const struct catalog_kernel *kernel,
                     const struct catalog_tensor *tensors, size_t count, struct buf *axes)
{
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < tensors[i].count; k++) {
            struct operation_axis axis = {tensors[i].dimensions[k].axis, {NULL, 0}};

            if (axis.name.data != NULL && !is_derived(kernel, axis.name))
                buf_append(axes, (const char *)&axis, sizeof axis);
        }
    }
}

static void write_operation_axes(const struct catalog_kernel *kernel, struct writer *writer)
{
    struct buf buf;
    struct operation_axis *axes;
    size_t count;

    buf_init(&buf);
    add_axes(kernel, kernel->inputs, kernel->input_count, &buf);
    add_axes(kernel, kernel->outputs, kernel->output_count, &buf);
    for (size_t i = 0; i < kernel->derived_count; i++) {
        struct operation_axis axis = {kernel->derived[i].name,
                                      kernel->derived[i].expression};

        buf_append(&buf, (const char *)&axis, sizeof axis);
    }
    axes = (void *)buf.data;
    count = buf.length / sizeof *axes;
    if (count > 1)
        qsort(axes, count, sizeof *axes, compare_axes);
    writer_name(writer, "axes");
    writer_begin_object(writer);
    for (size_t i = 0; i < count; i++) {
        bool derived = axes[i].expression.data != NULL;

        if (i > 0 && view_equal(axes[i - 1].name, axes[i].name))
            continue;
        writer_name_view(writer, axes[i].name);
        writer_begin_object(writer);
        if (derived) {
            writer_name(writer, "expression");
            writer_string(writer, axes[i].expression);
        }
        writer_name(writer, "role");
        writer_text(writer, derived ? "derived" : "variable");
        writer_name(writer, "type");
        writer_text(writer, "integer");
        writer_end_object(writer);
    }
    writer_end_object(writer);
    buf_release(&buf);
}

static void write_operation_tensors(const struct catalog_tensor *tensors, size_t count,
                                    const char *name, struct writer *writer)
{
    writer_name(writer, name);
    writer_begin_array(writer);
    for (size_t i = 0; i < count; i++) {
        writer_begin_object(writer);
        writer_name(writer, "name");
        writer_string(writer, tensors[i].name);
        writer_name(writer, "tensor");
        writer_begin_object(writer);
        writer_name(writer, "dtype");
        if (is_config_dtype(tensors[i].dtype))
            writer_text(writer, "float");
        else
            writer_string(writer, tensors[i].dtype);
        writer_name(writer, "shape");
        writer_begin_array(writer);
        for (size_t k = 0; k < tensors[i].count; k++) {
            if (tensors[i].dimensions[k].axis.data != NULL)
                writer_string(writer, tensors[i].dimensions[k].axis);
            else
                writer_count(writer, tensors[i].dimensions[k].size);
        }
        writer_end_array(writer);
        writer_end_object(writer);
        writer_end_object(writer);
    }
    writer_end_array(writer);
}

int operation_compose(struct composer *composer, const struct catalog_kernel *kernel,
                      struct arena *arena, struct object *object)
{
    struct writer writer = composer_begin(composer, KIND_OPERATION_SPEC);

    writer_name(&writer, "name");
    writer_string(&writer, kernel->slug);
    writer_name(&writer, "title");
    writer_string(&writer, kernel->title);
    composer_begin_spec(&writer);
    writer_begin_object(&writer);
    write_operation_axes(kernel, &writer);
    writer_name(&writer, "family");
    writer_string(&writer, kernel->family);
    write_operation_tensors(kernel->inputs, kernel->input_count, "inputs", &writer);
    write_operation_tensors(kernel->outputs, kernel->output_count, "outputs", &writer);
    writer_name(&writer, "semantics");
    writer_begin_object(&writer);
    writer_name(&writer, "determinism");
    writer_text(&writer, "unspecified");
    writer_name(&writer, "mutation");
    writer_text(&writer, "none");
    writer_end_object(&writer);
    writer_end_object(&writer);
    return composer_finish(composer, &writer, OBJECT_OPERATION,
                           COMPOSER_PARTS(kernel->name), arena, object);
}

/* --- workload --- */

static void write_workload_axes(const struct binding *binding, struct writer *writer)
{
    writer_name(writer, "axes");
    writer_begin_object(writer);
    for (size_t i = 0; i < binding->bound_count; i++) {
        writer_name_view(writer, binding->sorted[i]->name);
        writer_count(writer, (uint64_t)binding->sorted[i]->size);
    }
    writer_end_object(writer);
}

static void write_scalars(const struct binding *binding, struct writer *writer)
{
    if (binding->scalar_count == 0)
        return;
    writer_name(writer, "scalars");
    writer_begin_object(writer);
    for (size_t i = 0; i < binding->scalar_count; i++) {
        writer_name_view(writer, binding->scalars[i].name);
        writer_begin_object(writer);
        writer_name(writer, "dtype");
        writer_text(writer, "fp32");
        writer_name(writer, "value");
        writer_number(writer, binding->scalars[i].value);
        writer_end_object(writer);
    }
    writer_end_object(writer);
}

static void write_workload_tensor(const struct catalog_tensor *tensor,
                                  const struct binding *binding, struct writer *writer)
{
    writer_name_view(writer, tensor->name);
    writer_begin_object(writer);
    writer_name(writer, "dtype");
    writer_string(writer, is_config_dtype(tensor->dtype) ? binding->dtype : tensor->dtype);
    writer_name(writer, "shape");
    writer_begin_array(writer);
    for (size_t i = 0; i < tensor->count; i++) {
        const struct catalog_dimension *dimension = &tensor->dimensions[i];
        int64_t size = (int64_t)dimension->size;

        if (dimension->axis.data != NULL)
            axis_find(binding->axes, binding->count, dimension->axis, &size);
        writer_count(writer, (uint64_t)size);
    }
    writer_end_array(writer);
    writer_end_object(writer);
}

static void write_workload_tensors(const struct catalog_kernel *kernel,
                                   const struct binding *binding, struct arena *arena,
                                   struct writer *writer)
{
    const struct catalog_tensor **sorted =
        arena_array(arena, kernel->input_count, sizeof *sorted);

    for (size_t i = 0; i < kernel->input_count; i++) {
        size_t place = i;

        for (;
             place > 0 && name_compare(sorted[place - 1]->name, kernel->inputs[i].name) > 0;
             place--)
            sorted[place] = sorted[place - 1];
        sorted[place] = &kernel->inputs[i];
    }
    writer_name(writer, "tensors");
    writer_begin_object(writer);
    for (size_t i = 0; i < kernel->input_count; i++)
        write_workload_tensor(sorted[i], binding, writer);
    writer_end_object(writer);
}

/* TITLE · AXIS=VALUE, … · DTYPE */
static void write_workload_title(struct composer *composer,
                                 const struct catalog_kernel *kernel,
                                 const struct binding *binding, struct writer *writer)
{
    struct buf *title = &composer->scratch;

    buf_clear(title);
    buf_append(title, kernel->title.data, kernel->title.length);
    for (size_t i = 0; i < binding->bound_count; i++)
        buf_append_format(title, "%s%.*s=%lld", i == 0 ? " \u00b7 " : ", ",
                          (int)binding->axes[i].name.length, binding->axes[i].name.data,
                          (long long)binding->axes[i].size);
    buf_append_text(title, " \u00b7 ");
    buf_append(title, binding->dtype.data, binding->dtype.length);
    writer_name(writer, "title");
    writer_string(writer, buf_view(title));
}

int workload_compose(struct composer *composer, const struct catalog_kernel *kernel,
                     const struct binding *binding, const struct object *operation,
                     struct arena *arena, struct object *object)
{
    struct writer writer = composer_begin(composer, KIND_WORKLOAD_CASE);

    composer_write_name(
        composer, &writer,
        COMPOSER_PARTS(kernel->slug, COMPOSER_WORDS("-"), binding->case_text));
    write_workload_title(composer, kernel, binding, &writer);
    composer_begin_spec(&writer);
    writer_begin_object(&writer);
    write_workload_axes(binding, &writer);
    writer_name(&writer, "correctness");
    writer_begin_object(&writer);
    writer_name(&writer, "comparator");
    writer_text(&writer, "not_asserted");
    writer_end_object(&writer);
    writer_name(&writer, "operationSpecDigest");
    writer_string(&writer, object_digest(operation));
    write_scalars(binding, &writer);
    write_workload_tensors(kernel, binding, arena, &writer);
    writer_end_object(&writer);
    return composer_finish(
        composer, &writer, OBJECT_WORKLOAD,
        COMPOSER_PARTS(kernel->name, COMPOSER_WORDS("/"), binding->case_text), arena,
        object);
}
