#include <config.h>

#include "schema/run.h"

#include <stdlib.h>

bool run_spend(struct schema_run *run, uint32_t node, uint64_t count)
{
    if (run->limit != NULL)
        return false;
    run->steps -= (int64_t)count;
    if (run->steps >= 0)
        return true;
    run->limit = "schema_limit";
    run->limit_node = node;
    return false;
}

/* --- schemas --- */

/* The rules of the value's own type. */
static bool check_rules(struct schema_run *run, const struct subschema *schema,
                        uint32_t node, const struct marks *marks)
{
    switch (run->nodes[node].type) {
    case NODE_STRING:
        return !(schema->rules & RULES_STRING) ||
               run_string(run, &run->schema->strings[schema->row_of_string], node);
    case NODE_NUMBER:
        return !(schema->rules & RULES_NUMBER) ||
               run_number(run, &run->schema->numbers[schema->row_of_number], node);
    case NODE_ARRAY:
        return !(schema->rules & RULES_ARRAY) ||
               run_array(run, &run->schema->arrays[schema->row_of_array], node, marks);
    case NODE_OBJECT:
        return !(schema->rules & RULES_OBJECT) ||
               run_object(run, &run->schema->objects[schema->row_of_object], node, marks);
    default:
        return true;
    }
}

/* The schema of unevaluatedItems or -Properties that meets a value of this type, or NONE.
 */
static uint32_t unevaluated_of(const struct general_rules *rules, uint8_t type)
{
    if (type == NODE_ARRAY)
        return rules->unevaluated_items;
    return type == NODE_OBJECT ? rules->unevaluated_properties : SUBSCHEMA_NONE;
}

/* A schema with unevaluatedItems or -Properties on an array or object. */
static bool check_marked(struct schema_run *run, const struct subschema *schema,
                         uint32_t node, uint32_t unevaluated, const struct marks *outer)
{
    struct marks marks = marks_open(run, node);
    bool valid = check_rules(run, schema, node, &marks);

    if (valid || run->reporting)
        valid &=
            run_general(run, &run->schema->generals[schema->row_of_general], node, &marks);
    if (valid || run->reporting)
        valid &= run_unevaluated(run, unevaluated, node, &marks);
    if (valid && outer != NULL)
        marks_add(run, outer, &marks);
    marks_close(run, &marks);
    return valid;
}

static bool check_all(struct schema_run *run, const struct subschema *schema, uint32_t node,
                      const struct marks *marks)
{
    const struct general_rules *general = &run->schema->generals[schema->row_of_general];
    uint32_t unevaluated = unevaluated_of(general, run->nodes[node].type);
    bool valid;

    if (unevaluated != SUBSCHEMA_NONE)
        return check_marked(run, schema, node, unevaluated, marks);
    valid = check_rules(run, schema, node, marks);
    if (valid || run->reporting)
        valid &= run_general(run, general, node, marks);
    return valid;
}

/* Enter the resource of a schema: the dynamic scope grows where it is another. */
static bool enter_scope(struct schema_run *run, uint32_t resource)
{
    const uint32_t *scopes = (const uint32_t *)(const void *)run->scopes.data;
    size_t count = run->scopes.length / sizeof *scopes;

    if (count > 0 && scopes[count - 1] == resource)
        return false;
    buf_append(&run->scopes, (const char *)&resource, sizeof resource);
    return true;
}

static bool check_schema(struct schema_run *run, const struct subschema *schema,
                         uint32_t node, const struct marks *marks)
{
    bool valid;
    bool entered;

    if (schema->rules & RULES_NEVER)
        return run_fail(run, node, "forbidden", "expected nothing here");
    if (!run_spend(run, node, run->depth < SCHEMA_DEPTH ? 1 : INT64_MAX / 2))
        return false;
    run->depth++;
    entered = run->schema->dynamic_anchor_count > 0 && enter_scope(run, schema->resource);
    valid = schema->rules & RULES_GENERAL ? check_all(run, schema, node, marks)
                                          : check_rules(run, schema, node, marks);
    if (entered)
        run->scopes.length -= sizeof schema->resource;
    run->depth--;
    return valid;
}

bool run_any_schema(struct schema_run *run, uint32_t number, uint32_t node,
                    const struct marks *marks)
{
    const struct subschema *schema = &run->subschemas[number];
    const struct node *value = &run->nodes[node];

    if (!(schema->types >> value->type & 1))
        return run_fail_type(run, node, schema->types);
    if (value->type == NODE_NUMBER) {
        if ((schema->types & TYPE_INTEGER_ONLY) && !(value->flags & NODE_INTEGER) &&
            !value_is_integer(value_number(run->document, node)))
            return run_fail_type(run, node, schema->types);
        if (schema->rules < RULES_ARRAY)
            return check_rules(run, schema, node, marks);
    }
    return schema->rules == 0 || check_schema(run, schema, node, marks);
}

/* --- the interface --- */

struct schema_run *schema_run_new(void)
{
    struct schema_run *run = mem_zeroed(1, sizeof *run);

    run->patterns = pattern_scratch_new();
    buf_init(&run->values);
    buf_init(&run->slots);
    buf_init(&run->bits);
    buf_init(&run->scopes);
    buf_init(&run->text);
    arena_init(&run->texts);
    return run;
}

void schema_run_free(struct schema_run *run)
{
    if (run == NULL)
        return;
    pattern_scratch_free(run->patterns);
    buf_release(&run->values);
    buf_release(&run->slots);
    buf_release(&run->bits);
    buf_release(&run->scopes);
    buf_release(&run->text);
    arena_release(&run->texts);
    free(run->findings);
    free(run);
}

static bool run_whole(struct schema_run *run, const struct schema *schema,
                      const struct document *document, uint32_t node, bool reporting)
{
    run->schema = schema;
    run->subschemas = schema->subschemas;
    run->document = document;
    run->nodes = document->nodes;
    run->reporting = reporting;
    run->in_name = false;
    run->limit = NULL;
    run->steps = (int64_t)(SCHEMA_STEPS_MIN + (uint64_t)SCHEMA_STEPS_PER_NODE *
                                                  (document->nodes[node].next - node));
    run->depth = 0;
    buf_clear(&run->bits);
    buf_clear(&run->scopes);
    return run_schema(run, schema->root, node, NULL) && run->limit == NULL;
}

bool schema_accepts(const struct schema *schema, struct schema_run *run,
                    const struct document *document, uint32_t node)
{
    return run_whole(run, schema, document, node, false);
}

size_t schema_explain(const struct schema *schema, struct schema_run *run,
                      const struct document *document, uint32_t node, size_t maximum,
                      const struct schema_finding **findings)
{
    arena_reset(&run->texts);
    run->finding_count = 0;
    run->finding_maximum = maximum;
    run_whole(run, schema, document, node, true);
    if (run->limit != NULL) {
        const char *code = run->limit;

        run->limit = NULL;
        if (run->finding_count == maximum && maximum > 0)
            run->finding_count--;
        run_fail_as(run, run->limit_node, code,
                    "given up: too many steps, or too many schemas inside one another");
    }
    *findings = run->findings;
    return run->finding_count;
}
