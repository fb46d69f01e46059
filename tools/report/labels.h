/* labels: the names that a report shows for kernels, protocols, GPUs and implementations.
 *
 * Kernels, protocols and environments are shortened by what all of a kind share
 * (present/name.h). A GPU is named by its product, followed by its environment where
 * several environments have that product. What is not known is called "unknown".
 *
 * Implementations are numbered by the number of their lines, most first, then by name. That
 * number is a series: it has one colour and one marker in all pictures of a report, and the
 * most frequent implementations do not share theirs.
 */
#ifndef KIDX_TOOLS_REPORT_LABELS_H
#define KIDX_TOOLS_REPORT_LABELS_H

#include "rows.h"

#include "present/name.h"

struct labels {
    const struct rows *rows;
    struct name_set kernel_names;
    struct name_set protocol_names;
    struct name_set environment_names;
    struct map series;            /* of each implementation its number */
    struct view *implementations; /* the index is the number of the series */
    struct map environments;      /* all of the report */
    struct map products;          /* of each, how many environments have it */
};

/* ROWS must be sorted, and must outlive LABELS unchanged. */
void labels_init(struct labels *labels, const struct rows *rows);
void labels_release(struct labels *labels);

size_t labels_series(const struct labels *labels, struct view label);
size_t labels_count(const struct labels *labels);

struct view labels_kernel(const struct labels *labels, const struct row *row);
struct view labels_protocol(const struct labels *labels, const struct row *row);
void labels_write_gpu(const struct labels *labels, const struct row *row, struct buf *out);
/* "latency (median)". */
void labels_write_metric(const struct row *row, struct buf *out);
/* The same, the unit and the direction: "latency (median) in ms, lower is better". */
void labels_write_metric_in(const struct row *row, struct view unit, struct buf *out);
/* "lower is better". */
const char *labels_direction(const struct row *row);

#endif
