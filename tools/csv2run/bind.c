#include <config.h>

#include "bind.h"
#include "value.h"

#include "record/slug.h"

#include <stdarg.h>
#include <stdio.h>

/* Bounds of the cache. A key longer than KEY_MAX is not cached. */
enum {
    CACHE_ENTRIES = 4096,
    CACHE_BYTES = 1 << 20,
    KEY_MAX = 16384,
    RETAINED_BYTES = 1 << 20
};

void bind_program_init(struct bind_program *shared, const struct catalog *catalog)
{
    *shared = (struct bind_program){.catalog = catalog, .input = program_input_new()};
    pthread_mutex_init(&shared->mutex, NULL);
}

void bind_program_release(struct bind_program *shared)
{
    program_free(shared->program);
    program_input_free(shared->input);
    pthread_mutex_destroy(&shared->mutex);
}

static void compile(struct bind_program *shared, struct buf *message)
{
    struct buf text;

    buf_init(&text);
    catalog_program(shared->catalog, &text);
    buf_clear(message);
    shared->program = program_new(buf_text(&text), message);
    buf_release(&text);
}

int bind_program_compile(struct bind_program *shared, struct diag *diag)
{
    struct buf message;
    int result = 0;

    if (shared->program != NULL)
        return 0;
    buf_init(&message);
    compile(shared, &message);
    if (shared->program == NULL)
        result = catalog_report_programs(shared->catalog, buf_view(&message), diag);
    buf_release(&message);
    return result;
}

void bind_init(struct binder *binder, struct bind_program *shared,
               struct manifest_writer *manifests, bool needs_texts)
{
    *binder = (struct binder){
        .shared = shared, .manifests = manifests, .needs_texts = needs_texts};
    binder->config_reader = reader_new();
    binder->input_reader = reader_new();
    arena_init(&binder->scratch);
    arena_init(&binder->cached);
    map_init(&binder->cache);
}

void bind_release(struct binder *binder)
{
    reader_free(binder->config_reader);
    reader_free(binder->input_reader);
    buf_release(&binder->text);
    buf_release(&binder->message);
    buf_release(&binder->key);
    arena_release(&binder->scratch);
    arena_release(&binder->cached);
    map_release(&binder->cache);
}

/* --- one configuration --- */

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

/* Parse the contents of binder->text. */
static int parse(struct binder *binder, struct reader *reader, struct reader_error *error)
{
    struct buf *text = &binder->text;

    memset(buf_reserve(text, READER_PADDING), 0, READER_PADDING);
    return reader_parse(reader, text->data, text->length, error);
}

/* Write the program's input as a document of input_reader. */
static int make_input(struct binder *binder, const struct catalog_kernel *kernel,
                      struct view x_name, struct view x_value, struct view config,
                      struct bound *bound)
{
    struct buf *text = &binder->text;
    struct reader_error error;
    struct writer writer;
    double x;

    buf_clear_to(text, RETAINED_BYTES);
    buf_append(text, config.data, config.length);
    if (parse(binder, binder->config_reader, &error) != 0)
        return fail(binder, bound, bad_json, "extra_benchmark_config_str, byte %zu: %s",
                    error.offset + 1, error.text);
    if (!document_is(reader_document(binder->config_reader), 0, NODE_OBJECT))
        return fail(binder, bound, bad_json, "extra_benchmark_config_str is not an object");
    if (!value_number(x_value, &x) || !value_is_size(x)) {
        bound->column = COLUMN_X_VALUE;
        return fail(binder, bound, unknown_config,
                    "x_value is not a positive integer: \"%.*s\"",
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

/* Run the program. Precondition: the mutex is locked. */
static int run_program(struct binder *binder, struct program_output *output,
                       struct bound *bound)
{
    struct bind_program *shared = binder->shared;
    struct view message;
    int result;

    if (shared->program == NULL)
        compile(shared, &binder->message);
    if (shared->program == NULL)
        return fail(binder, bound, unknown_config, "%s", buf_text(&binder->message));
    program_input_set(shared->input, reader_document(binder->input_reader));
    program_start(shared->program, shared->input);
    result = program_next(shared->program, output);
    if (result > 0)
        return 0;
    message = program_message(shared->program);
    if (result == 0 || message.length == 0)
        return fail(binder, bound, unknown_config, "the binder returns nothing");
    return fail(binder, bound, unknown_config, "%.*s", (int)message.length, message.data);
}

/* Run the program on the document of input_reader and read its output into *SIZES. */
static int run_binding(struct binder *binder, const struct catalog_kernel *kernel,
                       struct sizes *sizes, struct bound *bound)
{
    struct program_output output;
    int result;

    pthread_mutex_lock(&binder->shared->mutex);
    result = run_program(binder, &output, bound);
    if (result == 0) {
        buf_clear(&binder->message);
        result = sizes_read(sizes, kernel, &output, &binder->scratch, &binder->text,
                            &binder->message);
        if (result != 0)
            fail(binder, bound, unknown_config, "%s", buf_text(&binder->message));
    }
    pthread_mutex_unlock(&binder->shared->mutex);
    return result;
}

static int bind(struct binder *binder, const struct catalog_kernel *kernel,
                const struct object *operation, struct view x_name, struct view x_value,
                struct view config, struct bound *bound)
{
    struct sizes sizes = {.axes = NULL};

    if (make_input(binder, kernel, x_name, x_value, config, bound) != 0 ||
        run_binding(binder, kernel, &sizes, bound) != 0)
        return -1;
    bound->case_text = sizes.case_text;
    buf_clear(&binder->text);
    slug_append(&binder->text, sizes.case_text);
    bound->case_kebab = (struct view){
        arena_copy_text(&binder->scratch, binder->text.data, binder->text.length),
        binder->text.length};
    if (manifest_workload(binder->manifests, kernel, &sizes, operation, &binder->scratch,
                          &bound->workload) != 0)
        return fail(binder, bound, unknown_config, "the workload: %s",
                    binder->manifests->problem);
    if (!binder->needs_texts)
        bound->workload.text = (struct view){NULL, 0};
    return 0;
}

/* --- cache --- */

static void evict_all(struct binder *binder)
{
    map_release(&binder->cache);
    map_init(&binder->cache);
    arena_reset(&binder->cached);
    binder->cached_bytes = 0;
}

static struct view copy_view(struct binder *binder, struct view view)
{
    binder->cached_bytes += view.length;
    return view.data == NULL
               ? view
               : (struct view){arena_copy_text(&binder->cached, view.data, view.length),
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

const struct bound *bind_config(struct binder *binder, const struct catalog_kernel *kernel,
                                const struct object *operation, struct view x_name,
                                struct view x_value, struct view config)
{
    bool is_cacheable = config.length + x_name.length + x_value.length <= KEY_MAX;
    struct map_entry *entry;
    struct bound *bound;

    if (is_cacheable) {
        make_key(binder, kernel, x_name, x_value, config);
        entry = map_find(&binder->cache, binder->key.data, binder->key.length);
        if (entry != NULL)
            return entry->value.pointer;
    }
    arena_reset(&binder->scratch);
    bound = arena_alloc(&binder->scratch, sizeof *bound);
    *bound = (struct bound){.column = COLUMN_CONFIG};
    bind(binder, kernel, operation, x_name, x_value, config, bound);
    if (!is_cacheable)
        return bound;
    if (binder->cache.count >= CACHE_ENTRIES || binder->cached_bytes >= CACHE_BYTES)
        evict_all(binder);
    entry = map_put(&binder->cache, binder->key.data, binder->key.length, NULL);
    entry->value.pointer = arena_alloc(&binder->cached, sizeof *bound);
    binder->cached_bytes += sizeof *bound + binder->key.length;
    bound->message = copy_view(binder, bound->message);
    bound->case_text = copy_view(binder, bound->case_text);
    bound->case_kebab = copy_view(binder, bound->case_kebab);
    bound->workload.text = copy_view(binder, bound->workload.text);
    *(struct bound *)entry->value.pointer = *bound;
    return entry->value.pointer;
}
