/* sizes: check and complete the sizes that a binder's program returns.
 *
 * The output must be an object of axes, dtype and optional scalars, by the rules of
 * kidx-catalog(5). Derived axes are computed; every axis of the kernel's tensors must have
 * a size.
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

/* Bound axes are first, in the program's order, then the derived ones. */
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

/* Read OUTPUT into *SIZES, which the caller has zeroed. Its views are in ARENA or in the
 * catalog. -1: the reason is appended to PROBLEM. */
int sizes_read(struct sizes *sizes, const struct catalog_kernel *kernel,
               const struct program_output *output, struct arena *arena,
               struct buf *scratch, struct buf *problem);

#endif
