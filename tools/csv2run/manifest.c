#include <config.h>

#include "manifest.h"

#include "record/identity.h"
#include "record/slug.h"

#include <stdlib.h>

/* A text in parts: an array of views, the last of which has data NULL. */
#define PARTS(...) ((const struct view[]){__VA_ARGS__, {NULL, 0}})
#define WORDS(text)              \
    {                            \
        "" text, sizeof text - 1 \
    }

void manifest_init(struct manifest_writer *manifests, const struct catalog *catalog)
{
    *manifests = (struct manifest_writer){.catalog = catalog};
    canonical_init(&manifests->canonical);
    manifests->reader = reader_new();
    manifests->digester = digester_new();
}

void manifest_release(struct manifest_writer *manifests)
{
    canonical_release(&manifests->canonical);
    reader_free(manifests->reader);
    digester_free(manifests->digester);
    buf_release(&manifests->text);
    buf_release(&manifests->scratch);
    buf_release(&manifests->name);
}

void manifest_identify(struct manifest_writer *manifests, struct view text,
                       struct identity *identity)
{
    struct digest digest;

    digester_hash(manifests->digester, text.data, text.length, &digest);
    memcpy(identity->bytes, digest.bytes, IDENTITY_SIZE);
}

static struct writer begin_manifest(struct manifest_writer *manifests,
                                    enum manifest_kind kind)
{
    struct writer writer;

    buf_clear(&manifests->text);
    writer_init(&writer, &manifests->text);
    writer_begin_object(&writer);
    writer_name(&writer, "apiVersion");
    writer_text(&writer, MANIFEST_API_VERSION);
    writer_name(&writer, "kind");
    writer_text(&writer, manifest_kind_name(kind));
    writer_name(&writer, "metadata");
    writer_begin_object(&writer);
    return writer;
}

static void append_parts(struct buf *out, const struct view parts[])
{
    for (size_t i = 0; parts[i].data != NULL; i++)
        buf_append(out, parts[i].data, parts[i].length);
}

static void write_parts(struct manifest_writer *manifests, struct writer *writer,
                        const char *name, const struct view parts[])
{
    buf_clear(&manifests->scratch);
    append_parts(&manifests->scratch, parts);
    writer_name(writer, name);
    writer_string(writer, buf_view(&manifests->scratch));
}

/* Write metadata.name, which is part of the object's identity. */
static void write_own_name(struct manifest_writer *manifests, struct writer *writer,
                           struct view name)
{
    buf_clear(&manifests->name);
    buf_append(&manifests->name, name.data, name.length);
    writer_name(writer, "name");
    writer_string(writer, name);
}

static void write_name(struct manifest_writer *manifests, struct writer *writer,
                       const struct view parts[])
{
    struct buf *raw = &manifests->canonical.text;

    buf_clear(raw);
    append_parts(raw, parts);
    buf_clear(&manifests->scratch);
    slug_append(&manifests->scratch, buf_view(raw));
    slug_cut(&manifests->scratch, 0);
    write_own_name(manifests, writer, buf_view(&manifests->scratch));
}

static void write_node(struct manifest_writer *manifests, struct writer *writer,
                       const struct catalog_layer *layer, uint32_t node)
{
    canonical_write(&manifests->canonical, layer->document, node, writer->out);
    writer->comma = true;
}

static void begin_spec(struct writer *writer)
{
    writer_end_object(writer);
    writer_name(writer, "spec");
}

/* Compute the digest of the manifest in manifests->text. NULL: done; else the reason why
 * not. */
static const char *find_digest(struct manifest_writer *manifests, struct digest *digest)
{
    struct buf *text = &manifests->text;
    struct buf *body = &manifests->canonical.text;
    struct reader_error syntax;
    struct manifest_error error;
    struct record record;
    struct document *document;

    memset(buf_reserve(text, READER_PADDING), 0, READER_PADDING);
    if (reader_parse(manifests->reader, text->data, text->length, &syntax) != 0)
        return syntax.text;
    document = reader_document(manifests->reader);
    buf_clear(body);
    if (manifest_read_record(document, &record, &error) != 0 ||
        identity_append(document, &record.manifests[0], &manifests->canonical, body,
                        &error) != 0)
        return error.text;
    digester_hash(manifests->digester, body->data, body->length, digest);
    return NULL;
}

static int finish_manifest(struct manifest_writer *manifests, struct writer *writer,
                           enum object_kind kind, struct arena *arena,
                           struct object *object)
{
    struct digest digest;
    struct view text;

    writer_end_object(writer);
    manifests->problem = find_digest(manifests, &digest);
    if (manifests->problem != NULL)
        return -1;
    digest_text(&digest, object->digest);
    memcpy(&object->digest_hash, digest.bytes, sizeof object->digest_hash);
    text = buf_view(&manifests->text);
    object->text =
        (struct view){arena_copy_text(arena, text.data, text.length), text.length};
    buf_clear(&manifests->scratch);
    buf_append_byte(&manifests->scratch, (char)kind);
    buf_append(&manifests->scratch, object->digest, sizeof object->digest);
    buf_append(&manifests->scratch, manifests->name.data, manifests->name.length);
    manifest_identify(manifests, buf_view(&manifests->scratch), &object->identity);
    return 0;
}

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

/* An axis of an operation; a variable axis has data NULL as its expression. */
struct operation_axis {
    struct view name;
    struct view expression;
};

static int compare_axes(const void *a, const void *b)
{
    return view_compare(((const struct operation_axis *)a)->name,
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

int manifest_operation(struct manifest_writer *manifests,
                       const struct catalog_kernel *kernel, struct arena *arena,
                       struct object *object)
{
    struct writer writer = begin_manifest(manifests, KIND_OPERATION_SPEC);

    write_own_name(manifests, &writer, kernel->slug);
    writer_name(&writer, "title");
    writer_string(&writer, kernel->title);
    begin_spec(&writer);
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
    return finish_manifest(manifests, &writer, OBJECT_OPERATION, arena, object);
}

/* --- workload --- */

static void write_workload_axes(const struct sizes *sizes, struct writer *writer)
{
    writer_name(writer, "axes");
    writer_begin_object(writer);
    for (size_t i = 0; i < sizes->bound_count; i++) {
        writer_name_view(writer, sizes->sorted[i]->name);
        writer_count(writer, (uint64_t)sizes->sorted[i]->size);
    }
    writer_end_object(writer);
}

static void write_scalars(const struct sizes *sizes, struct writer *writer)
{
    if (sizes->scalar_count == 0)
        return;
    writer_name(writer, "scalars");
    writer_begin_object(writer);
    for (size_t i = 0; i < sizes->scalar_count; i++) {
        writer_name_view(writer, sizes->scalars[i].name);
        writer_begin_object(writer);
        writer_name(writer, "dtype");
        writer_text(writer, "fp32");
        writer_name(writer, "value");
        writer_number(writer, sizes->scalars[i].value);
        writer_end_object(writer);
    }
    writer_end_object(writer);
}

static void write_workload_tensor(const struct catalog_tensor *tensor,
                                  const struct sizes *sizes, struct writer *writer)
{
    writer_name_view(writer, tensor->name);
    writer_begin_object(writer);
    writer_name(writer, "dtype");
    writer_string(writer, is_config_dtype(tensor->dtype) ? sizes->dtype : tensor->dtype);
    writer_name(writer, "shape");
    writer_begin_array(writer);
    for (size_t i = 0; i < tensor->count; i++) {
        const struct catalog_dimension *dimension = &tensor->dimensions[i];
        int64_t size = (int64_t)dimension->size;

        if (dimension->axis.data != NULL)
            expression_find_axis(sizes->axes, sizes->count, dimension->axis, &size);
        writer_count(writer, (uint64_t)size);
    }
    writer_end_array(writer);
    writer_end_object(writer);
}

static void write_workload_tensors(const struct catalog_kernel *kernel,
                                   const struct sizes *sizes, struct arena *arena,
                                   struct writer *writer)
{
    const struct catalog_tensor **sorted =
        arena_array(arena, kernel->input_count, sizeof *sorted);

    for (size_t i = 0; i < kernel->input_count; i++) {
        size_t place = i;

        for (;
             place > 0 && view_compare(sorted[place - 1]->name, kernel->inputs[i].name) > 0;
             place--)
            sorted[place] = sorted[place - 1];
        sorted[place] = &kernel->inputs[i];
    }
    writer_name(writer, "tensors");
    writer_begin_object(writer);
    for (size_t i = 0; i < kernel->input_count; i++)
        write_workload_tensor(sorted[i], sizes, writer);
    writer_end_object(writer);
}

/* Write the title: TITLE · AXIS=VALUE, … · DTYPE. */
static void write_workload_title(struct manifest_writer *manifests,
                                 const struct catalog_kernel *kernel,
                                 const struct sizes *sizes, struct writer *writer)
{
    struct buf *title = &manifests->scratch;

    buf_clear(title);
    buf_append(title, kernel->title.data, kernel->title.length);
    for (size_t i = 0; i < sizes->bound_count; i++)
        buf_append_format(title, "%s%.*s=%lld", i == 0 ? " \u00b7 " : ", ",
                          (int)sizes->axes[i].name.length, sizes->axes[i].name.data,
                          (long long)sizes->axes[i].size);
    buf_append_text(title, " \u00b7 ");
    buf_append(title, sizes->dtype.data, sizes->dtype.length);
    writer_name(writer, "title");
    writer_string(writer, buf_view(title));
}

int manifest_workload(struct manifest_writer *manifests,
                      const struct catalog_kernel *kernel, const struct sizes *sizes,
                      const struct object *operation, struct arena *arena,
                      struct object *object)
{
    struct writer writer = begin_manifest(manifests, KIND_WORKLOAD_CASE);

    write_name(manifests, &writer, PARTS(kernel->slug, WORDS("-"), sizes->case_text));
    write_workload_title(manifests, kernel, sizes, &writer);
    begin_spec(&writer);
    writer_begin_object(&writer);
    write_workload_axes(sizes, &writer);
    writer_name(&writer, "correctness");
    writer_begin_object(&writer);
    writer_name(&writer, "comparator");
    writer_text(&writer, "not_asserted");
    writer_end_object(&writer);
    writer_name(&writer, "operationSpecDigest");
    writer_string(&writer, object_digest(operation));
    write_scalars(sizes, &writer);
    write_workload_tensors(kernel, sizes, arena, &writer);
    writer_end_object(&writer);
    return finish_manifest(manifests, &writer, OBJECT_WORKLOAD, arena, object);
}

/* --- implementation and project --- */

static void write_package(struct view package, struct writer *writer)
{
    writer_name(writer, "buildVariants");
    writer_begin_array(writer);
    writer_begin_object(writer);
    writer_name(writer, "install");
    writer_begin_object(writer);
    writer_name(writer, "kind");
    writer_text(writer, "pip");
    writer_name(writer, "package");
    writer_string(writer, package);
    writer_end_object(writer);
    writer_name(writer, "name");
    writer_text(writer, "pip");
    writer_end_object(writer);
    writer_end_array(writer);
}

static void write_support(struct writer *writer)
{
    writer_name(writer, "support");
    writer_begin_object(writer);
    writer_name(writer, "dtypes");
    writer_begin_array(writer);
    writer_end_array(writer);
    writer_name(writer, "hardwareArchitectures");
    writer_begin_array(writer);
    writer_end_array(writer);
    writer_end_object(writer);
}

static void write_implementation_metadata(struct manifest_writer *manifests,
                                          const struct catalog_kernel *kernel,
                                          const struct catalog_provider *provider,
                                          struct writer *writer)
{
    if (provider->role.data != NULL) {
        writer_name(writer, "labels");
        writer_begin_object(writer);
        writer_name(writer, "role");
        writer_string(writer, provider->role);
        writer_end_object(writer);
    }
    write_name(manifests, writer,
               PARTS(manifests->catalog->source.object_prefix, WORDS("-"), kernel->name,
                     WORDS("-"), provider->name));
    if (provider->project->repository.data != NULL) {
        writer_name(writer, "sourceRefs");
        writer_begin_array(writer);
        writer_begin_object(writer);
        writer_name(writer, "url");
        writer_string(writer, provider->project->repository);
        writer_end_object(writer);
        writer_end_array(writer);
    }
    write_parts(manifests, writer, "title",
                PARTS(kernel->title, WORDS(" \u00b7 "), provider->title));
}

int manifest_implementation(struct manifest_writer *manifests,
                            const struct catalog_kernel *kernel,
                            const struct catalog_provider *provider,
                            const struct object *operation, struct arena *arena,
                            struct object *object)
{
    struct writer writer = begin_manifest(manifests, KIND_IMPLEMENTATION_REVISION);

    write_implementation_metadata(manifests, kernel, provider, &writer);
    begin_spec(&writer);
    writer_begin_object(&writer);
    if (provider->package.data != NULL)
        write_package(provider->package, &writer);
    writer_name(&writer, "callable");
    writer_begin_object(&writer);
    writer_name(&writer, "language");
    writer_string(&writer, provider->language);
    writer_end_object(&writer);
    writer_name(&writer, "licensing");
    write_node(manifests, &writer, provider->layer, provider->licensing);
    writer_name(&writer, "operation");
    writer_begin_object(&writer);
    writer_name(&writer, "specDigest");
    writer_string(&writer, object_digest(operation));
    writer_end_object(&writer);
    writer_name(&writer, "projectRevision");
    writer_begin_object(&writer);
    writer_end_object(&writer);
    write_support(&writer);
    writer_end_object(&writer);
    return finish_manifest(manifests, &writer, OBJECT_IMPLEMENTATION, arena, object);
}

int manifest_project(struct manifest_writer *manifests,
                     const struct catalog_project *project, struct arena *arena,
                     struct object *object)
{
    struct writer writer = begin_manifest(manifests, KIND_SOFTWARE_PROJECT);

    write_own_name(manifests, &writer, project->slug);
    begin_spec(&writer);
    write_node(manifests, &writer, project->layer, project->spec);
    return finish_manifest(manifests, &writer, OBJECT_PROJECT, arena, object);
}

/* --- protocol and environment --- */

/* Append TEXT, with the mode for {mode} and its pass for {pass}. */
static void append_filled(struct view text, const struct catalog_mode *mode,
                          struct buf *out)
{
    static const char words[2][7] = {"{mode}", "{pass}"};
    const struct view values[2] = {mode->name, mode->pass};
    size_t at = 0;

    while (at < text.length) {
        size_t word = 0;

        while (word < 2 &&
               (text.length - at < 6 || memcmp(text.data + at, words[word], 6) != 0))
            word++;
        if (word < 2) {
            buf_append(out, values[word].data, values[word].length);
            at += 6;
        } else {
            buf_append_byte(out, text.data[at++]);
        }
    }
}

/* Write the spec of a protocol, with {mode} and {pass} replaced in its texts. */
static void write_filled_spec(struct manifest_writer *manifests,
                              const struct catalog_metric *metric,
                              const struct catalog_mode *mode)
{
    struct document *document = metric->layer->document;
    const struct node *nodes = document->nodes;
    uint32_t end = nodes[metric->protocol_spec].next;
    struct buf quoted;

    buf_init(&quoted);
    for (uint32_t node = metric->protocol_spec; node < end; node++) {
        if (nodes[node].type != NODE_STRING)
            continue;
        buf_clear(&manifests->scratch);
        append_filled(document_string(document, node), mode, &manifests->scratch);
        buf_clear(&quoted);
        writer_append_string(&quoted, buf_view(&manifests->scratch));
        canonical_replace(&manifests->canonical, document, node, buf_view(&quoted));
    }
    canonical_write(&manifests->canonical, document, metric->protocol_spec,
                    &manifests->text);
    canonical_restore(&manifests->canonical, document);
    buf_release(&quoted);
}

int manifest_protocol(struct manifest_writer *manifests,
                      const struct catalog_metric *metric, const struct catalog_mode *mode,
                      struct arena *arena, struct object *object)
{
    struct writer writer = begin_manifest(manifests, KIND_BENCHMARK_PROTOCOL);
    struct buf filled;

    buf_init(&filled);
    append_filled(metric->protocol_name, mode, &filled);
    write_name(manifests, &writer, PARTS(buf_view(&filled)));
    buf_clear(&filled);
    append_filled(metric->protocol_title, mode, &filled);
    writer_name(&writer, "title");
    writer_string(&writer, buf_view(&filled));
    buf_release(&filled);
    begin_spec(&writer);
    write_filled_spec(manifests, metric, mode);
    return finish_manifest(manifests, &writer, OBJECT_PROTOCOL, arena, object);
}

int manifest_environment(struct manifest_writer *manifests, const struct catalog_gpu *gpu,
                         struct arena *arena, struct object *object)
{
    const struct catalog_source *source = &manifests->catalog->source;
    struct writer writer = begin_manifest(manifests, KIND_EXECUTION_ENVIRONMENT);

    write_name(manifests, &writer, PARTS(source->object_prefix, WORDS("-"), gpu->name));
    write_parts(manifests, &writer, "title",
                PARTS(source->host_title, WORDS(" \u00b7 "), gpu->title));
    begin_spec(&writer);
    writer_begin_object(&writer);
    writer_name(&writer, "hardware");
    write_node(manifests, &writer, gpu->layer, gpu->hardware);
    writer_name(&writer, "software");
    if (gpu->software == NODE_NONE) {
        writer_begin_object(&writer);
        writer_end_object(&writer);
    } else {
        write_node(manifests, &writer, gpu->layer, gpu->software);
    }
    writer_end_object(&writer);
    return finish_manifest(manifests, &writer, OBJECT_ENVIRONMENT, arena, object);
}
