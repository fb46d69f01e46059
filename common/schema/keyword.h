/* keyword: the keywords of JSON Schema, draft 2020-12, and which of their values hold
 * subschemas; for the files of schema only. Names are static strings; nothing fails.
 */
#ifndef KIDX_SCHEMA_KEYWORD_H
#define KIDX_SCHEMA_KEYWORD_H

#include "base/buf.h"

enum schema_keyword {
    KEYWORD_ADDITIONAL_PROPERTIES,
    KEYWORD_ALL_OF,
    KEYWORD_ANCHOR,
    KEYWORD_ANY_OF,
    KEYWORD_CONST,
    KEYWORD_CONTAINS,
    KEYWORD_CONTENT_SCHEMA,
    KEYWORD_DEFINITIONS,
    KEYWORD_DEFS,
    KEYWORD_DEPENDENT_REQUIRED,
    KEYWORD_DEPENDENT_SCHEMAS,
    KEYWORD_DYNAMIC_ANCHOR,
    KEYWORD_DYNAMIC_REF,
    KEYWORD_ELSE,
    KEYWORD_ENUM,
    KEYWORD_EXCLUSIVE_MAXIMUM,
    KEYWORD_EXCLUSIVE_MINIMUM,
    KEYWORD_FORM,
    KEYWORD_ID,
    KEYWORD_IF,
    KEYWORD_ITEMS,
    KEYWORD_MAX_CONTAINS,
    KEYWORD_MAX_ITEMS,
    KEYWORD_MAX_LENGTH,
    KEYWORD_MAX_PROPERTIES,
    KEYWORD_MAX_UTF16_LENGTH,
    KEYWORD_MAXIMUM,
    KEYWORD_MIN_CONTAINS,
    KEYWORD_MIN_ITEMS,
    KEYWORD_MIN_LENGTH,
    KEYWORD_MIN_PROPERTIES,
    KEYWORD_MINIMUM,
    KEYWORD_MULTIPLE_OF,
    KEYWORD_NOT,
    KEYWORD_ONE_OF,
    KEYWORD_PATTERN,
    KEYWORD_PATTERN_PROPERTIES,
    KEYWORD_PREFIX_ITEMS,
    KEYWORD_PROPERTIES,
    KEYWORD_PROPERTY_NAMES,
    KEYWORD_REF,
    KEYWORD_REQUIRED,
    KEYWORD_SCHEMA,
    KEYWORD_THEN,
    KEYWORD_TYPE,
    KEYWORD_UNEVALUATED_ITEMS,
    KEYWORD_UNEVALUATED_PROPERTIES,
    KEYWORD_UNIQUE_ITEMS,
    KEYWORD_COUNT,

    KEYWORD_NONE = KEYWORD_COUNT, /* not known: an annotation */
    KEYWORD_FOREIGN               /* not known, although it has the prefix "kidx:" */
};

enum { OTHER_KEYWORD_COUNT = 8 };

/* A keyword of an earlier draft that 2020-12 does not have. */
struct other_keyword {
    const char *name;
    const char *instead; /* what this draft has in its place */
};

/* What the value of a keyword holds. */
enum keyword_holds {
    HOLDS_NO_SCHEMA,
    HOLDS_SCHEMA,
    HOLDS_LIST_OF_SCHEMAS,
    HOLDS_MAP_OF_SCHEMAS
};

enum schema_keyword schema_keyword_of(struct view name);
/* The keyword of drafts 3 to 2019-09 that is called NAME, an entry of a static array, or
 * NULL.
 */
const struct other_keyword *schema_keyword_other(struct view name);

const char *schema_keyword_name(enum schema_keyword keyword);
enum keyword_holds schema_keyword_holds(enum schema_keyword keyword);

#endif
