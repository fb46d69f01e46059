#include <config.h>

#include "csv2run-bind.h"
#include "csv2run-value.h"

#include "json/number.h"

#include <stdarg.h>
#include <stdio.h>

/* Bounds of what is remembered; a longer key is not. */
enum { CACHE_ENTRIES = 4096, CACHE_BYTES = 1 << 20, KEY_MAX = 16384, KEEP_BYTES = 1 << 20 };

void binder_init(struct binder *binder, const struct catalog *catalog,
                 struct composer *composer, bool keeps_texts)
{
    *binder = (struct binder){
        .catalog = catalog, .composer = composer, .keeps_texts = keeps_texts};
    binder->input = program_input_new();
    binder->config_reader = reader_new();
    binder->input_reader = reader_new();
    arena_init(&binder->scratch);
    arena_init(&binder->kept);
    map_init(&binder->cache);
}

void binder_release(struct binder *binder)
{
    program_free(binder->program);
    program_input_free(binder->input);
    reader_free(binder->config_reader);
    reader_free(binder->input_reader);
    buf_release(&binder->text);
    buf_release(&binder->message);
    buf_release(&binder->key);
    arena_release(&binder->scratch);
    arena_release(&binder->kept);
    map_release(&binder->cache);
}

static void compile(struct binder *binder)
{
    struct buf text;

    buf_init(&text);
    catalog_program(binder->catalog, &text);
    buf_clear(&binder->message);
    binder->program = program_new(buf_text(&text), &binder->message);
    buf_release(&text);
}

int binder_compile(struct binder *binder, struct diag *diag)
{
    compile(binder);
    return binder->program != NULL
               ? 0
               : catalog_blame(binder->catalog, buf_view(&binder->message), diag);
}

/* --- one binding --- */

__attribute__((format(printf, 4, 5))) static int fail(struct binder *binder,
                                                      struct bound *bound, const char *code,
                                                      const char *format, ...)
{
    char text[PROGRAM_MESSAGE_SIZE + 200];
    va_list arguments;
    int length;

    va_start(arguments, format);
    length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (length < 0)
        length = 0;
    if ((size_t)length >= sizeof text)
        length = sizeof text - 1;
    bound->code = code;
    bound->message = (struct view){arena_copy_text(&binder->scratch, text, (size_t)length),
                                   (size_t)length};
    return -1;
}

static const char bad_json[] = "bad_json";
static const char unknown_config[] = "unknown_config";

/* Parse what is in binder->text. */
static int parse(struct binder *binder, struct reader *reader, struct reader_error *error)
{
    struct buf *text = &binder->text;

    memset(buf_reserve(text, READER_PADDING), 0, READER_PADDING);
    return reader_parse(reader, text->data, text->length, error);
}

/* The input of the program, a document in input_reader. */
static int make_input(struct binder *binder, const struct catalog_kernel *kernel,
                      struct view x_name, struct view x_value, struct view config,
                      struct bound *bound)
{
    struct buf *text = &binder->text;
    struct reader_error error;
    struct writer writer;
    double x;

    buf_clear_to(text, KEEP_BYTES);
    buf_append(text, config.data, config.length);
    if (parse(binder, binder->config_reader, &error) != 0)
        return fail(binder, bound, bad_json, "extra_benchmark_config_str, byte %zu: %s",
                    error.offset + 1, error.text);
    if (!document_is(reader_document(binder->config_reader), 0, NODE_OBJECT))
        return fail(binder, bound, bad_json, "extra_benchmark_config_str is no object");
    if (!value_number(x_value, &x) || !value_is_size(x)) {
        bound->column = COLUMN_X_VALUE;
        return fail(binder, bound, unknown_config,
                    "x_value is no positive integer: \"%.*s\"",
                    x_value.length > 40 ? 40 : (int)x_value.length, x_value.data);
    }
    buf_clear(text);
    writer_init(&writer, text);
    writer_begin_array(&writer);
    writer_count(&writer, kernel->binder);
    writer_begin_object(&writer);
    writer_name(&writer, "config");
    writer_canonical(&writer, config);
    writer_name(&writer, "x");
    writer_number(&writer, x);
    writer_name(&writer, "x_name");
    writer_string(&writer, x_name);
    writer_end_object(&writer);
    writer_end_array(&writer);
    if (parse(binder, binder->input_reader, &error) != 0)
        return fail(binder, bound, bad_json,
                    "extra_benchmark_config_str is nested too deeply: %s", error.text);
    return 0;
}

static int run_program(struct binder *binder, struct program_output *output,
                       struct bound *bound)
{
    struct view message;
    int result;

    if (binder->program == NULL)
        compile(binder);
    if (binder->program == NULL)
        return fail(binder, bound, unknown_config, "%s", buf_text(&binder->message));
    program_input_set(binder->input, reader_document(binder->input_reader));
    program_start(binder->program, binder->input);
    result = program_next(binder->program, output);
    if (result > 0)
        return 0;
    message = program_message(binder->program);
    if (result == 0 || message.length == 0)
        return fail(binder, bound, unknown_config, "the binder gives nothing");
    return fail(binder, bound, unknown_config, "%.*s", (int)message.length, message.data);
}

/* --- what the program gave --- */

static int read_axes(struct binder *binder, const struct program_output *output,
                     uint32_t node, size_t derived_count, struct binding *binding,
                     struct bound *bound)
{
    const struct document *document = output->document;
    const struct node *nodes = document->nodes;
    uint32_t pair;

    if (!document_is(document, node, NODE_ARRAY) || nodes[node].next == node + 1)
        return fail(binder, bound, unknown_config,
                    "the binder's axes are no list of pairs of name and size");
    binding->axes = arena_array(&binder->scratch, nodes[node].next - node + derived_count,
                                sizeof *binding->axes);
    for (pair = node + 1; pair < nodes[node].next; pair = nodes[pair].next) {
        struct view number;
        struct view name;
        double size;
        int64_t other;

        if (!document_is(document, pair, NODE_ARRAY) || nodes[pair].next != pair + 3 ||
            !document_is(document, pair + 1, NODE_STRING))
            return fail(binder, bound, unknown_config,
                        "the binder's axes are no list of pairs of name and size");
        name = document_string(document, pair + 1);
        if (!value_is_token(name) ||
            axis_find(binding->axes, binding->bound_count, name, &other))
            return fail(binder, bound, unknown_config,
                        "the binder gives an axis twice or a name that is none: \"%.*s\"",
                        name.length > 100 ? 100 : (int)name.length, name.data);
        number = document_raw(document, pair + 2);
        if (!document_is(document, pair + 2, NODE_NUMBER) ||
            !number_parse(number.data, number.length, &size) || !value_is_size(size))
            return fail(binder, bound, unknown_config,
                        "axis %.*s is no positive integer up to 2^53-1", (int)name.length,
                        name.data);
        binding->axes[binding->bound_count++] = (struct axis){
            {arena_copy_text(&binder->scratch, name.data, name.length), name.length},
            (int64_t)size};
    }
    return 0;
}

static int read_scalars(struct binder *binder, const struct program_output *output,
                        uint32_t node, struct binding *binding, struct bound *bound)
{
    const struct document *document = output->document;
    const struct node *nodes = document->nodes;

    if (!document_is(document, node, NODE_OBJECT))
        return fail(binder, bound, unknown_config, "the binder's scalars are no object");
    binding->scalars =
        arena_array(&binder->scratch, nodes[node].next - node, sizeof *binding->scalars);
    for (uint32_t name = node + 1; name < nodes[node].next; name = nodes[name + 1].next) {
        struct view text = document_string(document, name);
        struct view number = document_raw(document, name + 1);
        size_t place = binding->scalar_count++;
        struct scalar scalar;

        if (!value_is_token(text) || !document_is(document, name + 1, NODE_NUMBER) ||
            !number_parse(number.data, number.length, &scalar.value))
            return fail(binder, bound, unknown_config,
                        "the binder's scalar %.*s is no number",
                        text.length > 100 ? 100 : (int)text.length, text.data);
        scalar.name = (struct view){
            arena_copy_text(&binder->scratch, text.data, text.length), text.length};
        for (; place > 0 && name_compare(binding->scalars[place - 1].name, text) > 0;
             place--)
            binding->scalars[place] = binding->scalars[place - 1];
        binding->scalars[place] = scalar;
    }
    return 0;
}

static int read_output(struct binder *binder, const struct program_output *output,
                       size_t derived_count, struct binding *binding, struct bound *bound)
{
    const struct document *document = output->document;
    const struct node *nodes = document->nodes;
    uint32_t axes = document_member(document, output->node, "axes");
    uint32_t dtype = document_member(document, output->node, "dtype");
    uint32_t scalars = document_member(document, output->node, "scalars");
    unsigned known = scalars == NODE_NONE ? 2 : 3;
    unsigned members = 0;
    struct view text;

    if (!document_is(document, output->node, NODE_OBJECT) || axes == NODE_NONE ||
        dtype == NODE_NONE || !document_is(document, dtype, NODE_STRING))
        return fail(binder, bound, unknown_config,
                    "the binder gives no object of axes and dtype");
    for (uint32_t name = output->node + 1; name < nodes[output->node].next;
         name = nodes[name + 1].next)
        members++;
    if (members != known)
        return fail(binder, bound, unknown_config,
                    "the binder gives a member other than axes, dtype and scalars");
    text = document_string(document, dtype);
    if (!value_is_token(text))
        return fail(binder, bound, unknown_config, "the binder's dtype is no token");
    binding->dtype = (struct view){
        arena_copy_text(&binder->scratch, text.data, text.length), text.length};
    if (read_axes(binder, output, axes, derived_count, binding, bound) != 0)
        return -1;
    return scalars == NODE_NONE ? 0 : read_scalars(binder, output, scalars, binding, bound);
}

/* --- sizes --- */

static int derive(struct binder *binder, const struct catalog_kernel *kernel,
                  struct binding *binding, struct bound *bound)
{
    binding->count = binding->bound_count;
    for (size_t i = 0; i < kernel->derived_count; i++) {
        const struct catalog_derived *derived = &kernel->derived[i];
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
            return fail(binder, bound, unknown_config, "axis %.*s: %s",
                        (int)derived->name.length, derived->name.data, problem);
        binding->axes[binding->count++] = (struct axis){derived->name, size};
    }
    return 0;
}

static int check_shapes(struct binder *binder, const struct catalog_kernel *kernel,
                        const struct binding *binding, struct bound *bound)
{
    for (size_t i = 0; i < kernel->input_count; i++) {
        const struct catalog_tensor *tensor = &kernel->inputs[i];

        for (size_t k = 0; k < tensor->count; k++) {
            struct view axis = tensor->dimensions[k].axis;
            int64_t size;

            if (axis.data != NULL && !axis_find(binding->axes, binding->count, axis, &size))
                return fail(binder, bound, unknown_config, "axis %.*s is not bound",
                            (int)axis.length, axis.data);
        }
    }
    return 0;
}

static void sort_axes(struct binder *binder, struct binding *binding)
{
    const struct axis **sorted =
        arena_array(&binder->scratch, binding->bound_count, sizeof *sorted);

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
static void write_case(struct binder *binder, struct binding *binding)
{
    struct buf *text = &binder->text;

    buf_clear(text);
    for (size_t i = 0; i < binding->bound_count; i++) {
        const struct axis *axis = binding->sorted[i];

        buf_append(text, axis->name.data, axis->name.length);
        buf_append_format(text, "%lld-", (long long)axis->size);
    }
    buf_append(text, binding->dtype.data, binding->dtype.length);
    binding->case_text = (struct view){
        arena_copy_text(&binder->scratch, text->data, text->length), text->length};
}

static int bind(struct binder *binder, const struct catalog_kernel *kernel,
                const struct object *operation, struct view x_name, struct view x_value,
                struct view config, struct bound *bound)
{
    struct binding binding = {.axes = NULL};
    struct program_output output;

    if (make_input(binder, kernel, x_name, x_value, config, bound) != 0 ||
        run_program(binder, &output, bound) != 0 ||
        read_output(binder, &output, kernel->derived_count, &binding, bound) != 0 ||
        derive(binder, kernel, &binding, bound) != 0 ||
        check_shapes(binder, kernel, &binding, bound) != 0)
        return -1;
    sort_axes(binder, &binding);
    write_case(binder, &binding);
    bound->case_text = binding.case_text;
    buf_clear(&binder->text);
    value_kebab(binding.case_text, &binder->text);
    bound->case_kebab = (struct view){
        arena_copy_text(&binder->scratch, binder->text.data, binder->text.length),
        binder->text.length};
    if (workload_compose(binder->composer, kernel, &binding, operation, &binder->scratch,
                         &bound->workload) != 0)
        return fail(binder, bound, unknown_config, "the workload: %s",
                    binder->composer->problem);
    if (!binder->keeps_texts)
        bound->workload.text = (struct view){NULL, 0};
    return 0;
}

/* --- memory --- */

static void forget(struct binder *binder)
{
    map_release(&binder->cache);
    map_init(&binder->cache);
    arena_reset(&binder->kept);
    binder->kept_bytes = 0;
}

static struct view keep_view(struct binder *binder, struct view view)
{
    binder->kept_bytes += view.length;
    return view.data == NULL
               ? view
               : (struct view){arena_copy_text(&binder->kept, view.data, view.length),
                               view.length};
}

static void make_key(struct binder *binder, const struct catalog_kernel *kernel,
                     struct view x_name, struct view x_value, struct view config)
{
    size_t sizes[3] = {kernel->number, x_name.length, x_value.length};

    buf_clear(&binder->key);
    buf_append(&binder->key, (const char *)sizes, sizeof sizes);
    buf_append(&binder->key, x_name.data, x_name.length);
    buf_append(&binder->key, x_value.data, x_value.length);
    buf_append(&binder->key, config.data, config.length);
}

const struct bound *binder_bind(struct binder *binder, const struct catalog_kernel *kernel,
                                const struct object *operation, struct view x_name,
                                struct view x_value, struct view config)
{
    bool keeps = config.length + x_name.length + x_value.length <= KEY_MAX;
    struct map_entry *entry;
    struct bound *bound;

    if (keeps) {
        make_key(binder, kernel, x_name, x_value, config);
        entry = map_find(&binder->cache, binder->key.data, binder->key.length);
        if (entry != NULL)
            return entry->value.pointer;
    }
    arena_reset(&binder->scratch);
    bound = arena_alloc(&binder->scratch, sizeof *bound);
    *bound = (struct bound){.column = COLUMN_CONFIG};
    bind(binder, kernel, operation, x_name, x_value, config, bound);
    if (!keeps)
        return bound;
    if (binder->cache.count >= CACHE_ENTRIES || binder->kept_bytes >= CACHE_BYTES)
        forget(binder);
    entry = map_put(&binder->cache, binder->key.data, binder->key.length, NULL);
    entry->value.pointer = arena_alloc(&binder->kept, sizeof *bound);
    binder->kept_bytes += sizeof *bound + binder->key.length;
    bound->message = keep_view(binder, bound->message);
    bound->case_text = keep_view(binder, bound->case_text);
    bound->case_kebab = keep_view(binder, bound->case_kebab);
    bound->workload.text = keep_view(binder, bound->workload.text);
    *(struct bound *)entry->value.pointer = *bound;
    return entry->value.pointer;
}
