/* schema: JSON Schema, draft 2020-12, compiled once and run on documents of the reader.
 *
 * All of the vocabularies core, applicator, validation and unevaluated of one file: $ref,
 * $dynamicRef, $id (of embedded resources, too), $anchor, $dynamicAnchor, $defs. `format`,
 * the contents and meta-data are annotations and have no effect, nor has a keyword that is
 * not known. Nothing is fetched: a reference to what the file does not hold is an error
 * when it is compiled, and so is `$schema` of another draft, a keyword whose value is not
 * of its type, and a pattern that cannot be given its meaning (pattern/pattern.h).
 *
 * Where the standard leaves room:
 *   - numbers are compared as doubles, and `integer` is judged on the double;
 *   - multipleOf is judged exactly on the shortest decimals of the two doubles, so 0.3 is a
 *     multiple of 0.1;
 *   - lengths count code points.
 *
 * Two keywords are ours:
 *   - "kidx:maxUtf16Length": N  a string has at most N UTF-16 code units;
 *   - "kidx:form": NAME         a string has the form of that name, which is one of those
 *     that the caller of schema_compile gives.
 *
 * A schema is immutable and shared by threads; a run is the scratch memory of one thread.
 * In the steady state a run allocates nothing per record. Its work is bounded: at most
 * SCHEMA_STEPS_MIN steps and SCHEMA_STEPS_PER_NODE per node of the document, and
 * SCHEMA_DEPTH schemas inside one another. Beyond that a value is not valid, and the
 * finding is schema_limit; a pattern beyond its limit is pattern_limit.
 * The deepest recursion takes up to 1 MiB of stack.
 *
 * Codes of findings:
 *
 *     wrong_type      the type is not one that is allowed
 *     missing_member  a required member is not there; the pointer is the object's
 *     unknown_member  a member that a closed object does not have
 *     unknown_item    an element behind those that a closed array has
 *     not_in_enum     not the constant or one of the values that are allowed
 *     out_of_range    a number below its minimum or above its maximum
 *     not_multiple    a number that is no multiple
 *     too_short, too_long   a string by its length
 *     bad_pattern     a string that does not match a pattern
 *     too_few, too_many     an array's elements, an object's members, or matching elements
 *     not_unique      equal elements of an array; the pointer is the later one's
 *     no_alternative  none of several alternatives holds
 *     many_alternatives     more than one holds where exactly one may
 *     forbidden       what must not hold does
 *     pattern_limit, schema_limit   given up
 *
 * and those of the forms. The name of a member is checked like a string; the pointer is its
 * value's then. Where only one of several alternatives has the type of the value, its
 * findings are reported instead of no_alternative.
 */
#ifndef KIDX_SCHEMA_SCHEMA_H
#define KIDX_SCHEMA_SCHEMA_H

#include "base/buf.h"
#include "json/reader.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SCHEMA_DEPTH = 2048, SCHEMA_STEPS_PER_NODE = 1000 };
#define SCHEMA_STEPS_MIN UINT64_C(30000000)

/* A form of strings that a pattern does not express. */
struct schema_form {
    const char *name;
    const char *code;     /* of the finding where a string does not have it */
    const char *expected; /* "an absolute https URL" */
    bool (*holds)(struct view text);
};

/* Why a schema was refused: code bad_schema, or one of the reader's. */
struct schema_error {
    const char *code;
    char text[320];
    size_t offset; /* the byte of the schema (from 0) at which it shows */
};

struct schema;

/* Compile the LENGTH bytes at TEXT, which are not needed afterwards. FORMS ends with a NULL
 * name and outlives the schema; it may be NULL. Returns NULL with *ERROR set where the
 * schema is refused. */
struct schema *schema_compile(const char *text, size_t length,
                              const struct schema_form *forms, struct schema_error *error);
void schema_free(struct schema *schema);

struct schema_finding {
    const char *code;
    uint32_t node; /* of the document */
    struct view pointer;
    struct view message; /* what was expected and what was found */
};

struct schema_run;

struct schema_run *schema_run_new(void);
void schema_run_free(struct schema_run *run);

/* Whether the value at NODE of DOCUMENT is valid. Stops at the first thing that is not. */
bool schema_accepts(const struct schema *schema, struct schema_run *run,
                    const struct document *document, uint32_t node);

/* Say what is wrong with it: at most MAXIMUM findings, whose number is returned, in
 * *FINDINGS, valid until the next call with this run. Costs more than schema_accepts: meant
 * for values that it has refused. */
size_t schema_explain(const struct schema *schema, struct schema_run *run,
                      const struct document *document, uint32_t node, size_t maximum,
                      const struct schema_finding **findings);

#endif
