#include <config.h>

#include "templates.h"

#include "record/slug.h"

/* The state of making templates. */
struct builder {
    struct templates *templates;
    struct manifest_writer manifests;
    struct buf text;
    struct diag *diag;
};

/* Copy the text into the arena and clear it. */
static struct view copy_text(struct builder *builder)
{
    struct buf *text = &builder->text;
    struct view view = {
        arena_copy_text(&builder->templates->arena, buf_text(text), text->length),
        text->length};

    buf_clear(text);
    return view;
}

static void append_escaped(struct builder *builder, struct view view)
{
    struct buf *text = &builder->text;
    size_t start = text->length;

    writer_append_string(text, view);
    text->length--;
    memmove(text->data + start, text->data + start + 1, text->length - start - 1);
    text->length--;
}

static struct view escape(struct builder *builder, struct view view)
{
    append_escaped(builder, view);
    return copy_text(builder);
}

static struct view kebab(struct builder *builder, struct view view)
{
    slug_append(&builder->text, view);
    return copy_text(builder);
}

static struct template_name make_name(struct builder *builder, struct view name)
{
    return (struct template_name){escape(builder, name), kebab(builder, name)};
}

static void *entry(const struct map *map, size_t number)
{
    return map->entries[number].value.pointer;
}

static int fail(struct builder *builder, const struct catalog_layer *layer, uint32_t node)
{
    return catalog_fail(layer, node, builder->diag, "%s", builder->manifests.problem);
}

static int make_kernels(struct builder *builder)
{
    struct templates *templates = builder->templates;
    const struct map *kernels = &templates->catalog->kernels;

    templates->kernels =
        arena_array(&templates->arena, kernels->count, sizeof *templates->kernels);
    for (size_t i = 0; i < kernels->count; i++) {
        const struct catalog_kernel *kernel = entry(kernels, i);
        struct template_kernel *made = &templates->kernels[i];

        made->name = make_name(builder, kernel->name);
        append_escaped(builder, kernel->title);
        buf_append_text(&builder->text, " \u00b7 ");
        made->title = copy_text(builder);
        if (manifest_operation(&builder->manifests, kernel, &templates->arena,
                               &made->operation) != 0)
            return fail(builder, kernel->layer, kernel->bind);
    }
    return 0;
}

static int make_gpus(struct builder *builder)
{
    struct templates *templates = builder->templates;
    const struct map *gpus = &templates->catalog->gpus;

    templates->gpus = arena_array(&templates->arena, gpus->count, sizeof *templates->gpus);
    for (size_t i = 0; i < gpus->count; i++) {
        const struct catalog_gpu *gpu = entry(gpus, i);
        struct template_gpu *made = &templates->gpus[i];

        made->kebab = kebab(builder, gpu->name);
        if (manifest_environment(&builder->manifests, gpu, &templates->arena,
                                 &made->environment) != 0)
            return fail(builder, gpu->layer, gpu->hardware);
        buf_append_text(&builder->text, "{\"environment\":");
        buf_append(&builder->text, made->environment.text.data,
                   made->environment.text.length);
        buf_append_byte(&builder->text, ',');
        made->fragment = copy_text(builder);
    }
    return 0;
}

static int make_protocol(struct builder *builder, const struct catalog_metric *metric,
                         const struct catalog_mode *mode, struct template_protocol *made)
{
    struct buf *text = &builder->text;
    const struct catalog *catalog = builder->templates->catalog;

    if (manifest_protocol(&builder->manifests, metric, mode, &builder->templates->arena,
                          &made->protocol) != 0)
        return fail(builder, metric->layer, metric->protocol_spec);
    buf_append_text(text, "\"protocol\":");
    buf_append(text, made->protocol.text.data, made->protocol.text.length);
    buf_append_text(text, ",\"run\":{\"apiVersion\":\"" MANIFEST_API_VERSION
                          "\",\"kind\":\"BenchmarkRun\",\"metadata\":{\"labels\":{");
    writer_append_string(text, catalog->source.release);
    buf_append_byte(text, ':');
    made->fragment = copy_text(builder);
    return 0;
}

static void make_metric(struct builder *builder, const struct catalog_metric *metric,
                        struct template_metric *made)
{
    static const char *const statistics[3] = {"median", "p20", "p80"};
    static const char *const quantiles[3] = {"50", "20", "80"};
    struct buf *text = &builder->text;

    for (size_t i = 0; i < 3; i++) {
        buf_append_format(text, "\"%.*s_%s\":", (int)metric->native.length,
                          metric->native.data, quantiles[i]);
        made->native[i] = copy_text(builder);
        buf_append_format(text,
                          "{\"metric\":\"%.*s\",\"statistic\":\"%s\",\"unit\":\"%.*s\","
                          "\"value\":",
                          (int)metric->measured_metric.length, metric->measured_metric.data,
                          statistics[i], (int)metric->measured_unit.length,
                          metric->measured_unit.data);
        made->measured[i] = copy_text(builder);
    }
    made->mark_kebab = kebab(builder, metric->mark);
}

static int make_metrics(struct builder *builder)
{
    struct templates *templates = builder->templates;
    const struct map *metrics = &templates->catalog->metrics;
    const struct map *modes = &templates->catalog->modes;

    templates->metrics =
        arena_array(&templates->arena, metrics->count, sizeof *templates->metrics);
    templates->protocols = arena_array(&templates->arena, metrics->count * modes->count,
                                       sizeof *templates->protocols);
    for (size_t i = 0; i < metrics->count; i++) {
        make_metric(builder, entry(metrics, i), &templates->metrics[i]);
        for (size_t k = 0; k < modes->count; k++)
            if (make_protocol(builder, entry(metrics, i), entry(modes, k),
                              &templates->protocols[i * modes->count + k]) != 0)
                return -1;
    }
    return 0;
}

static int make_projects(struct builder *builder)
{
    struct templates *templates = builder->templates;
    const struct map *projects = &templates->catalog->projects;

    templates->projects =
        arena_array(&templates->arena, projects->count, sizeof *templates->projects);
    for (size_t i = 0; i < projects->count; i++) {
        const struct catalog_project *project = entry(projects, i);

        if (manifest_project(&builder->manifests, project, &templates->arena,
                             &templates->projects[i]) != 0)
            return fail(builder, project->layer, project->spec);
    }
    return 0;
}

static void make_names(struct builder *builder)
{
    struct templates *templates = builder->templates;
    const struct map *providers = &templates->catalog->providers;
    const struct map *modes = &templates->catalog->modes;

    templates->run_prefix = kebab(builder, templates->catalog->source.run_prefix);
    templates->source = escape(builder, templates->catalog->source.name);
    templates->providers =
        arena_array(&templates->arena, providers->count, sizeof *templates->providers);
    for (size_t i = 0; i < providers->count; i++)
        templates->providers[i] = make_name(
            builder, ((const struct catalog_provider *)entry(providers, i))->name);
    templates->modes =
        arena_array(&templates->arena, modes->count, sizeof *templates->modes);
    for (size_t i = 0; i < modes->count; i++)
        templates->modes[i] =
            make_name(builder, ((const struct catalog_mode *)entry(modes, i))->name);
}

int templates_init(struct templates *templates, const struct catalog *catalog,
                   struct diag *diag)
{
    struct builder builder = {.templates = templates, .diag = diag};
    int result = -1;

    *templates = (struct templates){.catalog = catalog};
    arena_init(&templates->arena);
    manifest_init(&builder.manifests, catalog);
    make_names(&builder);
    if (make_kernels(&builder) == 0 && make_gpus(&builder) == 0 &&
        make_metrics(&builder) == 0 && make_projects(&builder) == 0)
        result = 0;
    manifest_release(&builder.manifests);
    buf_release(&builder.text);
    return result;
}

void templates_release(struct templates *templates)
{
    arena_release(&templates->arena);
}
