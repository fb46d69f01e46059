/* shape: the first layer of kidx-validate: whether a record is built as its kind
 * asks.
 *
 * A manifest is checked with the schema of its kind, a line of one of our own tools with
 * the schema of that, and a bundle and an export row must hold manifests where they hold
 * anything. With a schema of the user's own, the whole value is checked with that instead.
 *
 * A struct shape is immutable and shared by threads.
 */
#ifndef KIDX_CHECK_SHAPE_H
#define KIDX_CHECK_SHAPE_H

#include "check/finding.h"

#include "base/diag.h"
#include "record/kind-schemas.h"
#include "record/verify.h"

struct shape {
    struct kind_schemas kinds;
    struct schema **tool_schemas; /* of lines of our own tools, in the order of the table */
    struct schema *own;           /* of the user, or NULL */
};

/* Compile the built-in schemas. -1: it failed, which was reported. Release SHAPE in both
 * cases; one that is all zero, too. */
int shape_init(struct shape *shape, struct diag *diag);

/* Compile the user's schema, TEXT with READER_PADDING bytes after it, instead. -1: *ERROR
 * says why. Release SHAPE in both cases. */
int shape_init_own(struct shape *shape, struct view text, struct schema_error *error);

void shape_release(struct shape *shape);

/* The text of a built-in schema: of a kind of manifests, or of lines of our tools and of
 * their side files; data is NULL where there is none of that name. */
struct view shape_text(const char *name);

/* Append the names of built-in schemas, parted by blanks. */
void shape_list(struct buf *out);

/* Check the value with the user's schema. */
void shape_check_own(const struct shape *shape, struct schema_run *run,
                     struct judge *judge);

/* Check a record. Digests of manifests that are known to be good are put into VERIFICATION,
 * which becomes fleeting where some manifest is not. */
void shape_check_record(const struct shape *shape, struct schema_run *run,
                        struct judge *judge, struct verification *verification);

#endif
