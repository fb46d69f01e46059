/* labels: what rows are about, in short names.
 *
 * Workloads, protocols and environments have long names that begin alike
 * ("nightly-do-bench-forward"); what all of a kind in a report share, up to a hyphen,
 * is left out. A GPU is called by its product, and by its environment, too, where several
 * environments have that product. What is not known is called "unknown".
 *
 * Implementations are numbered, those of most lines first and of equally many by name: each
 * has one colour and one marker in all pictures of a report, and the frequent ones share
 * theirs with no other.
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
    struct map environments;      /* of a product: the first; pointer NULL: several */
    struct map products;
};

/* ROWS are sorted and stay as they are. */
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
