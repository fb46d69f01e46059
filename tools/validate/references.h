/* references: the third layer of kidx-validate: what only the whole stream shows.
 *
 * Records are taken in the order of the input. What shows at once is reported about the
 * record that is taken, and may reject it; then nothing of it is remembered. What shows
 * later is reported about the line it belongs to (stream_late):
 *
 *   unresolved           at the end: a digest that is referred to and that nothing has, or
 *                        only something of another kind. Once for each manifest and
 *                        reference.
 *   operation_mismatch   at once where implementation and workload have come before the run
 *                        or with it, else at the end
 *   duplicate_run, conflicting_run   at once
 *   identity_collision   at once, and once for a digest: implementation manifests whose
 *                        metadata differ, or runs of different providers
 *   name_collision       at the end, and once for a name, about the first of its runs
 *   name_conflict        at once, and once for a digest: manifests other than runs whose
 *                        metadata.name differ
 *   supersession_cycle   at the end, and once for a cycle, about the row of it that came
 *                        last
 *   supersession_mismatch   at once where the superseded row came before, else at the end;
 *                        at once for two rows of one id, one of them retracted
 *
 * Memory: 64 bytes for a digest, 24 for a name (of a manifest, a source, an external id, a
 * provider, the metadata of an implementation) and 40 for a row that has a run or
 * supersedes another one, and the slots of index.h.
 */
#ifndef KIDX_TOOLS_VALIDATE_REFERENCES_H
#define KIDX_TOOLS_VALIDATE_REFERENCES_H

#include "index.h"

#include "check/findings.h"
#include "record/verify.h"
#include "tool/stream.h"

/* What the checks need of a record, made in a worker and read in the ordered stage. It is
 * in the arena of the batch (tool/stream.h). */
struct references_facts {
    struct index_object *objects; /* one for each manifest */
    size_t count;
    struct index_row_facts row;
};

/* The facts of a record that passed the checks of a single record. NULL: a manifest has no
 * digest, which was reported to the verification's sink. */
struct references_facts *references_describe(struct verification *verification);

/* Check the facts of RECORD, for which FINDINGS was begun, against earlier ones and add
 * them. Where the record is rejected, nothing is added. */
void references_add(struct index *index, struct findings *findings,
                    const struct stream_record *record,
                    const struct references_facts *facts);

/* Report what is known only at the end of the input. */
void references_end(struct index *index, const struct check_levels *levels,
                    struct tool *tool);

#endif
