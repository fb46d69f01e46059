#include <config.h>

#include "schema/compile.h"

#include "json/number.h"

#include <math.h>

bool compile_has_any(const struct source *source, const enum schema_keyword *keywords,
                     size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (source->values[keywords[i]] != NODE_NONE)
            return true;
    return false;
}

bool compile_refuse(struct compiler *compiler, const struct source *source,
                    enum schema_keyword keyword, const char *expected)
{
    return schema_refuse(compiler->error, compiler->document, source->values[keyword],
                         "%s: expected %s", schema_keyword_name(keyword), expected);
}

bool compile_count(struct compiler *compiler, const struct source *source,
                   enum schema_keyword keyword, uint64_t *count)
{
    uint32_t node = source->values[keyword];
    double number;

    if (node == NODE_NONE)
        return true;
    if (!document_is(compiler->document, node, NODE_NUMBER))
        return compile_refuse(compiler, source, keyword, "an integer");
    number = value_number(compiler->document, node);
    if (number < 0 || !value_is_integer(number))
        return compile_refuse(compiler, source, keyword, "an integer of at least 0");
    *count = number < 9223372036854775808.0 ? (uint64_t)number : NO_MAXIMUM;
    return true;
}

/* As compile_count, for a number. */
static bool take_number(struct compiler *compiler, const struct source *source,
                        enum schema_keyword keyword, double *number)
{
    uint32_t node = source->values[keyword];

    if (node == NODE_NONE)
        return true;
    if (!document_is(compiler->document, node, NODE_NUMBER))
        return compile_refuse(compiler, source, keyword, "a number");
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
    return compile_refuse(compiler, source, KEYWORD_FORM,
                          "the name of a form that is known");
}

bool compile_string(struct compiler *compiler, const struct source *source)
{
    static const enum schema_keyword keywords[] = {KEYWORD_MIN_LENGTH, KEYWORD_MAX_LENGTH,
                                                   KEYWORD_MAX_UTF16_LENGTH,
                                                   KEYWORD_PATTERN, KEYWORD_FORM};
    struct schema *schema = compiler->schema;
    struct string_rules rules = {.maximum = NO_MAXIMUM, .maximum_utf16 = NO_MAXIMUM};

    if (!COMPILE_HAS_ANY(source, keywords))
        return true;
    if (!compile_count(compiler, source, KEYWORD_MIN_LENGTH, &rules.minimum) ||
        !compile_count(compiler, source, KEYWORD_MAX_LENGTH, &rules.maximum) ||
        !compile_count(compiler, source, KEYWORD_MAX_UTF16_LENGTH, &rules.maximum_utf16) ||
        !take_form(compiler, source, &rules.form))
        return false;
    rules.pattern_node = source->values[KEYWORD_PATTERN];
    if (rules.pattern_node != NODE_NONE &&
        !compile_pattern(compiler, rules.pattern_node, &rules.pattern))
        return false;
    schema->strings =
        schema_grow(schema->strings, schema->string_count, 1, sizeof *schema->strings);
    compile_subschema(compiler, source)->rules |= RULES_STRING;
    compile_subschema(compiler, source)->row_of_string = schema->string_count;
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

    if (!COMPILE_HAS_ANY(source, keywords))
        return true;
    if (!take_number(compiler, source, KEYWORD_MINIMUM, &rules.minimum) ||
        !take_number(compiler, source, KEYWORD_MAXIMUM, &rules.maximum) ||
        !take_number(compiler, source, KEYWORD_EXCLUSIVE_MINIMUM, &rules.above) ||
        !take_number(compiler, source, KEYWORD_EXCLUSIVE_MAXIMUM, &rules.below) ||
        !take_number(compiler, source, KEYWORD_MULTIPLE_OF, &rules.divisor))
        return false;
    if (source->values[KEYWORD_MULTIPLE_OF] != NODE_NONE && !(rules.divisor > 0))
        return compile_refuse(compiler, source, KEYWORD_MULTIPLE_OF, "a number above 0");
    schema->numbers =
        schema_grow(schema->numbers, schema->number_count, 1, sizeof *schema->numbers);
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
           compile_refuse(compiler, source, KEYWORD_UNIQUE_ITEMS, "true or false");
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
    if (!compile_count(compiler, source, KEYWORD_MIN_CONTAINS, &rules.minimum_contains) ||
        !compile_count(compiler, source, KEYWORD_MAX_CONTAINS, &rules.maximum_contains))
        return false;
    if (!COMPILE_HAS_ANY(source, keywords))
        return true;
    if (!compile_count(compiler, source, KEYWORD_MIN_ITEMS, &rules.minimum) ||
        !compile_count(compiler, source, KEYWORD_MAX_ITEMS, &rules.maximum) ||
        !take_unique(compiler, source, &rules.unique))
        return false;
    rules.prefix =
        compile_list(compiler, source->values[KEYWORD_PREFIX_ITEMS], &rules.prefix_count);
    rules.items = compile_optional(compiler, source, KEYWORD_ITEMS);
    rules.contains = compile_optional(compiler, source, KEYWORD_CONTAINS);
    schema->arrays =
        schema_grow(schema->arrays, schema->array_count, 1, sizeof *schema->arrays);
    compile_subschema(compiler, source)->rules |= RULES_ARRAY;
    compile_subschema(compiler, source)->row_of_array = schema->array_count;
    schema->arrays[schema->array_count++] = rules;
    return true;
}
