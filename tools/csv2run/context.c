#include <config.h>

#include "context.h"

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

static void write_implementation_metadata(struct composer *composer,
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
    composer_write_name(composer, writer,
                        COMPOSER_PARTS(composer->catalog->source.object_prefix,
                                       COMPOSER_WORDS("-"), kernel->name,
                                       COMPOSER_WORDS("-"), provider->name));
    if (provider->project->repository.data != NULL) {
        writer_name(writer, "sourceRefs");
        writer_begin_array(writer);
        writer_begin_object(writer);
        writer_name(writer, "url");
        writer_string(writer, provider->project->repository);
        writer_end_object(writer);
        writer_end_array(writer);
    }
    composer_write_parts(
        composer, writer, "title",
        COMPOSER_PARTS(kernel->title, COMPOSER_WORDS(" \u00b7 "), provider->title));
}

int implementation_compose(struct composer *composer, const struct catalog_kernel *kernel,
                           const struct catalog_provider *provider,
                           const struct object *operation, struct arena *arena,
                           struct object *object)
{
    struct writer writer = composer_begin(composer, KIND_IMPLEMENTATION_REVISION);

    write_implementation_metadata(composer, kernel, provider, &writer);
    composer_begin_spec(&writer);
    writer_begin_object(&writer);
    if (provider->package.data != NULL)
        write_package(provider->package, &writer);
    writer_name(&writer, "callable");
    writer_begin_object(&writer);
    writer_name(&writer, "language");
    writer_string(&writer, provider->language);
    writer_end_object(&writer);
    writer_name(&writer, "licensing");
    composer_write_node(composer, &writer, provider->layer, provider->licensing);
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
    return composer_finish(
        composer, &writer, OBJECT_IMPLEMENTATION,
        COMPOSER_PARTS(kernel->name, COMPOSER_WORDS("/"), provider->name), arena, object);
}

int project_compose(struct composer *composer, const struct catalog_project *project,
                    struct arena *arena, struct object *object)
{
    struct writer writer = composer_begin(composer, KIND_SOFTWARE_PROJECT);

    writer_name(&writer, "name");
    writer_string(&writer, project->slug);
    composer_begin_spec(&writer);
    composer_write_node(composer, &writer, project->layer, project->spec);
    return composer_finish(composer, &writer, OBJECT_PROJECT, COMPOSER_PARTS(project->slug),
                           arena, object);
}

/* --- protocol and environment --- */

/* Append TEXT with what stands for {mode} and {pass}. */
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

/* Write the spec of a protocol, its texts filled in. */
static void write_filled_spec(struct composer *composer,
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
        buf_clear(&composer->scratch);
        append_filled(document_string(document, node), mode, &composer->scratch);
        buf_clear(&quoted);
        writer_append_string(&quoted, buf_view(&composer->scratch));
        canonical_replace(&composer->canonical, document, node, buf_view(&quoted));
    }
    canonical_write(&composer->canonical, document, metric->protocol_spec, &composer->text);
    canonical_restore(&composer->canonical, document);
    buf_release(&quoted);
}

int protocol_compose(struct composer *composer, const struct catalog_metric *metric,
                     const struct catalog_mode *mode, struct arena *arena,
                     struct object *object)
{
    struct writer writer = composer_begin(composer, KIND_BENCHMARK_PROTOCOL);
    struct buf filled;

    buf_init(&filled);
    append_filled(metric->protocol_name, mode, &filled);
    composer_write_name(composer, &writer, COMPOSER_PARTS(buf_view(&filled)));
    buf_clear(&filled);
    append_filled(metric->protocol_title, mode, &filled);
    writer_name(&writer, "title");
    writer_string(&writer, buf_view(&filled));
    buf_release(&filled);
    composer_begin_spec(&writer);
    write_filled_spec(composer, metric, mode);
    return composer_finish(composer, &writer, OBJECT_PROTOCOL, COMPOSER_PARTS(mode->name),
                           arena, object);
}

int environment_compose(struct composer *composer, const struct catalog_gpu *gpu,
                        struct arena *arena, struct object *object)
{
    const struct catalog_source *source = &composer->catalog->source;
    struct writer writer = composer_begin(composer, KIND_EXECUTION_ENVIRONMENT);

    composer_write_name(
        composer, &writer,
        COMPOSER_PARTS(source->object_prefix, COMPOSER_WORDS("-"), gpu->name));
    composer_write_parts(
        composer, &writer, "title",
        COMPOSER_PARTS(source->host_title, COMPOSER_WORDS(" \u00b7 "), gpu->title));
    composer_begin_spec(&writer);
    writer_begin_object(&writer);
    writer_name(&writer, "hardware");
    composer_write_node(composer, &writer, gpu->layer, gpu->hardware);
    writer_name(&writer, "software");
    if (gpu->software == NODE_NONE) {
        writer_begin_object(&writer);
        writer_end_object(&writer);
    } else {
        composer_write_node(composer, &writer, gpu->layer, gpu->software);
    }
    writer_end_object(&writer);
    return composer_finish(composer, &writer, OBJECT_ENVIRONMENT, COMPOSER_PARTS(gpu->name),
                           arena, object);
}
