#include <config.h>

#include "templates.h"
#include "context.h"
#include "operation.h"

#include "record/slug.h"

/* A plan in the making. */
struct making {
    struct plan *plan;
    struct composer composer;
    struct buf text;
    struct diag *diag;
};

/* What is in text, kept; text is empty again. */
static struct view keep(struct making *making)
{
    struct buf *text = &making->text;
    struct view view = {arena_copy_text(&making->plan->arena, buf_text(text), text->length),
                        text->length};

    buf_clear(text);
    return view;
}

static void append_escaped(struct making *making, struct view view)
{
    struct buf *text = &making->text;
    size_t start = text->length;

    writer_append_string(text, view);
    text->length--;
    memmove(text->data + start, text->data + start + 1, text->length - start - 1);
    text->length--;
}

static struct view escape(struct making *making, struct view view)
{
    append_escaped(making, view);
    return keep(making);
}

static struct view kebab(struct making *making, struct view view)
{
    slug_append(&making->text, view);
    return keep(making);
}

static struct plan_name make_name(struct making *making, struct view name)
{
    return (struct plan_name){escape(making, name), kebab(making, name)};
}

static void *entry(const struct map *map, size_t number)
{
    return map->entries[number].value.pointer;
}

static int fail(struct making *making, const struct catalog_layer *layer, uint32_t node)
{
    return catalog_fail(layer, node, making->diag, "%s", making->composer.problem);
}

static int make_kernels(struct making *making)
{
    struct plan *plan = making->plan;
    const struct map *kernels = &plan->catalog->kernels;

    plan->kernels = arena_array(&plan->arena, kernels->count, sizeof *plan->kernels);
    for (size_t i = 0; i < kernels->count; i++) {
        const struct catalog_kernel *kernel = entry(kernels, i);
        struct plan_kernel *made = &plan->kernels[i];

        made->name = make_name(making, kernel->name);
        append_escaped(making, kernel->title);
        buf_append_text(&making->text, " \u00b7 ");
        made->title = keep(making);
        if (operation_compose(&making->composer, kernel, &plan->arena, &made->operation) !=
            0)
            return fail(making, kernel->layer, kernel->bind);
    }
    return 0;
}

static int make_gpus(struct making *making)
{
    struct plan *plan = making->plan;
    const struct map *gpus = &plan->catalog->gpus;

    plan->gpus = arena_array(&plan->arena, gpus->count, sizeof *plan->gpus);
    for (size_t i = 0; i < gpus->count; i++) {
        const struct catalog_gpu *gpu = entry(gpus, i);
        struct plan_gpu *made = &plan->gpus[i];

        made->kebab = kebab(making, gpu->name);
        if (environment_compose(&making->composer, gpu, &plan->arena, &made->environment) !=
            0)
            return fail(making, gpu->layer, gpu->hardware);
        buf_append_text(&making->text, "{\"environment\":");
        buf_append(&making->text, made->environment.text.data,
                   made->environment.text.length);
        buf_append_byte(&making->text, ',');
        made->fragment = keep(making);
    }
    return 0;
}

static int make_protocol(struct making *making, const struct catalog_metric *metric,
                         const struct catalog_mode *mode, struct plan_protocol *made)
{
    struct buf *text = &making->text;
    const struct catalog *catalog = making->plan->catalog;

    if (protocol_compose(&making->composer, metric, mode, &making->plan->arena,
                         &made->protocol) != 0)
        return fail(making, metric->layer, metric->protocol_spec);
    buf_append_text(text, "\"protocol\":");
    buf_append(text, made->protocol.text.data, made->protocol.text.length);
    buf_append_text(text, ",\"run\":{\"apiVersion\":\"" MANIFEST_API_VERSION
                          "\",\"kind\":\"BenchmarkRun\",\"metadata\":{\"labels\":{");
    writer_append_string(text, catalog->source.release);
    buf_append_byte(text, ':');
    made->fragment = keep(making);
    return 0;
}

static void make_metric(struct making *making, const struct catalog_metric *metric,
                        struct plan_metric *made)
{
    static const char *const statistics[3] = {"median", "p20", "p80"};
    static const char *const quantiles[3] = {"50", "20", "80"};
    struct buf *text = &making->text;

    for (size_t i = 0; i < 3; i++) {
        buf_append_format(text, "\"%.*s_%s\":", (int)metric->native.length,
                          metric->native.data, quantiles[i]);
        made->native[i] = keep(making);
        buf_append_format(text,
                          "{\"metric\":\"%.*s\",\"statistic\":\"%s\",\"unit\":\"%.*s\","
                          "\"value\":",
                          (int)metric->measured_metric.length, metric->measured_metric.data,
                          statistics[i], (int)metric->measured_unit.length,
                          metric->measured_unit.data);
        made->measured[i] = keep(making);
    }
    made->mark_kebab = kebab(making, metric->mark);
}

static int make_metrics(struct making *making)
{
    struct plan *plan = making->plan;
    const struct map *metrics = &plan->catalog->metrics;
    const struct map *modes = &plan->catalog->modes;

    plan->metrics = arena_array(&plan->arena, metrics->count, sizeof *plan->metrics);
    plan->protocols =
        arena_array(&plan->arena, metrics->count * modes->count, sizeof *plan->protocols);
    for (size_t i = 0; i < metrics->count; i++) {
        make_metric(making, entry(metrics, i), &plan->metrics[i]);
        for (size_t k = 0; k < modes->count; k++)
            if (make_protocol(making, entry(metrics, i), entry(modes, k),
                              &plan->protocols[i * modes->count + k]) != 0)
                return -1;
    }
    return 0;
}

static int make_projects(struct making *making)
{
    struct plan *plan = making->plan;
    const struct map *projects = &plan->catalog->projects;

    plan->projects = arena_array(&plan->arena, projects->count, sizeof *plan->projects);
    for (size_t i = 0; i < projects->count; i++) {
        const struct catalog_project *project = entry(projects, i);

        if (project_compose(&making->composer, project, &plan->arena, &plan->projects[i]) !=
            0)
            return fail(making, project->layer, project->spec);
    }
    return 0;
}

static void make_names(struct making *making)
{
    struct plan *plan = making->plan;
    const struct map *providers = &plan->catalog->providers;
    const struct map *modes = &plan->catalog->modes;

    plan->run_prefix = kebab(making, plan->catalog->source.run_prefix);
    plan->source = escape(making, plan->catalog->source.name);
    plan->providers = arena_array(&plan->arena, providers->count, sizeof *plan->providers);
    for (size_t i = 0; i < providers->count; i++)
        plan->providers[i] =
            make_name(making, ((const struct catalog_provider *)entry(providers, i))->name);
    plan->modes = arena_array(&plan->arena, modes->count, sizeof *plan->modes);
    for (size_t i = 0; i < modes->count; i++)
        plan->modes[i] =
            make_name(making, ((const struct catalog_mode *)entry(modes, i))->name);
}

int plan_init(struct plan *plan, const struct catalog *catalog, struct diag *diag)
{
    struct making making = {.plan = plan, .diag = diag};
    int result = -1;

    *plan = (struct plan){.catalog = catalog};
    arena_init(&plan->arena);
    if (composer_init(&making.composer, catalog) != 0) {
        diag_fail(diag, "OpenSSL offers no SHA-256");
    } else {
        make_names(&making);
        if (make_kernels(&making) == 0 && make_gpus(&making) == 0 &&
            make_metrics(&making) == 0 && make_projects(&making) == 0)
            result = 0;
    }
    composer_release(&making.composer);
    buf_release(&making.text);
    return result;
}

void plan_release(struct plan *plan)
{
    arena_release(&plan->arena);
}
