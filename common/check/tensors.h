/* tensors: the tensors of a workload must have the shapes that its operation requires,
 * where both are in one bundle (shape_mismatch).
 *
 * The size of an axis is the workload's, else the operation's constant, else the value of
 * the operation's expression. A workload must not set a constant axis to another size.
 * Tensors and axes that only one of the two has are not compared, nor are dimensions whose
 * axis has no size. Operations and workloads with more than TENSORS_AXES_MAX axes or
 * tensors are not compared at all, which bounds the work on hostile ones.
 */
#ifndef KIDX_CHECK_TENSORS_H
#define KIDX_CHECK_TENSORS_H

#include "check/findings.h"
#include "record/manifest.h"

enum { TENSORS_AXES_MAX = 1000 };

/* SCRATCH is reused from record to record. */
void tensors_check(struct findings *findings, const struct manifest *workload,
                   const struct manifest *operation, struct buf *scratch);

#endif
