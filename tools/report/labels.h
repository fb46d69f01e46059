/* labels: what rows are about, in short names.
 *
 * Workloads, protocols and environments have long names that begin alike
 * ("liger-bench-do-bench-forward"); what all of a kind in a report share, up to a hyphen,
 * is left out. A GPU is called by its product, and by its environment, too, where several
 * environments have that product. What is not known is called "unknown".
 *
 * Implementations are numbered, those of most lines first and of equally many by name: each
 * has one colour and one marker in all pictures of a report, and the frequent ones share
 * theirs with no other.
 */
#ifndef KIDX_TOOLS_REPORT_LABELS_H
#define KIDX_TOOLS_REPORT_LABELS_H

#include "row.h"

#include "present/name.h"

struct subjects {
    const struct rows *rows;
    struct name_set kernel_names;
    struct name_set protocol_names;
    struct name_set environment_names;
    struct map labels;
    struct view *sorted_labels; /* the index is the number of the series */
    struct map environments;    /* of a product: the first; pointer NULL: several */
    struct map products;
};

/* ROWS are sorted and stay as they are. */
void subjects_init(struct subjects *subjects, const struct rows *rows);
void subjects_release(struct subjects *subjects);

/* The name of the implementation that a row is about. */
struct view row_label(const struct row *row);

size_t subject_series(const struct subjects *subjects, struct view label);
size_t subject_label_count(const struct subjects *subjects);

struct view subject_kernel(const struct subjects *subjects, const struct row *row);
struct view subject_protocol(const struct subjects *subjects, const struct row *row);
void subject_write_gpu(const struct subjects *subjects, const struct row *row,
                       struct buf *out);
/* "latency (median)". */
void subject_write_metric(const struct row *row, struct buf *out);
/* The same, the unit and the direction: "latency (median) in ms, lower is better". */
void subject_write_metric_in(const struct row *row, struct view unit, struct buf *out);
/* "lower is better". */
const char *subject_direction(const struct row *row);

#endif
