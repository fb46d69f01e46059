#include <config.h>

#include "schema/compile.h"

static uint32_t count_members(const struct document *document, uint32_t object)
{
    uint32_t count = 0;

    if (object != NODE_NONE)
        for (uint32_t name = object + 1; name < document->nodes[object].next;
             name = document->nodes[name + 1].next)
            count++;
    return count;
}

/* Whether NODE is an array of strings, and how many. */
static bool is_list_of_names(const struct document *document, uint32_t node,
                             uint32_t *count)
{
    *count = 0;
    if (!document_is(document, node, NODE_ARRAY))
        return false;
    for (uint32_t at = node + 1; at < document->nodes[node].next;
         at = document->nodes[at].next, ++*count)
        if (!document_is(document, at, NODE_STRING))
            return false;
    return true;
}

/* One table of the names that properties and required have. */
static bool compile_names(struct compiler *compiler, const struct source *source,
                          struct object_rules *rules)
{
    const struct document *document = compiler->document;
    const struct node *nodes = document->nodes;
    uint32_t properties = source->values[KEYWORD_PROPERTIES];
    uint32_t required = source->values[KEYWORD_REQUIRED];
    uint32_t required_count = 0;

    if (required != NODE_NONE && !is_list_of_names(document, required, &required_count))
        return compile_refuse(compiler, source, KEYWORD_REQUIRED, "an array of names");
    names_init(&rules->names, count_members(document, properties) + required_count);
    if (properties != NODE_NONE)
        for (uint32_t name = properties + 1; name < nodes[properties].next;
             name = nodes[name + 1].next)
            names_add(&rules->names, document_string(document, name))->value =
                compile_schema(compiler, name + 1) & SUBSCHEMA_NONE;
    for (uint32_t at = required + 1; required_count > 0 && at < nodes[required].next;
         at++) {
        size_t before = rules->names.count;
        struct name *name = names_add(&rules->names, document_string(document, at));

        if (rules->names.count > before)
            name->value = SUBSCHEMA_NONE;
        if (!name->marked)
            rules->required_count++;
        name->marked = true;
    }
    names_finish(&rules->names);
    rules->required = required;
    return true;
}

static bool compile_pattern_properties(struct compiler *compiler,
                                       const struct source *source,
                                       struct object_rules *rules)
{
    struct schema *schema = compiler->schema;
    const struct node *nodes = compiler->document->nodes;
    uint32_t node = source->values[KEYWORD_PATTERN_PROPERTIES];
    uint32_t count = count_members(compiler->document, node);

    schema->pattern_rules = schema_grow(schema->pattern_rules, schema->pattern_rule_count,
                                        count, sizeof *schema->pattern_rules);
    rules->patterns = schema->pattern_rule_count;
    rules->pattern_count = count;
    schema->pattern_rule_count += count;
    if (count == 0)
        return true;
    count = rules->patterns;
    for (uint32_t name = node + 1; name < nodes[node].next; name = nodes[name + 1].next) {
        struct pattern_rule *rule = &schema->pattern_rules[count++];

        if (!compile_pattern(compiler, name, &rule->pattern))
            return false;
        rule->schema = compile_schema(compiler, name + 1);
    }
    return true;
}

static struct dependent_rule *add_dependents(struct schema *schema, uint32_t count)
{
    schema->dependents = schema_grow(schema->dependents, schema->dependent_count, count,
                                     sizeof *schema->dependents);
    schema->dependent_count += count;
    return schema->dependents + schema->dependent_count - count;
}

static bool compile_dependent_required(struct compiler *compiler,
                                       const struct source *source, uint32_t node)
{
    const struct node *nodes = compiler->document->nodes;

    if (!document_is(compiler->document, node, NODE_OBJECT))
        return compile_refuse(compiler, source, KEYWORD_DEPENDENT_REQUIRED,
                              "an object of arrays of names");
    for (uint32_t name = node + 1; name < nodes[node].next; name = nodes[name + 1].next) {
        struct dependent_rule *rule = add_dependents(compiler->schema, 1);

        rule->name = document_string(compiler->document, name);
        rule->schema = SUBSCHEMA_NONE;
        rule->required = name + 1;
        if (!is_list_of_names(compiler->document, name + 1, &rule->required_count))
            return compile_refuse(compiler, source, KEYWORD_DEPENDENT_REQUIRED,
                                  "an object of arrays of names");
    }
    return true;
}

static bool compile_dependents(struct compiler *compiler, const struct source *source,
                               struct object_rules *rules)
{
    struct schema *schema = compiler->schema;
    const struct node *nodes = compiler->document->nodes;
    uint32_t required = source->values[KEYWORD_DEPENDENT_REQUIRED];
    uint32_t schemas = source->values[KEYWORD_DEPENDENT_SCHEMAS];

    rules->dependents = schema->dependent_count;
    if (required != NODE_NONE && !compile_dependent_required(compiler, source, required))
        return false;
    if (schemas != NODE_NONE)
        for (uint32_t name = schemas + 1; name < nodes[schemas].next;
             name = nodes[name + 1].next) {
            struct dependent_rule *rule = add_dependents(schema, 1);

            rule->name = document_string(compiler->document, name);
            rule->schema = compile_schema(compiler, name + 1);
        }
    rules->dependent_count = schema->dependent_count - rules->dependents;
    return true;
}

bool compile_object(struct compiler *compiler, const struct source *source)
{
    static const enum schema_keyword keywords[] = {
        KEYWORD_PROPERTIES,     KEYWORD_PATTERN_PROPERTIES, KEYWORD_ADDITIONAL_PROPERTIES,
        KEYWORD_PROPERTY_NAMES, KEYWORD_REQUIRED,           KEYWORD_MIN_PROPERTIES,
        KEYWORD_MAX_PROPERTIES, KEYWORD_DEPENDENT_REQUIRED, KEYWORD_DEPENDENT_SCHEMAS};
    struct schema *schema = compiler->schema;
    struct object_rules rules = {.maximum = NO_MAXIMUM};
    uint32_t row = schema->object_count;

    if (!COMPILE_HAS_ANY(source, keywords))
        return true;
    if (!compile_count(compiler, source, KEYWORD_MIN_PROPERTIES, &rules.minimum) ||
        !compile_count(compiler, source, KEYWORD_MAX_PROPERTIES, &rules.maximum))
        return false;
    schema->objects =
        schema_grow(schema->objects, schema->object_count++, 1, sizeof *schema->objects);
    compile_subschema(compiler, source)->rules |= RULES_OBJECT;
    compile_subschema(compiler, source)->row_of_object = row;
    rules.additional = compile_optional(compiler, source, KEYWORD_ADDITIONAL_PROPERTIES);
    rules.name_schema = compile_optional(compiler, source, KEYWORD_PROPERTY_NAMES);
    if (!compile_names(compiler, source, &rules))
        return false;
    schema->objects[row] = rules; /* so that the table of names has an owner */
    if (!compile_pattern_properties(compiler, source, &rules) ||
        !compile_dependents(compiler, source, &rules))
        return false;
    schema->objects[row] = rules;
    return true;
}
