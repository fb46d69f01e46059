/* schema: JSON Schema, draft 2020-12, compiled once and run on documents of the reader.
 *
 * A schema is one file. All keywords of the vocabularies core, applicator, validation and
 * unevaluated are implemented, including $dynamicRef and embedded resources with an $id.
 * `format`, contentSchema and its like, and meta-data are annotations without effect, as is
 * an unknown keyword. Nothing is fetched. The following are errors when a schema is
 * compiled: a reference to what is not in the file, `$schema` other than that of this
 * draft, a keyword whose value is not of its type, and a pattern whose meaning cannot be
 * reproduced (pattern/pattern.h).
 *
 * Where the standard leaves a choice:
 *   - numbers are compared as doubles, and `integer` is judged on the double;
 *   - multipleOf is judged exactly on the shortest decimals of the two doubles, so 0.3 is a
 *     multiple of 0.1;
 *   - lengths count code points.
 *
 * Two keywords are extensions:
 *   - "kidx:maxUtf16Length": N  a string has at most N UTF-16 code units;
 *   - "kidx:form": NAME         a string satisfies the form of that name, one of those that
 *     the caller passes to schema_compile.
 *
 * A schema is immutable, and threads may share it. A run is the scratch memory of one
 * thread; in the steady state it allocates nothing per record. Its work is bounded: at most
 * SCHEMA_STEPS_MIN steps plus SCHEMA_STEPS_PER_NODE per node of the document, and
 * SCHEMA_DEPTH schemas inside one another. A value that exceeds this is not valid, with the
 * finding schema_limit, or pattern_limit if a pattern exceeds its own limit. The deepest
 * recursion takes up to 1 MiB of stack. Running out of memory ends the process (mem.h).
 *
 * Codes of findings:
 *
 *     wrong_type      the type is not among those allowed
 *     missing_member  a required member is absent; the pointer is that of the object
 *     unknown_member  a member that a closed object does not allow
 *     unknown_item    an element after those that a closed array allows
 *     not_in_enum     neither the constant nor one of the values allowed
 *     out_of_range    a number below its minimum or above its maximum
 *     not_multiple    a number that is not a multiple
 *     too_short, too_long   a string by its length
 *     bad_pattern     a string that does not match a pattern
 *     too_few, too_many     an array's elements, an object's members, or matching elements
 *     not_unique      equal elements of an array; the pointer is that of the later one
 *     no_alternative  no alternative accepts the value
 *     many_alternatives     more than one accepts it where exactly one may
 *     forbidden       a schema under `not` accepts it, or the schema is false
 *     pattern_limit, schema_limit   a limit was exceeded
 *
 * and those of the forms. A finding about the name of a member has the pointer of its
 * value. Where only one of several alternatives allows the type of the value, its findings
 * are reported instead of no_alternative.
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
    const char *code;     /* of the finding about a string that does not satisfy it */
    const char *expected; /* "an absolute https URL" */
    bool (*holds)(struct view text);
};

/* Something in a schema that is valid but probably not meant. The code is other_draft for a
 * keyword of another draft, which has no effect, or inexact_integer for a constant beyond
 * 2^53, which is compared as a double. Each keyword is reported once, and the constants
 * once. */
struct schema_warning {
    const char *code;
    const char *keyword; /* that is not in this draft, or "" */
    char text[256];
    size_t offset; /* of the first place: a byte of the schema, from 0 */
};

/* Why a schema was rejected. The code is bad_schema or one of the reader (json/reader.h).
 */
struct schema_error {
    const char *code;
    char text[320];
    size_t offset; /* of the fault: a byte of the schema, from 0 */
};

struct schema;

/* Compile the LENGTH bytes at TEXT, which are copied. FORMS ends with a NULL name and must
 * outlive the schema; it may be NULL. Returns NULL with *ERROR set where the schema is
 * rejected. The caller owns the result. */
struct schema *schema_compile(const char *text, size_t length,
                              const struct schema_form *forms, struct schema_error *error);
void schema_free(struct schema *schema);

/* The warnings about SCHEMA, which are valid as long as it. Returns their number. */
size_t schema_warnings(const struct schema *schema, const struct schema_warning **list);

struct schema_finding {
    const char *code;
    uint32_t node; /* of the document */
    struct view pointer;
    struct view message; /* what was expected and what was found */
};

struct schema_run;

struct schema_run *schema_run_new(void);
void schema_run_free(struct schema_run *run);

/* Whether the value at NODE of DOCUMENT is valid. Stops at the first violation. */
bool schema_accepts(const struct schema *schema, struct schema_run *run,
                    const struct document *document, uint32_t node);

/* List what is wrong with the value: at most MAXIMUM findings in *FINDINGS, which are valid
 * until the next call with this run. Returns their number. This costs more than
 * schema_accepts and is meant for values that it rejected. */
size_t schema_explain(const struct schema *schema, struct schema_run *run,
                      const struct document *document, uint32_t node, size_t maximum,
                      const struct schema_finding **findings);

#endif
