/* tensors: whether the tensors of a workload have the shapes that its operation
 * asks, where both are in one bundle (shape_mismatch).
 *
 * An axis has the size that the workload gives it, else the operation's constant, else what
 * its expression gives. A constant axis that the workload sets to something else is a
 * mismatch, too. Tensors and axes that only one of the two names are not compared, and
 * neither are dimensions whose axis has no size. Of operations and workloads with more than
 * TENSORS_AXES_MAX axes or tensors nothing is compared, so that hostile ones cost little.
 */
#ifndef KIDX_CHECK_TENSORS_H
#define KIDX_CHECK_TENSORS_H

#include "check/finding.h"

#include "record/manifest.h"

enum { TENSORS_AXES_MAX = 1000 };

/* SCRATCH is a buffer to use again. */
void tensors_check(struct judge *judge, const struct manifest *workload,
                   const struct manifest *operation, struct buf *scratch);

#endif
