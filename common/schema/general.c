#include <config.h>

#include "schema/compile.h"

static struct applicator *add_applicator(struct schema *schema, enum applicator_kind kind)
{
    struct applicator *applicator;

    schema->applicators = schema_grow(schema->applicators, schema->applicator_count, 1,
                                      sizeof *schema->applicators);
    applicator = &schema->applicators[schema->applicator_count++];
    applicator->kind = kind;
    return applicator;
}

static bool compile_reference(struct compiler *compiler, const struct source *source,
                              enum schema_keyword keyword)
{
    uint32_t reference = source->values[keyword];
    uint32_t target, anchor;
    struct applicator *applicator;

    if (reference == NODE_NONE)
        return true;
    if (!schema_index_follow(&compiler->index, source->node, reference, &target, &anchor))
        return false;
    target = compile_schema(compiler, target);
    applicator = add_applicator(compiler->schema, APPLY_SCHEMA);
    applicator->first = target;
    if (keyword == KEYWORD_DYNAMIC_REF && anchor != UINT32_MAX) {
        applicator->kind = APPLY_DYNAMIC;
        applicator->count = anchor;
    }
    return true;
}

/* allOf, anyOf, oneOf. The index has seen that it is an array. */
static bool compile_alternatives(struct compiler *compiler, const struct source *source,
                                 enum schema_keyword keyword, enum applicator_kind kind)
{
    const struct node *nodes = compiler->document->nodes;
    uint32_t node = source->values[keyword];
    struct applicator *applicator;
    uint32_t count = 0;
    uint32_t link;

    if (node == NODE_NONE)
        return true;
    for (uint32_t at = node + 1; at < nodes[node].next; at = nodes[at].next)
        count++;
    if (count == 0)
        return schema_refuse(compiler->error, compiler->document, node,
                             "%s: expected at least one schema",
                             schema_keyword_name(keyword));
    link = schema_add_links(compiler->schema, kind == APPLY_SCHEMA ? 0 : count);
    if (kind != APPLY_SCHEMA) {
        applicator = add_applicator(compiler->schema, kind);
        applicator->first = link;
        applicator->count = count;
    }
    for (uint32_t at = node + 1; at < nodes[node].next; at = nodes[at].next) {
        uint32_t number = compile_schema(compiler, at);

        if (kind == APPLY_SCHEMA)
            add_applicator(compiler->schema, kind)->first = number;
        else
            compiler->schema->links[link++] = number;
    }
    return true;
}

static void compile_condition(struct compiler *compiler, const struct source *source)
{
    uint32_t condition = compile_optional(compiler, source, KEYWORD_IF);
    uint32_t then = compile_optional(compiler, source, KEYWORD_THEN);
    uint32_t otherwise = compile_optional(compiler, source, KEYWORD_ELSE);
    uint32_t link;

    if (condition == SUBSCHEMA_NONE)
        return;
    link = schema_add_links(compiler->schema, 3);
    compiler->schema->links[link] = condition;
    compiler->schema->links[link + 1] = then;
    compiler->schema->links[link + 2] = otherwise;
    add_applicator(compiler->schema, APPLY_IF)->first = link;
}

static bool compile_applicators(struct compiler *compiler, const struct source *source)
{
    if (!compile_reference(compiler, source, KEYWORD_REF) ||
        !compile_reference(compiler, source, KEYWORD_DYNAMIC_REF) ||
        !compile_alternatives(compiler, source, KEYWORD_ALL_OF, APPLY_SCHEMA) ||
        !compile_alternatives(compiler, source, KEYWORD_ANY_OF, APPLY_ANY) ||
        !compile_alternatives(compiler, source, KEYWORD_ONE_OF, APPLY_ONE))
        return false;
    if (source->values[KEYWORD_NOT] != NODE_NONE) {
        uint32_t number = compile_optional(compiler, source, KEYWORD_NOT);

        add_applicator(compiler->schema, APPLY_NOT)->first = number;
    }
    compile_condition(compiler, source);
    return true;
}

static void compile_values(struct compiler *compiler, uint32_t node, bool constant)
{
    struct schema *schema = compiler->schema;

    schema->value_sets = schema_grow(schema->value_sets, schema->value_set_count, 1,
                                     sizeof *schema->value_sets);
    value_set_init(&schema->value_sets[schema->value_set_count++], compiler->document, node,
                   constant);
}

static bool compile_enumerations(struct compiler *compiler, const struct source *source)
{
    uint32_t constant = source->values[KEYWORD_CONST];
    uint32_t list = source->values[KEYWORD_ENUM];

    if (constant != NODE_NONE)
        compile_values(compiler, constant, true);
    if (list == NODE_NONE)
        return true;
    if (!document_is(compiler->document, list, NODE_ARRAY))
        return schema_refuse(compiler->error, compiler->document, list,
                             "enum: expected an array");
    compile_values(compiler, list, false);
    return true;
}

bool compile_general(struct compiler *compiler, const struct source *source)
{
    struct schema *schema = compiler->schema;
    struct general_rules rules = {.applicators = schema->applicator_count,
                                  .values = schema->value_set_count};

    if (!compile_applicators(compiler, source) || !compile_enumerations(compiler, source))
        return false;
    rules.applicator_count = schema->applicator_count - rules.applicators;
    rules.value_count = schema->value_set_count - rules.values;
    rules.unevaluated_items = compile_optional(compiler, source, KEYWORD_UNEVALUATED_ITEMS);
    rules.unevaluated_properties =
        compile_optional(compiler, source, KEYWORD_UNEVALUATED_PROPERTIES);
    if (rules.applicator_count == 0 && rules.value_count == 0 &&
        rules.unevaluated_items == SUBSCHEMA_NONE &&
        rules.unevaluated_properties == SUBSCHEMA_NONE)
        return true;
    schema->generals =
        schema_grow(schema->generals, schema->general_count, 1, sizeof *schema->generals);
    schema->subschemas[source->number].rules |= RULES_GENERAL;
    schema->subschemas[source->number].row_of_general = schema->general_count;
    schema->generals[schema->general_count++] = rules;
    return true;
}
