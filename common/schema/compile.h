/* compile: the state of compiling a schema, shared by the files that do it:
 * compile.c walks the schemas, rules.c does what they ask of strings,
 * numbers and arrays, objects.c what they ask of objects, general.c what they
 * ask of any value.
 *
 * Functions that return bool have set *ERROR when they return false.
 */
#ifndef KIDX_SCHEMA_COMPILE_H
#define KIDX_SCHEMA_COMPILE_H

#include "schema/index.h"
#include "schema/keyword.h"
#include "schema/program.h"

struct compiler {
    struct schema *schema;
    const struct document *document;
    struct schema_error *error;
    struct schema_index index;
    const struct schema_form *forms; /* ends with a NULL name */
    uint32_t *number_of;             /* by node: the subschema plus 1, 0: not met yet */
    uint32_t *node_of;               /* by subschema, as long as it is not compiled */
    struct map patterns;             /* to the number of the pattern */
};

/* One schema while it is compiled. */
struct source {
    uint32_t node;
    uint32_t number;
    uint32_t values[KEYWORD_COUNT]; /* the value's node; NODE_NONE: not there */
};

/* The number of the schema at NODE, which is compiled later if it was not met before. */
uint32_t compile_schema(struct compiler *compiler, uint32_t node);

/* The number of the schema that a keyword holds; SUBSCHEMA_NONE where it is not there. */
uint32_t compile_optional(struct compiler *compiler, const struct source *source,
                          enum schema_keyword keyword);

/* The count that a keyword holds, an integer of at least 0; *COUNT stays where it is not
 * there. */
bool compile_count(struct compiler *compiler, const struct source *source,
                   enum schema_keyword keyword, uint64_t *count);

/* Say what a keyword holds in place of what was EXPECTED; false. */
bool compile_refuse(struct compiler *compiler, const struct source *source,
                    enum schema_keyword keyword, const char *expected);

/* Whether one of COUNT keywords is there. */
bool compile_has_any(const struct source *source, const enum schema_keyword *keywords,
                     size_t count);

#define COMPILE_HAS_ANY(source, keywords) \
    compile_has_any(source, keywords, sizeof(keywords) / sizeof *(keywords))

/* What is made of SOURCE. Its place moves when another one is added. */
static inline struct subschema *compile_subschema(struct compiler *compiler,
                                                  const struct source *source)
{
    return &compiler->schema->subschemas[source->number];
}

/* The pattern that the string at NODE holds. */
bool compile_pattern(struct compiler *compiler, uint32_t node,
                     const struct pattern **pattern);

/* Add rows to the tables of the types for what SOURCE asks. */
bool compile_string(struct compiler *compiler, const struct source *source);
bool compile_number(struct compiler *compiler, const struct source *source);
bool compile_array(struct compiler *compiler, const struct source *source);
bool compile_object(struct compiler *compiler, const struct source *source);

/* The same for what holds whatever the type: references, applicators, enumerations. */
bool compile_general(struct compiler *compiler, const struct source *source);

#endif
