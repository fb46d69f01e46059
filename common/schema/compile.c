#include <config.h>

#include "schema/compile.h"

#include "base/mem.h"

#include <stdlib.h>

/* How many schemas that are only a $ref are followed at once. */
enum { ALIASES_MAX = 256 };

static uint32_t add_subschema(struct compiler *compiler, uint32_t node)
{
    struct schema *schema = compiler->schema;
    uint32_t number = schema->subschema_count;

    schema->subschemas =
        schema_grow(schema->subschemas, number, 1, sizeof *schema->subschemas);
    compiler->node_of =
        schema_grow(compiler->node_of, number, 1, sizeof *compiler->node_of);
    compiler->node_of[number] = node;
    schema->subschemas[number].types = TYPES_ALL;
    schema->subschema_count++;
    return number;
}

/* --- patterns --- */

bool compile_pattern(struct compiler *compiler, uint32_t node,
                     const struct pattern **pattern)
{
    struct schema *schema = compiler->schema;
    struct pattern_error error;
    struct map_entry *entry;
    struct view text;
    bool added;

    if (!document_is(compiler->document, node, NODE_STRING))
        return schema_refuse(compiler->error, compiler->document, node,
                             "pattern: expected a string");
    text = document_string(compiler->document, node);
    entry = map_put(&compiler->patterns, text.data, text.length, &added);
    if (added) {
        entry->value.word = schema->pattern_count;
        schema->patterns = schema_grow(schema->patterns, schema->pattern_count, 1,
                                       sizeof *schema->patterns);
        schema->patterns[schema->pattern_count] = pattern_compile(text, &error);
        if (schema->patterns[schema->pattern_count] == NULL)
            return schema_refuse(compiler->error, compiler->document, node,
                                 "pattern: %s, at its byte %zu", error.text,
                                 error.offset + 1);
        schema->pattern_count++;
    }
    *pattern = schema->patterns[entry->value.word];
    return true;
}

/* --- schemas and references --- */

/* The node of the schema that NODE stands for, if all it says is a $ref. A dynamic scope
 * would miss a resource that is passed by, so then nothing is passed by. Errors are found
 * when the schema is compiled, so none is reported here. */
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

/* The number of the schema at NODE itself. */
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

uint32_t compile_schema(struct compiler *compiler, uint32_t node)
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

uint32_t compile_optional(struct compiler *compiler, const struct source *source,
                          enum schema_keyword keyword)
{
    uint32_t node = source->values[keyword];

    return node == NODE_NONE ? SUBSCHEMA_NONE : compile_schema(compiler, node);
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
    return schema_refuse(compiler->error, compiler->document, node,
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

/* --- the whole --- */

static int compare_anchors(const void *left, const void *right)
{
    const struct dynamic_anchor *a = left;
    const struct dynamic_anchor *b = right;

    if (a->name != b->name)
        return a->name < b->name ? -1 : 1;
    return a->resource < b->resource ? -1 : a->resource > b->resource;
}

/* A $dynamicRef may lead to each of the schemas of that anchor. */
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
            schema_grow(schema->dynamic_anchors, schema->dynamic_anchor_count, 1,
                        sizeof *schema->dynamic_anchors);
        schema->dynamic_anchors[schema->dynamic_anchor_count++] = anchor;
    }
    if (schema->dynamic_anchor_count > 0)
        qsort(schema->dynamic_anchors, schema->dynamic_anchor_count,
              sizeof *schema->dynamic_anchors, compare_anchors);
}

/* All schemas are compiled, those that nothing refers to as well: what is wrong with a file
 * shows when it is loaded. Following references may add schemas to the end. */
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
    good = schema_index_build(&compiler.index, schema->document, error) &&
           compile_all(&compiler);
    schema_index_release(&compiler.index);
    map_release(&compiler.patterns);
    free(compiler.number_of);
    free(compiler.node_of);
    return good;
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
