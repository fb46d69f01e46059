/* verdict: what --verdicts writes for a line, instead of the line:
 *
 *     {"findings":[{"code","message","pointer"}…],"kind","name","valid"}
 *
 * Kind and name are those of the record's first manifest, of a bundle those of its run, and
 * null where there is none or the line is no record. Warnings are among the findings, too,
 * of a record that is valid.
 */
#ifndef KIDX_TOOLS_VALIDATE_VERDICT_H
#define KIDX_TOOLS_VALIDATE_VERDICT_H

#include "record/manifest.h"
#include "tool/stream.h"

/* Append kind and name of a record as facts for verdict_write. MANIFESTS is NULL where it
 * could not be read. */
void verdict_leave(const struct document *document, const struct record *manifests,
                   struct buf *facts);

/* Append the line. SUBJECT is what verdict_leave left, empty where nothing did. */
void verdict_write(bool valid, struct view subject, const struct stream_finding *findings,
                   size_t count, struct buf *out);

#endif
