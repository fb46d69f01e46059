/* operation: what a kernel computes, and at which sizes: OperationSpec and
 * WorkloadCase, composed (manifest.h) from the catalog and from what a binder gave.
 */
#ifndef KIDX_TOOLS_CSV2RUN_OPERATION_H
#define KIDX_TOOLS_CSV2RUN_OPERATION_H

#include "sizes.h"
#include "manifest.h"

/* Compose *OBJECT; -1 as composer_finish. */
int operation_compose(struct composer *composer, const struct catalog_kernel *kernel,
                      struct arena *arena, struct object *object);
int workload_compose(struct composer *composer, const struct catalog_kernel *kernel,
                     const struct binding *binding, const struct object *operation,
                     struct arena *arena, struct object *object);

#endif
