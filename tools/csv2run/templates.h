/* templates: all that is known before the first row, ready to be copied.
 *
 * A bundle is put together from fragments: whole manifests and pieces of the run in RFC
 * 8785 form, made here once for each GPU, metric and mode, kernel, provider. A plan is made
 * on the main thread and only read after that.
 */
#ifndef KIDX_TOOLS_CSV2RUN_TEMPLATES_H
#define KIDX_TOOLS_CSV2RUN_TEMPLATES_H

#include "manifest.h"

/* A name of the catalog in the forms in which runs need it. */
struct plan_name {
    struct view escaped; /* as in a JSON text, without quotes */
    struct view kebab;   /* not cut */
};

struct plan_kernel {
    struct plan_name name;
    struct view title; /* escaped, and " · " behind it */
    struct object operation;
};

struct plan_gpu {
    struct view kebab; /* not cut */
    struct object environment;
    struct view fragment; /* {"environment":…, */
};

struct plan_protocol {
    struct object protocol;
    struct view fragment; /* "protocol":…,"run":… up to the release in the labels */
};

/* The texts of a metric around its values: median, p20, p80. */
struct plan_metric {
    struct view native[3];   /* "ms_50": */
    struct view measured[3]; /* {"metric":…,"statistic":"median","unit":…,"value": */
    struct view mark_kebab;  /* empty where there is none */
};

struct plan {
    const struct catalog *catalog;
    bool is_full;     /* bundles hold all manifests */
    bool has_memory;  /* rows that are not timed are converted, too */
    bool keeps_texts; /* someone will want the texts of workloads and the like */
    struct arena arena;
    struct view run_prefix; /* in kebab case */
    struct view source;     /* escaped */
    struct plan_kernel *kernels;
    struct plan_name *providers;
    struct plan_name *modes;
    struct plan_gpu *gpus;
    struct plan_metric *metrics;
    struct object *projects;
    struct plan_protocol *protocols; /* by metric and mode: plan_protocol */
};

/* Make *PLAN of a finished catalog. -1: said. */
int plan_init(struct plan *plan, const struct catalog *catalog, struct diag *diag);
void plan_release(struct plan *plan);

static inline const struct plan_protocol *plan_protocol(const struct plan *plan,
                                                        const struct catalog_metric *metric,
                                                        const struct catalog_mode *mode)
{
    return &plan->protocols[metric->number * plan->catalog->modes.count + mode->number];
}

#endif
