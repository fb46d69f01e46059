/* run: the state of validating, shared by the files that do it: run.c decides
 * which rules a value meets, scalars.c has those of strings and numbers,
 * children.c those of arrays and objects, apply.c the schemas that apply
 * others to the same value, finding.c the words.
 *
 * Checking happens in one of two moods. Not reporting, the first thing that is wrong ends
 * it; reporting, each becomes a finding. Branches whose outcome may go either way are tried
 * without reporting.
 *
 * Which members or elements of a value were evaluated (core, section 7.7) is only noted
 * where an unevaluated… keyword around it asks: there is a struct marks then, and a branch
 * that fails leaves no marks.
 */
#ifndef KIDX_SCHEMA_RUN_H
#define KIDX_SCHEMA_RUN_H

#include "base/mem.h"
#include "schema/program.h"

struct schema_run {
    const struct schema *schema;
    const struct document *document;
    const struct subschema *subschemas; /* the schema's */
    const struct node *nodes;           /* the document's */
    bool reporting;
    bool in_name;        /* the value is the name of a member */
    const char *limit;   /* the code, once something was given up */
    uint32_t limit_node; /* where */
    int64_t steps;       /* that are left */
    unsigned depth;
    struct pattern_scratch *patterns;
    struct buf values; /* for value_equal */
    struct buf slots;  /* for equal elements */
    struct buf bits;   /* a stack of marks */
    struct buf scopes; /* a stack of resources, uint32_t: the dynamic scope */
    struct schema_finding *findings;
    size_t finding_count;
    size_t finding_capacity;
    size_t finding_maximum;
    struct arena texts; /* of the findings */
    struct buf text;
};

/* Which children of a value are evaluated: a stretch of bits. */
struct marks {
    size_t place;
    size_t words;
};

/* --- run.c --- */

/* Whether the value at NODE is valid. MARKS may be NULL. Call run_schema (below). */
bool run_any_schema(struct schema_run *run, uint32_t number, uint32_t node,
                    const struct marks *marks);

/* Take COUNT steps. Once too many are taken, nothing is valid. */
bool run_spend(struct schema_run *run, uint32_t node, uint64_t count);

/* --- scalars.c --- */

/* Whether TEXT matches; where that is given up, so is the value, at NODE. */
bool run_matches(struct schema_run *run, const struct pattern *pattern, struct view text,
                 uint32_t node);

bool run_string(struct schema_run *run, const struct string_rules *rules, uint32_t node);
bool run_number(struct schema_run *run, const struct number_rules *rules, uint32_t node);

/* The same as run_any_schema, with a short cut for what most values of records are: a
 * string, or a value of which only the type is asked. They need no account of steps: their
 * parent's is enough. */
static inline bool run_schema(struct schema_run *run, uint32_t number, uint32_t node,
                              const struct marks *marks)
{
    const struct subschema *schema = &run->subschemas[number];
    uint8_t type = run->nodes[node].type;

    if ((schema->types >> type & 1) && type != NODE_NUMBER) {
        if (schema->rules == 0)
            return true;
        if (schema->rules == RULES_STRING && type == NODE_STRING)
            return run_string(run, &run->schema->strings[schema->row_of_string], node);
    }
    return run_any_schema(run, number, node, marks);
}

/* --- children.c --- */

bool run_array(struct schema_run *run, const struct array_rules *rules, uint32_t array,
               const struct marks *marks);
bool run_object(struct schema_run *run, const struct object_rules *rules, uint32_t object,
                const struct marks *marks);

/* --- apply.c --- */

bool run_general(struct schema_run *run, const struct general_rules *rules, uint32_t node,
                 const struct marks *marks);

/* Marks for the children of NODE, none set; closed in the reverse order. */
struct marks marks_open(struct schema_run *run, uint32_t node);
void marks_close(struct schema_run *run, const struct marks *marks);
void marks_set(struct schema_run *run, const struct marks *marks, size_t child);
void marks_add(struct schema_run *run, const struct marks *to, const struct marks *from);

/* Whether the value is valid, without reporting. */
bool run_try(struct schema_run *run, uint32_t number, uint32_t node,
             const struct marks *marks);

/* The schema of unevaluated… on what is not marked; then all is. */
bool run_unevaluated(struct schema_run *run, uint32_t number, uint32_t node,
                     const struct marks *marks);

/* --- finding.c --- */

/* Report a finding about NODE, if the run is reporting. FORMAT says what was expected; it
 * is followed by ", found " and a description of the value. Returns false. */
__attribute__((format(printf, 4, 5))) bool run_fail(struct schema_run *run, uint32_t node,
                                                    const char *code, const char *format,
                                                    ...);

/* The same where FORMAT says all. */
__attribute__((format(printf, 4, 5))) bool run_fail_as(struct schema_run *run,
                                                       uint32_t node, const char *code,
                                                       const char *format, ...);

bool run_fail_type(struct schema_run *run, uint32_t node, unsigned types);
bool run_fail_values(struct schema_run *run, uint32_t node, const struct value_set *set);

#endif
