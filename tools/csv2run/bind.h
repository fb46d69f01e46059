/* bind: from the configuration of a row to its workload.
 *
 * A binder runs the jq program of a kernel on (x_name, x, config), checks what it gives by
 * the rules of kidx-catalog(5), evaluates derived axes and composes the workload. Results,
 * errors too, are remembered by (kernel, x_name, x_value, config); the memory for that is
 * bounded, and what is over is forgotten all at once.
 *
 * One binder serves one thread. The programs of all kernels are one, which is compiled once
 * and shared by all binders: one at a time runs it, and only for what its own memory lacks.
 */
#ifndef KIDX_TOOLS_CSV2RUN_BIND_H
#define KIDX_TOOLS_CSV2RUN_BIND_H

#include "columns.h"
#include "manifest.h"

#include "base/map.h"
#include "json/program.h"

#include <pthread.h>

/* What is known of a configuration. */
struct bound {
    const char *code; /* NULL: it has a workload; else bad_json or unknown_config */
    struct view message;
    enum column column;     /* the cell that is wrong */
    struct view case_text;  /* batch4-seq2048-bf16 */
    struct view case_kebab; /* the same in kebab case, not cut */
    struct object workload; /* its text only where the binder is_cacheable texts */
};

/* What binders share. */
struct bind_program {
    const struct catalog *catalog;
    pthread_mutex_t mutex;   /* of those below */
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
    struct arena scratch; /* of one binding */
    struct map cache;     /* key → struct bound */
    struct arena cached;
    size_t cached_bytes;
    struct buf key;
};

void bind_program_init(struct bind_program *shared, const struct catalog *catalog);
void bind_program_release(struct bind_program *shared);

/* Compile the catalog's programs, unless that is done. The first binding does it otherwise,
 * for a catalog known to compile, and a binder that is the only one: it has to be on the
 * main thread, while no other one runs. -1: said. */
int bind_program_compile(struct bind_program *shared, struct diag *diag);

/* SHARED stays the caller's. */
void bind_init(struct binder *binder, struct bind_program *shared,
               struct manifest_writer *manifests, bool needs_texts);
void bind_release(struct binder *binder);

/* Valid until the next call. */
const struct bound *bind_config(struct binder *binder, const struct catalog_kernel *kernel,
                                const struct object *operation, struct view x_name,
                                struct view x_value, struct view config);

#endif
