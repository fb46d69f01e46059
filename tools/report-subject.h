/* report-subject: what rows are about, in short names.
 *
 * Workloads, protocols and environments have long names that begin alike
 * ("liger-bench-do-bench-forward"); what all of a kind in a report share, up to a hyphen,
 * is left out. A GPU is called by its product, and by its environment, too, where several
 * environments have that product. What is not known is called "unknown".
 *
 * Implementations are numbered by name, so that each has one colour and one marker in all
 * pictures of a report.
 *
 * Rows that are sorted lie together in slices: those of a kernel, of a panel (one kernel on
 * one environment by one protocol in one metric), of a case.
 */
#ifndef KIDX_TOOLS_REPORT_SUBJECT_H
#define KIDX_TOOLS_REPORT_SUBJECT_H

#include "report-row.h"

struct subjects {
    const struct rows *rows;
    size_t kernel_prefix;
    size_t protocol_prefix;
    size_t environment_prefix;
    struct map labels;
    struct view *sorted_labels; /* by name; the index is the number of the series */
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
/* "lower is better". */
const char *subject_direction(const struct row *row);

struct slice {
    const struct row *rows;
    size_t count;
};

/* The rows of a kind. */
struct slice slice_of_kind(const struct rows *rows, enum row_kind kind);

enum slice_level { SLICE_KERNEL, SLICE_PANEL, SLICE_CASE };

/* Take the first slice of that level off REST; false where REST is empty. */
bool slice_next(struct slice *rest, enum slice_level level, struct slice *slice);

/* How many there are. */
size_t slice_count(struct slice rest, enum slice_level level);

/* The axes of the rows of a slice: those that have different values in it, and the others.
 * What is beyond AXES_MAX of a kind is left out. */
enum { AXES_MAX = 16 };
struct axes {
    uint32_t varying[AXES_MAX]; /* columns */
    size_t varying_count;
    uint32_t fixed[AXES_MAX];
    size_t fixed_count;
};

void axes_find(struct axes *axes, const struct subjects *subjects, struct slice slice);

/* "hidden=8 vocab=4096", of those columns. */
void axes_write(const struct subjects *subjects, const uint32_t *columns, size_t count,
                const struct row *row, struct buf *out);

#endif
