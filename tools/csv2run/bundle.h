/* bundle: convert a row of a benchmark CSV to a bundle.
 *
 * A bundler is the state of one worker thread. It reads no input and writes no output:
 * stream.h calls it with a row and takes the bundle or the verdict. What needs earlier rows
 * (duplicate, ambiguous_id, objects) is stored as facts for the ordered stage.
 */
#ifndef KIDX_TOOLS_CSV2RUN_BUNDLE_H
#define KIDX_TOOLS_CSV2RUN_BUNDLE_H

#include "row.h"

/* Facts of a row for the ordered stage. */
struct row_facts {
    const struct catalog_metric *metric; /* NULL: unknown */
    const struct catalog_kernel *kernel; /* NULL: not known, and its cell is the text */
    struct identity identity;            /* of the external id */
    uint32_t values;                     /* a hash of the measured values */
    const struct object *operation;
    const struct object *implementation;
    const struct object *project;
    struct identity workload;
    uint32_t workload_hash; /* of the workload's digest */
    struct view text; /* the external id, or the kernel's cell if at most FACTS_CELL_MAX */
    struct view workload_text; /* empty without needs_texts */
};

enum { FACTS_CELL_MAX = 200 };

/* The state of a worker. */
struct bundler {
    const struct templates *templates;
    struct manifest_writer manifests;
    struct binder binder;
    struct row row;
    struct arena arena;
    struct object **implementations; /* by kernel and provider, written on first use */
    struct buf external_id;
    struct buf name;
};

/* PROGRAM and TEMPLATES are shared by all bundlers and must outlive them. */
void bundle_init(struct bundler *bundler, const struct templates *templates,
                 struct bind_program *program);
void bundle_release(struct bundler *bundler);

/* Convert a row; the record function of struct stream_tool. */
enum stream_verdict bundle_record(struct bundler *bundler, struct stream_record *record);

#endif
