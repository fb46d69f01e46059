#include <config.h>

#include "schema/schema-compile.h"

#include "base/mem.h"
#include "json/number.h"

#include <math.h>

static bool has_any(const struct source *source, const enum schema_keyword *keywords,
                    size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (source->values[keywords[i]] != NODE_NONE)
            return true;
    return false;
}

#define HAS_ANY(source, keywords) \
    has_any(source, keywords, sizeof(keywords) / sizeof *(keywords))

static bool refuse(struct compiler *compiler, const struct source *source,
                   enum schema_keyword keyword, const char *expected)
{
    return schema_refuse(compiler->error, compiler->document, source->values[keyword],
                         "%s: expected %s", schema_keyword_name(keyword), expected);
}

static struct subschema *subschema_of(struct compiler *compiler,
                                      const struct source *source)
{
    return &compiler->schema->subschemas[source->number];
}

/* The count that a keyword holds, an integer of at least 0; *COUNT stays where it is not
 * there. */
static bool take_count(struct compiler *compiler, const struct source *source,
                       enum schema_keyword keyword, uint64_t *count)
{
    uint32_t node = source->values[keyword];
    double number;

    if (node == NODE_NONE)
        return true;
    if (!document_is(compiler->document, node, NODE_NUMBER))
        return refuse(compiler, source, keyword, "an integer");
    number = value_number(compiler->document, node);
    if (number < 0 || !value_is_integer(number))
        return refuse(compiler, source, keyword, "an integer of at least 0");
    *count = number < 9223372036854775808.0 ? (uint64_t)number : NO_MAXIMUM;
    return true;
}

/* The same for a number. */
static bool take_number(struct compiler *compiler, const struct source *source,
                        enum schema_keyword keyword, double *number)
{
    uint32_t node = source->values[keyword];

    if (node == NODE_NONE)
        return true;
    if (!document_is(compiler->document, node, NODE_NUMBER))
        return refuse(compiler, source, keyword, "a number");
    *number = value_number(compiler->document, node);
    return true;
}

/* --- strings --- */

static bool take_form(struct compiler *compiler, const struct source *source,
                      const struct schema_form **found)
{
    uint32_t node = source->values[KEYWORD_FORM];
    const struct schema_form *form = compiler->forms;

    if (node == NODE_NONE)
        return true;
    for (; form->name != NULL; form++)
        if (document_string_is(compiler->document, node, form->name)) {
            *found = form;
            return true;
        }
    return refuse(compiler, source, KEYWORD_FORM, "the name of a form that is known");
}

bool compile_string(struct compiler *compiler, const struct source *source)
{
    static const enum schema_keyword keywords[] = {KEYWORD_MIN_LENGTH, KEYWORD_MAX_LENGTH,
                                                   KEYWORD_MAX_UTF16_LENGTH,
                                                   KEYWORD_PATTERN, KEYWORD_FORM};
    struct schema *schema = compiler->schema;
    struct string_rules rules = {.maximum = NO_MAXIMUM, .maximum_utf16 = NO_MAXIMUM};

    if (!HAS_ANY(source, keywords))
        return true;
    if (!take_count(compiler, source, KEYWORD_MIN_LENGTH, &rules.minimum) ||
        !take_count(compiler, source, KEYWORD_MAX_LENGTH, &rules.maximum) ||
        !take_count(compiler, source, KEYWORD_MAX_UTF16_LENGTH, &rules.maximum_utf16) ||
        !take_form(compiler, source, &rules.form))
        return false;
    rules.pattern_node = source->values[KEYWORD_PATTERN];
    if (rules.pattern_node != NODE_NONE &&
        !compile_pattern(compiler, rules.pattern_node, &rules.pattern))
        return false;
    schema->strings =
        schema_grow(schema->strings, schema->string_count, 1, sizeof *schema->strings);
    subschema_of(compiler, source)->rules |= RULES_STRING;
    subschema_of(compiler, source)->row_of_string = schema->string_count;
    schema->strings[schema->string_count++] = rules;
    return true;
}

/* --- numbers --- */

bool compile_number(struct compiler *compiler, const struct source *source)
{
    static const enum schema_keyword keywords[] = {
        KEYWORD_MINIMUM, KEYWORD_MAXIMUM, KEYWORD_EXCLUSIVE_MINIMUM,
        KEYWORD_EXCLUSIVE_MAXIMUM, KEYWORD_MULTIPLE_OF};
    struct schema *schema = compiler->schema;
    struct number_rules rules = {
        .minimum = -HUGE_VAL, .maximum = HUGE_VAL, .above = -HUGE_VAL, .below = HUGE_VAL};

    if (!HAS_ANY(source, keywords))
        return true;
    if (!take_number(compiler, source, KEYWORD_MINIMUM, &rules.minimum) ||
        !take_number(compiler, source, KEYWORD_MAXIMUM, &rules.maximum) ||
        !take_number(compiler, source, KEYWORD_EXCLUSIVE_MINIMUM, &rules.above) ||
        !take_number(compiler, source, KEYWORD_EXCLUSIVE_MAXIMUM, &rules.below) ||
        !take_number(compiler, source, KEYWORD_MULTIPLE_OF, &rules.divisor))
        return false;
    if (source->values[KEYWORD_MULTIPLE_OF] != NODE_NONE && !(rules.divisor > 0))
        return refuse(compiler, source, KEYWORD_MULTIPLE_OF, "a number above 0");
    schema->numbers =
        schema_grow(schema->numbers, schema->number_count, 1, sizeof *schema->numbers);
    subschema_of(compiler, source)->rules |= RULES_NUMBER;
    subschema_of(compiler, source)->row_of_number = schema->number_count;
    schema->numbers[schema->number_count++] = rules;
    return true;
}

/* --- arrays --- */

static uint32_t compile_list(struct compiler *compiler, uint32_t node, uint32_t *count)
{
    const struct node *nodes = compiler->document->nodes;
    uint32_t first, at;

    *count = 0;
    if (node == NODE_NONE)
        return 0;
    for (at = node + 1; at < nodes[node].next; at = nodes[at].next)
        ++*count;
    first = schema_add_links(compiler->schema, *count);
    at = node + 1;
    for (uint32_t i = 0; i < *count; i++, at = nodes[at].next)
        compiler->schema->links[first + i] = compile_schema(compiler, at);
    return first;
}

static bool take_unique(struct compiler *compiler, const struct source *source,
                        bool *unique)
{
    uint32_t node = source->values[KEYWORD_UNIQUE_ITEMS];

    if (node == NODE_NONE)
        return true;
    *unique = document_is(compiler->document, node, NODE_TRUE);
    return *unique || document_is(compiler->document, node, NODE_FALSE) ||
           refuse(compiler, source, KEYWORD_UNIQUE_ITEMS, "true or false");
}

bool compile_array(struct compiler *compiler, const struct source *source)
{
    static const enum schema_keyword keywords[] = {
        KEYWORD_PREFIX_ITEMS, KEYWORD_ITEMS,     KEYWORD_CONTAINS,
        KEYWORD_MIN_ITEMS,    KEYWORD_MAX_ITEMS, KEYWORD_UNIQUE_ITEMS};
    struct schema *schema = compiler->schema;
    struct array_rules rules = {
        .maximum = NO_MAXIMUM, .minimum_contains = 1, .maximum_contains = NO_MAXIMUM};

    /* minContains and maxContains mean nothing alone, but must not be wrong. */
    if (!take_count(compiler, source, KEYWORD_MIN_CONTAINS, &rules.minimum_contains) ||
        !take_count(compiler, source, KEYWORD_MAX_CONTAINS, &rules.maximum_contains))
        return false;
    if (!HAS_ANY(source, keywords))
        return true;
    if (!take_count(compiler, source, KEYWORD_MIN_ITEMS, &rules.minimum) ||
        !take_count(compiler, source, KEYWORD_MAX_ITEMS, &rules.maximum) ||
        !take_unique(compiler, source, &rules.unique))
        return false;
    rules.prefix =
        compile_list(compiler, source->values[KEYWORD_PREFIX_ITEMS], &rules.prefix_count);
    rules.items = compile_optional(compiler, source, KEYWORD_ITEMS);
    rules.contains = compile_optional(compiler, source, KEYWORD_CONTAINS);
    schema->arrays =
        schema_grow(schema->arrays, schema->array_count, 1, sizeof *schema->arrays);
    subschema_of(compiler, source)->rules |= RULES_ARRAY;
    subschema_of(compiler, source)->row_of_array = schema->array_count;
    schema->arrays[schema->array_count++] = rules;
    return true;
}

/* --- objects --- */

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
        return refuse(compiler, source, KEYWORD_REQUIRED, "an array of names");
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
    names_settle(&rules->names);
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
        return refuse(compiler, source, KEYWORD_DEPENDENT_REQUIRED,
                      "an object of arrays of names");
    for (uint32_t name = node + 1; name < nodes[node].next; name = nodes[name + 1].next) {
        struct dependent_rule *rule = add_dependents(compiler->schema, 1);

        rule->name = document_string(compiler->document, name);
        rule->schema = SUBSCHEMA_NONE;
        rule->required = name + 1;
        if (!is_list_of_names(compiler->document, name + 1, &rule->required_count))
            return refuse(compiler, source, KEYWORD_DEPENDENT_REQUIRED,
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

    if (!HAS_ANY(source, keywords))
        return true;
    if (!take_count(compiler, source, KEYWORD_MIN_PROPERTIES, &rules.minimum) ||
        !take_count(compiler, source, KEYWORD_MAX_PROPERTIES, &rules.maximum))
        return false;
    schema->objects =
        schema_grow(schema->objects, schema->object_count++, 1, sizeof *schema->objects);
    subschema_of(compiler, source)->rules |= RULES_OBJECT;
    subschema_of(compiler, source)->row_of_object = row;
    rules.additional = compile_optional(compiler, source, KEYWORD_ADDITIONAL_PROPERTIES);
    rules.name_schema = compile_optional(compiler, source, KEYWORD_PROPERTY_NAMES);
    if (!compile_names(compiler, source, &rules)) {
        return false;
    }
    schema->objects[row] = rules; /* so that the table of names has an owner */
    if (!compile_pattern_properties(compiler, source, &rules) ||
        !compile_dependents(compiler, source, &rules))
        return false;
    schema->objects[row] = rules;
    return true;
}
