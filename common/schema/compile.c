#include <config.h>

#include "base/mem.h"
#include "json/number.h"
#include "schema/index.h"
#include "schema/keyword.h"
#include "schema/program.h"

#include <math.h>
#include <stdlib.h>

struct compiler {
    struct schema *schema;
    const struct document *document;
    struct schema_error *error;
    struct schema_index index;
    const struct schema_form *forms; /* ends with a NULL name */
    uint32_t *number_of;             /* by node: the subschema plus 1; 0: none yet */
    uint32_t *node_of;               /* by subschema */
    struct map patterns;             /* text to the number of the pattern */
};

/* The schema being compiled: its keywords. */
struct source {
    uint32_t node;
    uint32_t number;
    uint32_t values[KEYWORD_COUNT]; /* the value's node; NODE_NONE: absent */
};

#define COMPILE_HAS_ANY(source, keywords) \
    compile_has_any(source, keywords, sizeof(keywords) / sizeof *(keywords))

/* The compiled form of SOURCE. The pointer is valid until another subschema is added. */
static inline struct subschema *compile_subschema(struct compiler *compiler,
                                                  const struct source *source)
{
    return &compiler->schema->subschemas[source->number];
}

static uint32_t capacity_of(uint32_t count)
{
    uint32_t capacity = 1;

    if (count == 0)
        return 0;
    while (capacity < count)
        capacity *= 2;
    return capacity;
}

static void *grow(void *rows, uint32_t count, uint32_t more, size_t size)
{
    if (capacity_of(count + more) > capacity_of(count))
        rows = mem_resize(rows, capacity_of(count + more), size);
    if (more > 0)
        memset((char *)rows + count * size, 0, more * size);
    return rows;
}

static uint32_t add_links(struct schema *schema, uint32_t count)
{
    schema->links = grow(schema->links, schema->link_count, count, sizeof *schema->links);
    schema->link_count += count;
    return schema->link_count - count;
}

/* --- schemas and references --- */

/* How many schemas that are only a $ref are followed at once. */
enum { ALIASES_MAX = 256 };

static uint32_t add_subschema(struct compiler *compiler, uint32_t node)
{
    struct schema *schema = compiler->schema;
    uint32_t number = schema->subschema_count;

    schema->subschemas = grow(schema->subschemas, number, 1, sizeof *schema->subschemas);
    compiler->node_of = grow(compiler->node_of, number, 1, sizeof *compiler->node_of);
    compiler->node_of[number] = node;
    schema->subschemas[number].types = TYPES_ALL;
    schema->subschema_count++;
    return number;
}

/* Store the pattern that the string at NODE holds in *PATTERN. */

static bool compile_pattern(struct compiler *compiler, uint32_t node,
                            const struct pattern **pattern)
{
    struct schema *schema = compiler->schema;
    struct pattern_error error;
    struct map_entry *entry;
    struct view text;
    bool added;

    if (!document_is(compiler->document, node, NODE_STRING))
        return schema_index_fail(compiler->error, compiler->document, node,
                                 "pattern: expected a string");
    text = document_string(compiler->document, node);
    entry = map_put(&compiler->patterns, text.data, text.length, &added);
    if (added) {
        entry->value.word = schema->pattern_count;
        schema->patterns =
            grow(schema->patterns, schema->pattern_count, 1, sizeof *schema->patterns);
        schema->patterns[schema->pattern_count] = pattern_compile(text, &error);
        if (schema->patterns[schema->pattern_count] == NULL)
            return schema_index_fail(compiler->error, compiler->document, node,
                                     "pattern: %s, at its byte %zu", error.text,
                                     error.offset + 1);
        schema->pattern_count++;
    }
    *pattern = schema->patterns[entry->value.word];
    return true;
}

/* The target of the schema at NODE if that is nothing but a $ref, else NODE. A schema with
 * $dynamicRef has no aliases, since the dynamic scope must include every resource on the
 * way. Errors are ignored: they are reported when NODE is compiled. */
static uint32_t skip_alias(struct compiler *compiler, uint32_t node)
{
    const struct document *document = compiler->document;
    struct schema_error ignored;
    struct schema_error *error = compiler->index.error;
    uint32_t target, anchor;

    if (compiler->index.has_dynamic_reference ||
        !document_is(document, node, NODE_OBJECT) ||
        document->nodes[node].next != node + 3 ||
        !document_string_is(document, node + 1, "$ref"))
        return node;
    compiler->index.error = &ignored;
    if (!schema_index_follow(&compiler->index, node, node + 2, &target, &anchor))
        target = node;
    compiler->index.error = error;
    return target;
}

/* The number of the schema at NODE, ignoring that it may be an alias. */
static uint32_t number_schema(struct compiler *compiler, uint32_t node)
{
    if (compiler->number_of[node] != 0)
        return compiler->number_of[node] - 1;
    if (document_is(compiler->document, node, NODE_TRUE))
        return SUBSCHEMA_TRUE;
    if (document_is(compiler->document, node, NODE_FALSE))
        return SUBSCHEMA_FALSE;
    return add_subschema(compiler, node);
}

/* The number of the schema at NODE. It is compiled later, if it has no number yet. */
static uint32_t compile_schema(struct compiler *compiler, uint32_t node)
{
    uint32_t passed[ALIASES_MAX];
    uint32_t count = 0;
    uint32_t number;

    while (compiler->number_of[node] == 0 && count < ALIASES_MAX) {
        uint32_t target = skip_alias(compiler, node);

        if (target == node)
            break;
        passed[count++] = node;
        node = target;
    }
    number = number_schema(compiler, node);
    compiler->number_of[node] = number + 1;
    while (count > 0)
        compiler->number_of[passed[--count]] = number + 1;
    return number;
}

/* The number of the schema that KEYWORD holds; SUBSCHEMA_NONE if it is absent. */
static uint32_t compile_optional(struct compiler *compiler, const struct source *source,
                                 enum schema_keyword keyword)
{
    uint32_t node = source->values[keyword];

    return node == NODE_NONE ? SUBSCHEMA_NONE : compile_schema(compiler, node);
}

/* --- keywords --- */

static bool compile_has_any(const struct source *source,
                            const enum schema_keyword *keywords, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (source->values[keywords[i]] != NODE_NONE)
            return true;
    return false;
}

/* Report that KEYWORD does not hold what was EXPECTED. Returns false. */
static bool fail_keyword(struct compiler *compiler, const struct source *source,
                         enum schema_keyword keyword, const char *expected)
{
    return schema_index_fail(compiler->error, compiler->document, source->values[keyword],
                             "%s: expected %s", schema_keyword_name(keyword), expected);
}

/* Read the count that KEYWORD holds, an integer of at least 0; *COUNT is unchanged if it is
 * absent. */
static bool read_count(struct compiler *compiler, const struct source *source,
                       enum schema_keyword keyword, uint64_t *count)
{
    uint32_t node = source->values[keyword];
    double number;

    if (node == NODE_NONE)
        return true;
    if (!document_is(compiler->document, node, NODE_NUMBER))
        return fail_keyword(compiler, source, keyword, "an integer");
    number = value_number(compiler->document, node);
    if (number < 0 || !value_is_integer(number))
        return fail_keyword(compiler, source, keyword, "an integer of at least 0");
    *count = number < 9223372036854775808.0 ? (uint64_t)number : NO_MAXIMUM;
    return true;
}

/* Read the number that KEYWORD holds; *NUMBER is unchanged if it is absent. */
static bool read_number(struct compiler *compiler, const struct source *source,
                        enum schema_keyword keyword, double *number)
{
    uint32_t node = source->values[keyword];

    if (node == NODE_NONE)
        return true;
    if (!document_is(compiler->document, node, NODE_NUMBER))
        return fail_keyword(compiler, source, keyword, "a number");
    *number = value_number(compiler->document, node);
    return true;
}

/* --- strings --- */

static bool read_form(struct compiler *compiler, const struct source *source,
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
    return fail_keyword(compiler, source, KEYWORD_FORM, "the name of a known form");
}

static bool compile_string(struct compiler *compiler, const struct source *source)
{
    static const enum schema_keyword keywords[] = {KEYWORD_MIN_LENGTH, KEYWORD_MAX_LENGTH,
                                                   KEYWORD_MAX_UTF16_LENGTH,
                                                   KEYWORD_PATTERN, KEYWORD_FORM};
    struct schema *schema = compiler->schema;
    struct string_rules rules = {.maximum = NO_MAXIMUM, .maximum_utf16 = NO_MAXIMUM};

    if (!COMPILE_HAS_ANY(source, keywords))
        return true;
    if (!read_count(compiler, source, KEYWORD_MIN_LENGTH, &rules.minimum) ||
        !read_count(compiler, source, KEYWORD_MAX_LENGTH, &rules.maximum) ||
        !read_count(compiler, source, KEYWORD_MAX_UTF16_LENGTH, &rules.maximum_utf16) ||
        !read_form(compiler, source, &rules.form))
        return false;
    rules.pattern_node = source->values[KEYWORD_PATTERN];
    if (rules.pattern_node != NODE_NONE &&
        !compile_pattern(compiler, rules.pattern_node, &rules.pattern))
        return false;
    schema->strings =
        grow(schema->strings, schema->string_count, 1, sizeof *schema->strings);
    compile_subschema(compiler, source)->rules |= RULES_STRING;
    compile_subschema(compiler, source)->row_of_string = schema->string_count;
    schema->strings[schema->string_count++] = rules;
    return true;
}

/* --- numbers --- */

static bool compile_number(struct compiler *compiler, const struct source *source)
{
    static const enum schema_keyword keywords[] = {
        KEYWORD_MINIMUM, KEYWORD_MAXIMUM, KEYWORD_EXCLUSIVE_MINIMUM,
        KEYWORD_EXCLUSIVE_MAXIMUM, KEYWORD_MULTIPLE_OF};
    struct schema *schema = compiler->schema;
    struct number_rules rules = {
        .minimum = -HUGE_VAL, .maximum = HUGE_VAL, .above = -HUGE_VAL, .below = HUGE_VAL};

    if (!COMPILE_HAS_ANY(source, keywords))
        return true;
    if (!read_number(compiler, source, KEYWORD_MINIMUM, &rules.minimum) ||
        !read_number(compiler, source, KEYWORD_MAXIMUM, &rules.maximum) ||
        !read_number(compiler, source, KEYWORD_EXCLUSIVE_MINIMUM, &rules.above) ||
        !read_number(compiler, source, KEYWORD_EXCLUSIVE_MAXIMUM, &rules.below) ||
        !read_number(compiler, source, KEYWORD_MULTIPLE_OF, &rules.divisor))
        return false;
    if (source->values[KEYWORD_MULTIPLE_OF] != NODE_NONE && !(rules.divisor > 0))
        return fail_keyword(compiler, source, KEYWORD_MULTIPLE_OF, "a number above 0");
    schema->numbers =
        grow(schema->numbers, schema->number_count, 1, sizeof *schema->numbers);
    compile_subschema(compiler, source)->rules |= RULES_NUMBER;
    compile_subschema(compiler, source)->row_of_number = schema->number_count;
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
    *count = document_count(compiler->document, node);
    first = add_links(compiler->schema, *count);
    at = node + 1;
    for (uint32_t i = 0; i < *count; i++, at = nodes[at].next)
        compiler->schema->links[first + i] = compile_schema(compiler, at);
    return first;
}

static bool read_unique(struct compiler *compiler, const struct source *source,
                        bool *unique)
{
    uint32_t node = source->values[KEYWORD_UNIQUE_ITEMS];

    if (node == NODE_NONE)
        return true;
    *unique = document_is(compiler->document, node, NODE_TRUE);
    return *unique || document_is(compiler->document, node, NODE_FALSE) ||
           fail_keyword(compiler, source, KEYWORD_UNIQUE_ITEMS, "true or false");
}

static bool compile_array(struct compiler *compiler, const struct source *source)
{
    static const enum schema_keyword keywords[] = {
        KEYWORD_PREFIX_ITEMS, KEYWORD_ITEMS,     KEYWORD_CONTAINS,
        KEYWORD_MIN_ITEMS,    KEYWORD_MAX_ITEMS, KEYWORD_UNIQUE_ITEMS};
    struct schema *schema = compiler->schema;
    struct array_rules rules = {
        .maximum = NO_MAXIMUM, .minimum_contains = 1, .maximum_contains = NO_MAXIMUM};

    /* minContains and maxContains have no effect alone, but their types are checked. */
    if (!read_count(compiler, source, KEYWORD_MIN_CONTAINS, &rules.minimum_contains) ||
        !read_count(compiler, source, KEYWORD_MAX_CONTAINS, &rules.maximum_contains))
        return false;
    if (!COMPILE_HAS_ANY(source, keywords))
        return true;
    if (!read_count(compiler, source, KEYWORD_MIN_ITEMS, &rules.minimum) ||
        !read_count(compiler, source, KEYWORD_MAX_ITEMS, &rules.maximum) ||
        !read_unique(compiler, source, &rules.unique))
        return false;
    rules.prefix =
        compile_list(compiler, source->values[KEYWORD_PREFIX_ITEMS], &rules.prefix_count);
    rules.items = compile_optional(compiler, source, KEYWORD_ITEMS);
    rules.contains = compile_optional(compiler, source, KEYWORD_CONTAINS);
    schema->arrays = grow(schema->arrays, schema->array_count, 1, sizeof *schema->arrays);
    compile_subschema(compiler, source)->rules |= RULES_ARRAY;
    compile_subschema(compiler, source)->row_of_array = schema->array_count;
    schema->arrays[schema->array_count++] = rules;
    return true;
}

/* --- objects --- */

/* Whether NODE is an array of strings; *COUNT is their number. */
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

/* Build one table of the names in `properties` and in `required`. */
static bool compile_names(struct compiler *compiler, const struct source *source,
                          struct object_rules *rules)
{
    const struct document *document = compiler->document;
    const struct node *nodes = document->nodes;
    uint32_t properties = source->values[KEYWORD_PROPERTIES];
    uint32_t required = source->values[KEYWORD_REQUIRED];
    uint32_t required_count = 0;
    uint32_t property_count = 0;

    if (required != NODE_NONE && !is_list_of_names(document, required, &required_count))
        return fail_keyword(compiler, source, KEYWORD_REQUIRED, "an array of names");
    if (properties != NODE_NONE)
        property_count = document_count(document, properties);
    names_init(&rules->names, property_count + required_count);
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
    uint32_t count = node == NODE_NONE ? 0 : document_count(compiler->document, node);

    schema->pattern_rules = grow(schema->pattern_rules, schema->pattern_rule_count, count,
                                 sizeof *schema->pattern_rules);
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
    schema->dependents = grow(schema->dependents, schema->dependent_count, count,
                              sizeof *schema->dependents);
    schema->dependent_count += count;
    return schema->dependents + schema->dependent_count - count;
}

static bool compile_dependent_required(struct compiler *compiler,
                                       const struct source *source, uint32_t node)
{
    const struct node *nodes = compiler->document->nodes;

    if (!document_is(compiler->document, node, NODE_OBJECT))
        return fail_keyword(compiler, source, KEYWORD_DEPENDENT_REQUIRED,
                            "an object of arrays of names");
    for (uint32_t name = node + 1; name < nodes[node].next; name = nodes[name + 1].next) {
        struct dependent_rule *rule = add_dependents(compiler->schema, 1);

        rule->name = document_string(compiler->document, name);
        rule->schema = SUBSCHEMA_NONE;
        rule->required = name + 1;
        if (!is_list_of_names(compiler->document, name + 1, &rule->required_count))
            return fail_keyword(compiler, source, KEYWORD_DEPENDENT_REQUIRED,
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

static bool compile_object(struct compiler *compiler, const struct source *source)
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
    if (!read_count(compiler, source, KEYWORD_MIN_PROPERTIES, &rules.minimum) ||
        !read_count(compiler, source, KEYWORD_MAX_PROPERTIES, &rules.maximum))
        return false;
    schema->objects =
        grow(schema->objects, schema->object_count++, 1, sizeof *schema->objects);
    compile_subschema(compiler, source)->rules |= RULES_OBJECT;
    compile_subschema(compiler, source)->row_of_object = row;
    rules.additional = compile_optional(compiler, source, KEYWORD_ADDITIONAL_PROPERTIES);
    rules.name_schema = compile_optional(compiler, source, KEYWORD_PROPERTY_NAMES);
    if (!compile_names(compiler, source, &rules))
        return false;
    schema->objects[row] = rules; /* which owns the table of names from here on */
    if (!compile_pattern_properties(compiler, source, &rules) ||
        !compile_dependents(compiler, source, &rules))
        return false;
    schema->objects[row] = rules;
    return true;
}

/* --- any value --- */

static struct applicator *add_applicator(struct schema *schema, enum applicator_kind kind)
{
    struct applicator *applicator;

    schema->applicators =
        grow(schema->applicators, schema->applicator_count, 1, sizeof *schema->applicators);
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

/* Compile allOf, anyOf or oneOf. The index has checked that it is an array. */
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
    count = document_count(compiler->document, node);
    if (count == 0)
        return schema_index_fail(compiler->error, compiler->document, node,
                                 "%s: expected at least one schema",
                                 schema_keyword_name(keyword));
    link = add_links(compiler->schema, kind == APPLY_SCHEMA ? 0 : count);
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
    link = add_links(compiler->schema, 3);
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

    schema->value_sets =
        grow(schema->value_sets, schema->value_set_count, 1, sizeof *schema->value_sets);
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
        return schema_index_fail(compiler->error, compiler->document, list,
                                 "enum: expected an array");
    compile_values(compiler, list, false);
    return true;
}

static bool compile_general(struct compiler *compiler, const struct source *source)
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
        grow(schema->generals, schema->general_count, 1, sizeof *schema->generals);
    schema->subschemas[source->number].rules |= RULES_GENERAL;
    schema->subschemas[source->number].row_of_general = schema->general_count;
    schema->generals[schema->general_count++] = rules;
    return true;
}

/* --- one schema --- */

static bool add_type(struct compiler *compiler, uint32_t node, unsigned *types,
                     bool *integer)
{
    static const struct {
        const char *name;
        unsigned types;
    } known[] = {
        {"null", 1U << NODE_NULL},     {"boolean", 1U << NODE_FALSE | 1U << NODE_TRUE},
        {"number", 1U << NODE_NUMBER}, {"string", 1U << NODE_STRING},
        {"array", 1U << NODE_ARRAY},   {"object", 1U << NODE_OBJECT}};

    if (document_string_is(compiler->document, node, "integer")) {
        *integer = true;
        return true;
    }
    for (unsigned i = 0; i < sizeof known / sizeof *known; i++)
        if (document_string_is(compiler->document, node, known[i].name)) {
            *types |= known[i].types;
            return true;
        }
    return schema_index_fail(compiler->error, compiler->document, node,
                             "type: expected the name of a type or an array of them");
}

static bool compile_type(struct compiler *compiler, const struct source *source)
{
    const struct node *nodes = compiler->document->nodes;
    uint32_t node = source->values[KEYWORD_TYPE];
    unsigned types = 0;
    bool integer = false;

    if (node == NODE_NONE)
        return true;
    if (document_is(compiler->document, node, NODE_ARRAY)) {
        for (uint32_t at = node + 1; at < nodes[node].next; at = nodes[at].next)
            if (!add_type(compiler, at, &types, &integer))
                return false;
    } else if (!add_type(compiler, node, &types, &integer)) {
        return false;
    }
    if (integer && !(types >> NODE_NUMBER & 1))
        types |= 1U << NODE_NUMBER | TYPE_INTEGER_ONLY;
    compiler->schema->subschemas[source->number].types = (uint8_t)types;
    return true;
}

static bool compile_one(struct compiler *compiler, uint32_t number)
{
    const struct node *nodes = compiler->document->nodes;
    struct source source = {.node = compiler->node_of[number], .number = number};

    for (uint32_t name = source.node + 1; name < nodes[source.node].next;
         name = nodes[name + 1].next) {
        enum schema_keyword keyword =
            schema_keyword_of(document_string(compiler->document, name));

        if (keyword < KEYWORD_COUNT)
            source.values[keyword] = name + 1;
    }
    compiler->schema->subschemas[number].resource =
        schema_index_resource(&compiler->index, source.node);
    return compile_type(compiler, &source) && compile_string(compiler, &source) &&
           compile_number(compiler, &source) && compile_array(compiler, &source) &&
           compile_object(compiler, &source) && compile_general(compiler, &source);
}

/* --- the file --- */

static int compare_anchors(const void *left, const void *right)
{
    const struct dynamic_anchor *a = left;
    const struct dynamic_anchor *b = right;

    if (a->name != b->name)
        return a->name < b->name ? -1 : 1;
    return a->resource < b->resource ? -1 : a->resource > b->resource;
}

/* Compile the targets of $dynamicAnchor: a $dynamicRef may lead to any of them. */
static void compile_dynamic_anchors(struct compiler *compiler)
{
    struct schema *schema = compiler->schema;
    struct dynamic_anchor anchor;
    uint32_t node;

    if (!compiler->index.has_dynamic_reference)
        return;
    for (size_t i = 0; i < compiler->index.anchors.count; i++) {
        if (!schema_index_dynamic(&compiler->index, i, &anchor.name, &anchor.resource,
                                  &node))
            continue;
        anchor.schema = compile_schema(compiler, node);
        schema->dynamic_anchors =
            grow(schema->dynamic_anchors, schema->dynamic_anchor_count, 1,
                 sizeof *schema->dynamic_anchors);
        schema->dynamic_anchors[schema->dynamic_anchor_count++] = anchor;
    }
    if (schema->dynamic_anchor_count > 0)
        qsort(schema->dynamic_anchors, schema->dynamic_anchor_count,
              sizeof *schema->dynamic_anchors, compare_anchors);
}

/* Compile all schemas, also those without a reference to them, so that every fault of a
 * file is reported when it is loaded. Following a reference may add schemas to the list. */
static bool compile_all(struct compiler *compiler)
{
    struct schema *schema = compiler->schema;
    uint32_t done = SUBSCHEMA_FALSE + 1;

    add_subschema(compiler, NODE_NONE);
    add_subschema(compiler, NODE_NONE);
    schema->subschemas[SUBSCHEMA_FALSE].rules = RULES_NEVER;
    schema->root = compile_schema(compiler, 0);
    compile_dynamic_anchors(compiler);
    for (uint32_t node = 0; node < compiler->document->count; node++) {
        if (compiler->index.resource_of[node] != 0)
            compile_schema(compiler, node);
        while (done < schema->subschema_count)
            if (!compile_one(compiler, done++))
                return false;
    }
    return true;
}

static bool read_text(struct schema *schema, const char *text, size_t length,
                      struct schema_error *error)
{
    struct reader_error problem;

    if (length > READER_TEXT_MAX) {
        *error = (struct schema_error){.code = "line_too_long", .text = "too long"};
        return false;
    }
    schema->text = mem_zeroed(length + READER_PADDING, 1);
    if (length > 0)
        memcpy(schema->text, text, length);
    schema->reader = reader_new();
    if (reader_parse(schema->reader, schema->text, length, &problem) < 0) {
        *error = (struct schema_error){.code = problem.code, .offset = problem.offset};
        memcpy(error->text, problem.text, strlen(problem.text) + 1);
        return false;
    }
    schema->document = reader_document(schema->reader);
    return true;
}

static bool compile_document(struct schema *schema, const struct schema_form *forms,
                             struct schema_error *error)
{
    static const struct schema_form no_forms[] = {{NULL, NULL, NULL, NULL}};
    struct compiler compiler = {.schema = schema,
                                .document = schema->document,
                                .error = error,
                                .forms = forms == NULL ? no_forms : forms};
    bool good;

    map_init(&compiler.patterns);
    compiler.number_of = mem_zeroed(schema->document->count, sizeof *compiler.number_of);
    good =
        schema_index_build(&compiler.index, schema->document, &schema->warnings, error) &&
        compile_all(&compiler);
    if (good)
        schema_index_warn_integers(&compiler.index);
    schema_index_release(&compiler.index);
    map_release(&compiler.patterns);
    free(compiler.number_of);
    free(compiler.node_of);
    return good;
}

size_t schema_warnings(const struct schema *schema, const struct schema_warning **list)
{
    *list = schema->warnings.list;
    return schema->warnings.count;
}

struct schema *schema_compile(const char *text, size_t length,
                              const struct schema_form *forms, struct schema_error *error)
{
    struct schema *schema = mem_zeroed(1, sizeof *schema);

    if (read_text(schema, text, length, error) && compile_document(schema, forms, error))
        return schema;
    schema_free(schema);
    return NULL;
}

void schema_free(struct schema *schema)
{
    if (schema == NULL)
        return;
    for (uint32_t i = 0; i < schema->object_count; i++)
        names_release(&schema->objects[i].names);
    for (uint32_t i = 0; i < schema->value_set_count; i++)
        value_set_release(&schema->value_sets[i]);
    for (uint32_t i = 0; i < schema->pattern_count; i++)
        pattern_free(schema->patterns[i]);
    free(schema->subschemas);
    free(schema->strings);
    free(schema->numbers);
    free(schema->arrays);
    free(schema->objects);
    free(schema->pattern_rules);
    free(schema->dependents);
    free(schema->generals);
    free(schema->applicators);
    free(schema->value_sets);
    free(schema->dynamic_anchors);
    free(schema->links);
    free(schema->patterns);
    reader_free(schema->reader);
    free(schema->text);
    free(schema);
}
