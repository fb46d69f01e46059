/* csv2run-operation: what a kernel computes, and at which sizes: OperationSpec and
 * WorkloadCase, composed (csv2run-composer.h) from the catalog and from what a binder gave.
 */
#ifndef KIDX_TOOLS_CSV2RUN_OPERATION_H
#define KIDX_TOOLS_CSV2RUN_OPERATION_H

#include "csv2run-composer.h"

#include "record/expression.h"

struct scalar {
    struct view name;
    double value;
};

/* What a binder gave, checked. Bound axes come first, in its order, then derived ones. */
struct binding {
    struct axis *axes;
    const struct axis **sorted; /* the bound ones by name */
    size_t bound_count;
    size_t count;
    struct view dtype;
    struct scalar *scalars; /* sorted by name */
    size_t scalar_count;
    struct view case_text; /* batch4-seq2048-bf16 */
};

/* Order of two ASCII names: below, equal to or above 0. */
int name_compare(struct view a, struct view b);

/* Compose *OBJECT; -1 as composer_finish. */
int operation_compose(struct composer *composer, const struct catalog_kernel *kernel,
                      struct arena *arena, struct object *object);
int workload_compose(struct composer *composer, const struct catalog_kernel *kernel,
                     const struct binding *binding, const struct object *operation,
                     struct arena *arena, struct object *object);

#endif
