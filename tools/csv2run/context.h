/* context: who ran a kernel, how and where: ImplementationRevision,
 * SoftwareProject, BenchmarkProtocol and ExecutionEnvironment, composed
 * (manifest.h) from the catalog.
 */
#ifndef KIDX_TOOLS_CSV2RUN_CONTEXT_H
#define KIDX_TOOLS_CSV2RUN_CONTEXT_H

#include "manifest.h"

/* Compose *OBJECT; -1 as composer_finish. */
int implementation_compose(struct composer *composer, const struct catalog_kernel *kernel,
                           const struct catalog_provider *provider,
                           const struct object *operation, struct arena *arena,
                           struct object *object);
int project_compose(struct composer *composer, const struct catalog_project *project,
                    struct arena *arena, struct object *object);
int protocol_compose(struct composer *composer, const struct catalog_metric *metric,
                     const struct catalog_mode *mode, struct arena *arena,
                     struct object *object);
int environment_compose(struct composer *composer, const struct catalog_gpu *gpu,
                        struct arena *arena, struct object *object);

#endif
