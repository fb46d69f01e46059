/* templates: the parts of bundles that are known before the first row.
 *
 * A bundle is joined from fragments: whole manifests and pieces of the run in RFC 8785
 * form, written once for each GPU, metric and mode, kernel and provider. The main thread
 * makes them; after that any thread may read them. All views are in the arena.
 */
#ifndef KIDX_TOOLS_CSV2RUN_TEMPLATES_H
#define KIDX_TOOLS_CSV2RUN_TEMPLATES_H

#include "manifest.h"

/* A name of the catalog in the forms that runs contain. */
struct template_name {
    struct view escaped; /* as in a JSON text, without quotes */
    struct view kebab;   /* not cut */
};

struct template_kernel {
    struct template_name name;
    struct view title; /* escaped, with " · " after it */
    struct object operation;
};

struct template_gpu {
    struct view kebab; /* not cut */
    struct object environment;
    struct view fragment; /* {"environment":…, */
};

struct template_protocol {
    struct object protocol;
    struct view fragment; /* "protocol":…,"run":… up to the release in the labels */
};

/* The texts of a metric around its values: median, p20, p80. */
struct template_metric {
    struct view native[3];   /* "ms_50": */
    struct view measured[3]; /* {"metric":…,"statistic":"median","unit":…,"value": */
    struct view mark_kebab;  /* empty where there is none */
};

struct templates {
    const struct catalog *catalog;
    bool is_full;     /* bundles hold all manifests */
    bool has_memory;  /* rows of metrics that are not timed are converted, too */
    bool needs_texts; /* the texts of workloads are needed, for objects */
    struct arena arena;
    struct view run_prefix; /* in kebab case */
    struct view source;     /* escaped */
    struct template_kernel *kernels;
    struct template_name *providers;
    struct template_name *modes;
    struct template_gpu *gpus;
    struct template_metric *metrics;
    struct object *projects;
    struct template_protocol *protocols; /* by metric and mode: templates_protocol */
};

/* Make *TEMPLATES from a finished catalog, which must outlive them. -1: reported. */
int templates_init(struct templates *templates, const struct catalog *catalog,
                   struct diag *diag);
void templates_release(struct templates *templates);

static inline const struct template_protocol *templates_protocol(
    const struct templates *templates, const struct catalog_metric *metric,
    const struct catalog_mode *mode)
{
    return &templates->protocols[metric->number * templates->catalog->modes.count +
                                 mode->number];
}

#endif
