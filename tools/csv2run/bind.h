/* bind: find the workload of a row's configuration.
 *
 * A binder runs the jq program of a kernel on (x_name, x, config), checks its output by the
 * rules of kidx-catalog(5) (sizes.h), and writes the WorkloadCase. Results, errors
 * included, are cached by (kernel, x_name, x_value, config). The cache is bounded by
 * entries and bytes; when it is full, it is emptied.
 *
 * One binder serves one thread. All binders share one compiled program, which holds those
 * of all kernels; a mutex lets one thread at a time run it, and only on a cache miss.
 */
#ifndef KIDX_TOOLS_CSV2RUN_BIND_H
#define KIDX_TOOLS_CSV2RUN_BIND_H

#include "columns.h"
#include "manifest.h"

#include "base/map.h"
#include "json/program.h"

#include <pthread.h>

/* The result for one configuration. */
struct bound {
    const char *code; /* NULL: it has a workload; else bad_json or unknown_config */
    struct view message;
    enum column column;     /* the cell that is wrong */
    struct view case_text;  /* batch4-seq2048-bf16 */
    struct view case_kebab; /* the same in kebab case, not cut */
    struct object workload; /* its text only with needs_texts */
};

/* What all binders share. */
struct bind_program {
    const struct catalog *catalog;
    pthread_mutex_t mutex;   /* protects the members below */
    struct program *program; /* NULL: not compiled yet */
    struct program_input *input;
};

struct binder {
    struct bind_program *shared;
    struct manifest_writer *manifests;
    bool needs_texts;
    struct reader *config_reader;
    struct reader *input_reader;
    struct buf text;
    struct buf message;
    struct arena scratch; /* reset for each configuration */
    struct map cache;     /* key → struct bound */
    struct arena cached;
    size_t cached_bytes;
    struct buf key;
};

void bind_program_init(struct bind_program *shared, const struct catalog *catalog);
void bind_program_release(struct bind_program *shared);

/* Compile the catalog's programs if that is not done. -1: reported.
 *
 * Without this call the first bind_config compiles. That is allowed only for a catalog that
 * is known to compile and for a single binder, on the main thread: libjq's compiler must
 * not run beside another one. */
int bind_program_compile(struct bind_program *shared, struct diag *diag);

/* SHARED and MANIFESTS belong to the caller and must outlive the binder. */
void bind_init(struct binder *binder, struct bind_program *shared,
               struct manifest_writer *manifests, bool needs_texts);
void bind_release(struct binder *binder);

/* Look up or compute the result; it is valid until the next call. */
const struct bound *bind_config(struct binder *binder, const struct catalog_kernel *kernel,
                                const struct object *operation, struct view x_name,
                                struct view x_value, struct view config);

#endif
