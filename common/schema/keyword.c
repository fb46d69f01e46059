#include <config.h>

#include "schema/keyword.h"

#include <stddef.h>

static const struct {
    const char *name;
    enum keyword_holds holds;
} keywords[KEYWORD_COUNT] = {
    [KEYWORD_ADDITIONAL_PROPERTIES] = {"additionalProperties", HOLDS_SCHEMA},
    [KEYWORD_ALL_OF] = {"allOf", HOLDS_LIST_OF_SCHEMAS},
    [KEYWORD_ANCHOR] = {"$anchor", HOLDS_NO_SCHEMA},
    [KEYWORD_ANY_OF] = {"anyOf", HOLDS_LIST_OF_SCHEMAS},
    [KEYWORD_CONST] = {"const", HOLDS_NO_SCHEMA},
    [KEYWORD_CONTAINS] = {"contains", HOLDS_SCHEMA},
    [KEYWORD_CONTENT_SCHEMA] = {"contentSchema", HOLDS_SCHEMA},
    [KEYWORD_DEFINITIONS] = {"definitions", HOLDS_MAP_OF_SCHEMAS},
    [KEYWORD_DEFS] = {"$defs", HOLDS_MAP_OF_SCHEMAS},
    [KEYWORD_DEPENDENT_REQUIRED] = {"dependentRequired", HOLDS_NO_SCHEMA},
    [KEYWORD_DEPENDENT_SCHEMAS] = {"dependentSchemas", HOLDS_MAP_OF_SCHEMAS},
    [KEYWORD_DYNAMIC_ANCHOR] = {"$dynamicAnchor", HOLDS_NO_SCHEMA},
    [KEYWORD_DYNAMIC_REF] = {"$dynamicRef", HOLDS_NO_SCHEMA},
    [KEYWORD_ELSE] = {"else", HOLDS_SCHEMA},
    [KEYWORD_ENUM] = {"enum", HOLDS_NO_SCHEMA},
    [KEYWORD_EXCLUSIVE_MAXIMUM] = {"exclusiveMaximum", HOLDS_NO_SCHEMA},
    [KEYWORD_EXCLUSIVE_MINIMUM] = {"exclusiveMinimum", HOLDS_NO_SCHEMA},
    [KEYWORD_FORM] = {"kidx:form", HOLDS_NO_SCHEMA},
    [KEYWORD_ID] = {"$id", HOLDS_NO_SCHEMA},
    [KEYWORD_IF] = {"if", HOLDS_SCHEMA},
    [KEYWORD_ITEMS] = {"items", HOLDS_SCHEMA},
    [KEYWORD_MAX_CONTAINS] = {"maxContains", HOLDS_NO_SCHEMA},
    [KEYWORD_MAX_ITEMS] = {"maxItems", HOLDS_NO_SCHEMA},
    [KEYWORD_MAX_LENGTH] = {"maxLength", HOLDS_NO_SCHEMA},
    [KEYWORD_MAX_PROPERTIES] = {"maxProperties", HOLDS_NO_SCHEMA},
    [KEYWORD_MAX_UTF16_LENGTH] = {"kidx:maxUtf16Length", HOLDS_NO_SCHEMA},
    [KEYWORD_MAXIMUM] = {"maximum", HOLDS_NO_SCHEMA},
    [KEYWORD_MIN_CONTAINS] = {"minContains", HOLDS_NO_SCHEMA},
    [KEYWORD_MIN_ITEMS] = {"minItems", HOLDS_NO_SCHEMA},
    [KEYWORD_MIN_LENGTH] = {"minLength", HOLDS_NO_SCHEMA},
    [KEYWORD_MIN_PROPERTIES] = {"minProperties", HOLDS_NO_SCHEMA},
    [KEYWORD_MINIMUM] = {"minimum", HOLDS_NO_SCHEMA},
    [KEYWORD_MULTIPLE_OF] = {"multipleOf", HOLDS_NO_SCHEMA},
    [KEYWORD_NOT] = {"not", HOLDS_SCHEMA},
    [KEYWORD_ONE_OF] = {"oneOf", HOLDS_LIST_OF_SCHEMAS},
    [KEYWORD_PATTERN] = {"pattern", HOLDS_NO_SCHEMA},
    [KEYWORD_PATTERN_PROPERTIES] = {"patternProperties", HOLDS_MAP_OF_SCHEMAS},
    [KEYWORD_PREFIX_ITEMS] = {"prefixItems", HOLDS_LIST_OF_SCHEMAS},
    [KEYWORD_PROPERTIES] = {"properties", HOLDS_MAP_OF_SCHEMAS},
    [KEYWORD_PROPERTY_NAMES] = {"propertyNames", HOLDS_SCHEMA},
    [KEYWORD_REF] = {"$ref", HOLDS_NO_SCHEMA},
    [KEYWORD_REQUIRED] = {"required", HOLDS_NO_SCHEMA},
    [KEYWORD_SCHEMA] = {"$schema", HOLDS_NO_SCHEMA},
    [KEYWORD_THEN] = {"then", HOLDS_SCHEMA},
    [KEYWORD_TYPE] = {"type", HOLDS_NO_SCHEMA},
    [KEYWORD_UNEVALUATED_ITEMS] = {"unevaluatedItems", HOLDS_SCHEMA},
    [KEYWORD_UNEVALUATED_PROPERTIES] = {"unevaluatedProperties", HOLDS_SCHEMA},
    [KEYWORD_UNIQUE_ITEMS] = {"uniqueItems", HOLDS_NO_SCHEMA},
};

enum schema_keyword schema_keyword_of(struct view name)
{
    for (unsigned i = 0; i < KEYWORD_COUNT; i++)
        if (view_is(name, keywords[i].name))
            return (enum schema_keyword)i;
    if (name.length >= 5 && memcmp(name.data, "kidx:", 5) == 0)
        return KEYWORD_FOREIGN;
    return KEYWORD_NONE;
}

const struct other_keyword *schema_keyword_other(struct view name)
{
    static const struct other_keyword others[OTHER_KEYWORD_COUNT] = {
        {"$recursiveAnchor", "$dynamicAnchor"},
        {"$recursiveRef", "$dynamicRef"},
        {"additionalItems", "items"},
        {"dependencies", "dependentRequired\" or \"dependentSchemas"},
        {"disallow", "not"},
        {"divisibleBy", "multipleOf"},
        {"extends", "allOf"},
        {"id", "$id"},
    };

    for (size_t i = 0; i < OTHER_KEYWORD_COUNT; i++)
        if (view_is(name, others[i].name))
            return &others[i];
    return NULL;
}

const char *schema_keyword_name(enum schema_keyword keyword)
{
    return keywords[keyword].name;
}

enum keyword_holds schema_keyword_holds(enum schema_keyword keyword)
{
    return keyword < KEYWORD_COUNT ? keywords[keyword].holds : HOLDS_NO_SCHEMA;
}
