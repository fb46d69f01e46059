/* program: a compiled schema, as compile.c makes and run.c reads it;
 * for the files of schema only.
 *
 * Every subschema is one struct subschema in a flat array and is known by its number. What
 * it asks of a type stands in a table of that type, so that a value meets only the rules of
 * its own type. Lists are stretches of the array links. A chain of schemas that are nothing
 * but a $ref is followed when it is compiled.
 */
#ifndef KIDX_SCHEMA_PROGRAM_H
#define KIDX_SCHEMA_PROGRAM_H

#include "base/map.h"
#include "schema/names.h"
#include "pattern/pattern.h"
#include "schema/schema.h"
#include "schema/value-set.h"

/* Numbers of subschemas that are always there, and of none. */
enum { SUBSCHEMA_TRUE = 0, SUBSCHEMA_FALSE = 1 };
#define SUBSCHEMA_NONE (UINT32_MAX >> 1) /* since struct name has 31 bits for it */
#define NO_MAXIMUM     UINT64_MAX

/* Bits of types: 1 << enum node_type, and that numbers must be integers. */
enum { TYPES_ALL = 0x7f, TYPE_INTEGER_ONLY = 0x80 };

/* Which tables a subschema has a row in. */
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
    uint32_t row_of_string; /* and so on: valid where the bit in rules is set */
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
    uint32_t prefix; /* a stretch of links */
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

/* What the presence of a member asks: a schema or NONE, and further members. */
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
    uint32_t patterns; /* a stretch of pattern_rules */
    uint32_t pattern_count;
    uint32_t dependents; /* a stretch of dependent_rules */
    uint32_t dependent_count;
    uint32_t additional; /* a subschema or NONE, as is the next */
    uint32_t name_schema;
};

enum applicator_kind {
    APPLY_SCHEMA,  /* first: a subschema */
    APPLY_DYNAMIC, /* first: a subschema, count: the number of the anchor's name */
    APPLY_ANY,     /* a stretch of links, as the next */
    APPLY_ONE,
    APPLY_NOT, /* first: a subschema */
    APPLY_IF   /* first: a stretch of three links: if, then, else, the latter or NONE */
};

struct applicator {
    enum applicator_kind kind;
    uint32_t first;
    uint32_t count;
};

struct general_rules {
    uint32_t applicators; /* a stretch */
    uint32_t applicator_count;
    uint32_t values; /* a stretch of value_sets, each of which must have the value */
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
};

/* ROWS with room for MORE behind COUNT rows of SIZE bytes; the new ones are zero. */
void *schema_grow(void *rows, uint32_t count, uint32_t more, size_t size);

/* Room for COUNT links: the first one's number. */
uint32_t schema_add_links(struct schema *schema, uint32_t count);

#endif
