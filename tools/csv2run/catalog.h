/* catalog: the kernel catalog, kidx-catalog(5).
 *
 * A catalog consists of layers, each a JSON file. The first is complete; an entry of a
 * later layer replaces the entry of the same name. catalog_add reads and checks one layer,
 * and catalog_finish connects the entries; after that any thread may read the catalog.
 *
 * Views point into the files, which the catalog owns. Errors are reported through diag with
 * a JSON pointer, and raise the exit status to EXIT_TROUBLE.
 */
#ifndef KIDX_TOOLS_CSV2RUN_CATALOG_H
#define KIDX_TOOLS_CSV2RUN_CATALOG_H

#include "base/buf.h"
#include "base/diag.h"
#include "base/map.h"
#include "base/mem.h"
#include "json/reader.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A file. */
struct catalog_layer {
    const char *file; /* as in messages */
    struct buf text;
    struct reader *reader;
    struct document *document;
    uint32_t prelude; /* NODE_NONE: there is none */
};

/* An optional text that is absent has data NULL; an optional node is NODE_NONE then. */
struct catalog_source {
    struct view name;
    struct view release;
    struct view run_prefix;
    struct view object_prefix;
    struct view host_title;
};

struct catalog_mode {
    struct view name;
    struct view pass;
    size_t number; /* among the modes */
};

struct catalog_metric {
    struct view name;
    struct view unit;
    bool timed;
    struct view mark;
    struct view native;
    struct view measured_metric;
    struct view measured_unit;
    double factor;
    struct catalog_layer *layer; /* of the protocol's nodes */
    struct view protocol_name;
    struct view protocol_title;
    uint32_t protocol_spec;
    size_t number;
};

struct catalog_gpu {
    struct view name;
    struct view title;
    struct catalog_layer *layer;
    uint32_t hardware;
    uint32_t software;
    size_t number;
};

struct catalog_project {
    struct view slug;
    struct view repository;
    struct catalog_layer *layer;
    uint32_t spec;
    size_t number;
};

struct catalog_provider {
    struct view name;
    struct view project_slug;
    const struct catalog_project *project;
    struct view title;
    struct view language;
    struct view package;
    struct view role;
    struct catalog_layer *layer;
    uint32_t node;
    uint32_t licensing;
    size_t number;
};

/* A dimension is an axis, or a number where the axis has data NULL. */
struct catalog_dimension {
    struct view axis;
    uint64_t size;
};

struct catalog_tensor {
    struct view name;
    struct view dtype; /* "cfg": the dtype that the binder returns */
    struct catalog_dimension *dimensions;
    size_t count;
};

struct catalog_derived {
    struct view name;
    struct view expression;
};

struct catalog_kernel {
    struct view name;
    struct view slug;
    struct view family;
    struct view title;
    struct catalog_tensor *inputs;
    size_t input_count;
    struct catalog_tensor *outputs;
    size_t output_count;
    struct catalog_derived *derived;
    size_t derived_count;
    struct catalog_layer *layer;
    uint32_t bind;
    size_t binder; /* the number of its program */
    size_t number;
};

struct catalog {
    struct arena arena;
    struct catalog_layer **layers;
    size_t layer_count;
    struct catalog_source source;
    struct map modes; /* each: name → pointer to one of the structs above */
    struct map metrics;
    struct map gpus;
    struct map projects;
    struct map providers;
    struct map kernels;
    size_t binder_count;
};

void catalog_init(struct catalog *catalog);
void catalog_release(struct catalog *catalog);

/* Add the layer in the file PATH, or in the LENGTH bytes of TEXT if that is not NULL; PATH
 * is its name in messages then. -1: reported. */
int catalog_add(struct catalog *catalog, const char *path, const char *text, size_t length,
                struct diag *diag);

/* Connect providers with projects and number all entries. -1: reported. */
int catalog_finish(struct catalog *catalog, struct diag *diag);

/* The entry of a map, NULL if there is none of this name. */
static inline void *catalog_find(const struct map *map, struct view name)
{
    const struct map_entry *entry = map_find(map, name.data, name.length);

    return entry == NULL ? NULL : entry->value.pointer;
}

/* Append the jq program that contains all binders. Its input is [NUMBER, INPUT], where
 * NUMBER is the binder of a kernel; its output is that binder's. */
void catalog_program(const struct catalog *catalog, struct buf *out);

/* Report which program libjq does not compile, after it refused all of them together with
 * MESSAGE. Returns -1. */
int catalog_report_programs(const struct catalog *catalog, struct view message,
                            struct diag *diag);

/* Report an error at NODE of a layer as FILE: error: POINTER: TEXT. Returns -1. */
__attribute__((format(printf, 4, 5))) int catalog_fail(const struct catalog_layer *layer,
                                                       uint32_t node, struct diag *diag,
                                                       const char *format, ...);

#endif
