/* program: the data structure of a compiled schema, which compile.c builds and run.c reads;
 * for the files of schema only.
 *
 * Every subschema is one struct subschema in a flat array and is referred to by its number.
 * Its rules for a type are a row in the table of that type, so that a value is checked only
 * against the rules of its own type. A list is a range of the array `links`. A chain of
 * schemas that consist of nothing but a $ref is resolved by the compiler.
 *
 * A struct schema owns all arrays, and the text and the document that views and nodes refer
 * to. It is immutable once it is compiled.
 */
#ifndef KIDX_SCHEMA_PROGRAM_H
#define KIDX_SCHEMA_PROGRAM_H

#include "base/map.h"
#include "schema/names.h"
#include "pattern/pattern.h"
#include "schema/index.h"
#include "schema/schema.h"
#include "schema/value.h"

/* The numbers of the schemas true and false, which every program has, and of no schema. */
enum { SUBSCHEMA_TRUE = 0, SUBSCHEMA_FALSE = 1 };
#define SUBSCHEMA_NONE (UINT32_MAX >> 1) /* since struct name has 31 bits for it */
#define NO_MAXIMUM     UINT64_MAX

/* Bits of types: 1 << enum node_type for each, and one that restricts numbers to integers.
 */
enum { TYPES_ALL = 0x7f, TYPE_INTEGER_ONLY = 0x80 };

/* The tables in which a subschema has a row. */
enum {
    RULES_STRING = 1,
    RULES_NUMBER = 2,
    RULES_ARRAY = 4,
    RULES_OBJECT = 8,
    RULES_GENERAL = 16,
    RULES_NEVER = 32 /* the schema false */
};

struct subschema {
    uint8_t types;
    uint8_t rules;
    uint32_t resource;
    uint32_t row_of_string; /* each is valid where its bit in rules is set */
    uint32_t row_of_number;
    uint32_t row_of_array;
    uint32_t row_of_object;
    uint32_t row_of_general;
};

struct string_rules {
    uint64_t minimum; /* code points */
    uint64_t maximum;
    uint64_t maximum_utf16;
    const struct pattern *pattern; /* NULL: none */
    uint32_t pattern_node;         /* of the schema's document, for messages */
    const struct schema_form *form;
};

struct number_rules {
    double minimum; /* infinite where there is none */
    double maximum;
    double above;
    double below;
    double divisor; /* 0: none */
};

struct array_rules {
    uint64_t minimum;
    uint64_t maximum;
    uint32_t prefix; /* a range of links */
    uint32_t prefix_count;
    uint32_t items; /* a subschema or NONE, as are the next */
    uint32_t contains;
    uint64_t minimum_contains;
    uint64_t maximum_contains;
    bool unique;
};

struct pattern_rule {
    const struct pattern *pattern;
    uint32_t schema;
};

/* What an object with the member NAME must satisfy: a schema or NONE, and further members
 * that it must have. */
struct dependent_rule {
    struct view name;
    uint32_t schema;
    uint32_t required; /* an array of names in the schema's document */
    uint32_t required_count;
};

struct object_rules {
    struct names names; /* of properties: value is the subschema or NONE; of required:
                           marked */
    uint64_t required_count;
    uint64_t minimum;
    uint64_t maximum;
    uint32_t required; /* the node of the schema's document, for messages */
    uint32_t patterns; /* a range of pattern_rules */
    uint32_t pattern_count;
    uint32_t dependents; /* a range of dependent_rules */
    uint32_t dependent_count;
    uint32_t additional; /* a subschema or NONE, as is the next */
    uint32_t name_schema;
};

enum applicator_kind {
    APPLY_SCHEMA,  /* first: a subschema */
    APPLY_DYNAMIC, /* first: a subschema, count: the number of the anchor's name */
    APPLY_ANY,     /* a range of links, as the next */
    APPLY_ONE,
    APPLY_NOT, /* first: a subschema */
    APPLY_IF   /* first: a range of three links: if, then, else, the latter or NONE */
};

struct applicator {
    enum applicator_kind kind;
    uint32_t first;
    uint32_t count;
};

struct general_rules {
    uint32_t applicators; /* a range */
    uint32_t applicator_count;
    uint32_t values; /* a range of value_sets, each of which must have the value */
    uint32_t value_count;
    uint32_t unevaluated_items; /* a subschema or NONE, as is the next */
    uint32_t unevaluated_properties;
};

/* A $dynamicAnchor; sorted by name and resource. */
struct dynamic_anchor {
    uint32_t name;
    uint32_t resource;
    uint32_t schema;
};

struct schema {
    char *text;
    struct reader *reader;
    const struct document *document;
    struct subschema *subschemas;
    uint32_t subschema_count;
    struct string_rules *strings;
    uint32_t string_count;
    struct number_rules *numbers;
    uint32_t number_count;
    struct array_rules *arrays;
    uint32_t array_count;
    struct object_rules *objects;
    uint32_t object_count;
    struct pattern_rule *pattern_rules;
    uint32_t pattern_rule_count;
    struct dependent_rule *dependents;
    uint32_t dependent_count;
    struct general_rules *generals;
    uint32_t general_count;
    struct applicator *applicators;
    uint32_t applicator_count;
    struct value_set *value_sets;
    uint32_t value_set_count;
    struct dynamic_anchor *dynamic_anchors;
    uint32_t dynamic_anchor_count;
    uint32_t *links;
    uint32_t link_count;
    struct pattern **patterns; /* each text once */
    uint32_t pattern_count;
    uint32_t root;
    struct schema_warnings warnings;
};

#endif
