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

/* Append kind and name of a record, as JSON members. MANIFESTS is NULL where it could not
 * be read. */
void verdict_subject(const struct document *document, const struct record *manifests,
                     struct buf *out);

/* Append the line. SUBJECT is what verdict_subject wrote, empty if it was not called. */
void verdict_write(const struct stream_outcome *outcome, struct view subject,
                   struct buf *out);

#endif
