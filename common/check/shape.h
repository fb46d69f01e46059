/* shape: layer 1 of kidx-validate: a record must match the schema of its kind.
 *
 * A manifest is checked with the schema of its kind, a line of a tool of this suite with
 * the schema of such lines. Members of a bundle and the manifest of an export row must be
 * manifests. With a schema of the user, the whole value is checked with that instead.
 *
 * After its initialisation a struct shape does not change, so threads may share it.
 */
#ifndef KIDX_CHECK_SHAPE_H
#define KIDX_CHECK_SHAPE_H

#include "check/findings.h"

#include "base/diag.h"
#include "record/kind-schemas.h"
#include "record/verify.h"

struct shape {
    struct kind_schemas kinds;
    struct schema **tool_schemas; /* of lines of tools, in the order of the table */
    struct schema *own;           /* the user's, or NULL */
};

/* Compile the built-in schemas. -1: it failed, which was reported. Release SHAPE in either
 * case; one that is all zero may be released, too. */
int shape_init(struct shape *shape, struct diag *diag);

/* Compile the user's schema instead, TEXT followed by READER_PADDING bytes. -1: *ERROR is
 * set. Release SHAPE in either case. */
int shape_init_own(struct shape *shape, struct view text, struct schema_error *error);

void shape_release(struct shape *shape);

/* The text of the built-in schema NAME: of a kind of manifests, of lines of a tool, or of
 * an aux file; data is NULL where there is none. */
struct view shape_text(const char *name);

/* The name of built-in schema NUMBER, from 0; NULL beyond the last one. */
const char *shape_name(size_t number);

/* Check the value with the user's schema. */
void shape_check_own(const struct shape *shape, struct schema_run *run,
                     struct findings *findings);

/* Check a record. Digests of manifests that were accepted before are stored in
 * VERIFICATION; where a manifest is rejected, its no_cache is set. */
void shape_check_record(const struct shape *shape, struct schema_run *run,
                        struct findings *findings, struct verification *verification);

#endif
