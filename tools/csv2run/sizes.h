/* sizes: the sizes of a workload, as a binder's program gave them.
 *
 * What a program gives has to be an object of axes, dtype and perhaps scalars, by the rules
 * of kidx-catalog(5). Derived axes are evaluated, and each axis of the kernel's inputs must
 * have a size in the end.
 */
#ifndef KIDX_TOOLS_CSV2RUN_SIZES_H
#define KIDX_TOOLS_CSV2RUN_SIZES_H

#include "catalog.h"

#include "json/program.h"
#include "record/expression.h"

struct scalar {
    struct view name;
    double value;
};

/* Bound axes come first, in the program's order, then derived ones. */
struct sizes {
    struct axis *axes;
    const struct axis **sorted; /* the bound ones by name */
    size_t bound_count;
    size_t count;
    struct view dtype;
    struct scalar *scalars; /* sorted by name */
    size_t scalar_count;
    struct view case_text; /* batch4-seq2048-bf16 */
};

/* Read OUTPUT into *BINDING, which is all zero; all that it refers to is in ARENA or the
 * catalog. -1: why is appended to PROBLEM. */
int sizes_read(struct sizes *sizes, const struct catalog_kernel *kernel,
               const struct program_output *output, struct arena *arena,
               struct buf *scratch, struct buf *problem);

#endif
