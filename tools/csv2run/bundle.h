/* bundle: a row of a benchmark CSV to a bundle.
 *
 * No input or output here: rows come and verdicts go through stream.h. A row that is
 * understood (row.h) becomes a bundle; what needs earlier rows (duplicate, objects)
 * is left as facts for the ordered stage.
 */
#ifndef KIDX_TOOLS_CSV2RUN_BUNDLE_H
#define KIDX_TOOLS_CSV2RUN_BUNDLE_H

#include "row.h"

/* What a row leaves for the ordered stage; behind the struct stand the texts. */
struct row_facts {
    const struct catalog_metric *metric; /* NULL: not known */
    const struct catalog_kernel
        *kernel;              /* NULL: not known, and its cell is the first text */
    struct identity identity; /* of the external id */
    uint32_t values;          /* a hash of the measured values */
    const struct object *operation;
    const struct object *implementation;
    const struct object *project;
    struct identity workload;
    uint32_t workload_hash; /* of the workload's digest */
    size_t text_length; /* of the first text: the external id, or the kernel's cell where
                           that is at most FACTS_CELL_MAX */
    size_t workload_length; /* of the second, where texts are kept */
};

enum { FACTS_CELL_MAX = 200 };

/* A worker. */
struct bundler {
    const struct templates *templates;
    struct manifest_writer manifests;
    struct binder binder;
    struct row row;
    struct arena arena;
    struct object **implementations; /* by kernel and provider, made when first needed */
    struct buf external_id;
    struct buf name;
};

/* PROGRAM is shared by all mappers. -1: OpenSSL has no SHA-256. */
int bundle_init(struct bundler *bundler, const struct templates *templates,
                struct bind_program *program);
void bundle_release(struct bundler *bundler);

/* A stream_tool's record function. */
enum stream_verdict bundle_record(struct bundler *bundler, struct stream_record *record);

#endif
