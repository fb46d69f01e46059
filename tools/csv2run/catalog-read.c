#include <config.h>

#include "catalog-read.h"
#include "value.h"

#include "json/number.h"

#define LENGTH(array) (sizeof(array) / sizeof *(array))

static const char *const type_names[] = {
    [TYPE_TEXT] = "a text",
    [TYPE_TOKEN] = "a token, [a-z][a-z0-9_]*",
    [TYPE_SLUG] = "a slug, [a-z0-9][a-z0-9-]*",
    [TYPE_BOOLEAN] = "true or false",
    [TYPE_SIZE] = "a positive integer",
    [TYPE_OBJECT] = "an object",
    [TYPE_LIST] = "a list that is not empty",
    [TYPE_PROGRAM] = "a program, a text or a list of texts",
};

/* --- types --- */

static bool is_program(const struct document *document, uint32_t node)
{
    if (document_is(document, node, NODE_STRING))
        return true;
    if (!document_is(document, node, NODE_ARRAY))
        return false;
    for (uint32_t child = node + 1; child < document->nodes[node].next;
         child = document->nodes[child].next)
        if (!document_is(document, child, NODE_STRING))
            return false;
    return true;
}

static double number_of(const struct document *document, uint32_t node)
{
    struct view text = document_raw(document, node);
    double number = 0;

    number_parse(text.data, text.length, &number);
    return number;
}

static bool is_of_type(const struct document *document, uint32_t node,
                       enum catalog_type type)
{
    enum node_type found = document_type(document, node);

    switch (type) {
    case TYPE_TEXT:
        return found == NODE_STRING;
    case TYPE_TOKEN:
        return found == NODE_STRING && value_is_token(document_string(document, node));
    case TYPE_SLUG:
        return found == NODE_STRING && value_is_slug(document_string(document, node));
    case TYPE_BOOLEAN:
        return found == NODE_TRUE || found == NODE_FALSE;
    case TYPE_SIZE:
        return found == NODE_NUMBER && value_is_size(number_of(document, node));
    case TYPE_OBJECT:
        return found == NODE_OBJECT;
    case TYPE_LIST:
        return found == NODE_ARRAY && document->nodes[node].next > node + 1;
    case TYPE_PROGRAM:
        return is_program(document, node);
    }
    return false;
}

int catalog_read_object(struct catalog_reading *reading, uint32_t node,
                        const struct catalog_rule *rules, size_t count,
                        uint32_t values[CATALOG_RULES_MAX])
{
    const struct document *document = reading->document;

    for (size_t i = 0; i < count; i++)
        values[i] = NODE_NONE;
    if (!document_is(document, node, NODE_OBJECT))
        return CATALOG_FAIL(reading, node, "expected an object");
    for (uint32_t name = node + 1; name < document->nodes[node].next;
         name = document->nodes[name + 1].next) {
        size_t i = 0;

        while (i < count && !document_string_is(document, name, rules[i].name))
            i++;
        if (i == count)
            return CATALOG_FAIL(reading, name + 1, "there is no such member");
        if (!is_of_type(document, name + 1, rules[i].type))
            return CATALOG_FAIL(reading, name + 1, "expected %s",
                                type_names[rules[i].type]);
        values[i] = name + 1;
    }
    for (size_t i = 0; i < count; i++)
        if (values[i] == NODE_NONE && !rules[i].optional)
            return CATALOG_FAIL(reading, node, "the member \"%s\" is missing",
                                rules[i].name);
    return 0;
}

struct view catalog_text(const struct catalog_reading *reading, uint32_t node)
{
    return node == NODE_NONE ? (struct view){NULL, 0}
                             : document_string(reading->document, node);
}

/* --- entries --- */

static int read_source(struct catalog_reading *reading, uint32_t node)
{
    static const struct catalog_rule rules[] = {{"name", TYPE_SLUG, false},
                                                {"release", TYPE_TOKEN, false},
                                                {"run_prefix", TYPE_TEXT, false},
                                                {"object_prefix", TYPE_TEXT, false},
                                                {"host_title", TYPE_TEXT, false}};
    struct catalog_source *source = &reading->catalog->source;
    uint32_t values[CATALOG_RULES_MAX];

    if (catalog_read_object(reading, node, rules, LENGTH(rules), values) != 0)
        return -1;
    source->name = catalog_text(reading, values[0]);
    source->release = catalog_text(reading, values[1]);
    source->run_prefix = catalog_text(reading, values[2]);
    source->object_prefix = catalog_text(reading, values[3]);
    source->host_title = catalog_text(reading, values[4]);
    return 0;
}

static void *read_mode(struct catalog_reading *reading, struct view name, uint32_t node)
{
    static const struct catalog_rule rules[] = {{"pass", TYPE_TEXT, false}};
    struct catalog_mode *mode = arena_alloc(&reading->catalog->arena, sizeof *mode);
    uint32_t values[CATALOG_RULES_MAX];

    if (catalog_read_object(reading, node, rules, LENGTH(rules), values) != 0)
        return NULL;
    *mode = (struct catalog_mode){.name = name, .pass = catalog_text(reading, values[0])};
    return mode;
}

static int read_measured(struct catalog_reading *reading, uint32_t node,
                         struct catalog_metric *metric)
{
    static const struct catalog_rule rules[] = {{"metric", TYPE_TOKEN, false},
                                                {"unit", TYPE_TOKEN, false},
                                                {"factor", TYPE_SIZE, false}};
    uint32_t values[CATALOG_RULES_MAX];

    if (catalog_read_object(reading, node, rules, LENGTH(rules), values) != 0)
        return -1;
    metric->measured_metric = catalog_text(reading, values[0]);
    metric->measured_unit = catalog_text(reading, values[1]);
    metric->factor = number_of(reading->document, values[2]);
    if (metric->timed && !view_is(metric->measured_unit, "ns"))
        return CATALOG_FAIL(reading, values[1], "the unit of a duration is ns");
    return 0;
}

static int read_protocol(struct catalog_reading *reading, uint32_t node,
                         struct catalog_metric *metric)
{
    static const struct catalog_rule rules[] = {{"name", TYPE_TEXT, false},
                                                {"title", TYPE_TEXT, false},
                                                {"spec", TYPE_OBJECT, false}};
    uint32_t values[CATALOG_RULES_MAX];

    if (catalog_read_object(reading, node, rules, LENGTH(rules), values) != 0)
        return -1;
    metric->protocol_name = catalog_text(reading, values[0]);
    metric->protocol_title = catalog_text(reading, values[1]);
    metric->protocol_spec = values[2];
    return 0;
}

static void *read_metric(struct catalog_reading *reading, struct view name, uint32_t node)
{
    static const struct catalog_rule rules[] = {
        {"unit", TYPE_TEXT, false},       {"timed", TYPE_BOOLEAN, false},
        {"mark", TYPE_TOKEN, true},       {"native", TYPE_TOKEN, false},
        {"measured", TYPE_OBJECT, false}, {"protocol", TYPE_OBJECT, false}};
    struct catalog_metric *metric = arena_alloc(&reading->catalog->arena, sizeof *metric);
    uint32_t values[CATALOG_RULES_MAX];

    if (catalog_read_object(reading, node, rules, LENGTH(rules), values) != 0)
        return NULL;
    *metric = (struct catalog_metric){
        .name = name,
        .unit = catalog_text(reading, values[0]),
        .timed = document_is(reading->document, values[1], NODE_TRUE),
        .mark = catalog_text(reading, values[2]),
        .native = catalog_text(reading, values[3]),
        .layer = reading->layer};
    if (read_measured(reading, values[4], metric) != 0 ||
        read_protocol(reading, values[5], metric) != 0)
        return NULL;
    return metric;
}

static void *read_gpu(struct catalog_reading *reading, struct view name, uint32_t node)
{
    static const struct catalog_rule rules[] = {{"title", TYPE_TEXT, false},
                                                {"hardware", TYPE_OBJECT, false},
                                                {"software", TYPE_OBJECT, true}};
    struct catalog_gpu *gpu = arena_alloc(&reading->catalog->arena, sizeof *gpu);
    uint32_t values[CATALOG_RULES_MAX];

    if (catalog_read_object(reading, node, rules, LENGTH(rules), values) != 0)
        return NULL;
    *gpu = (struct catalog_gpu){.name = name,
                                .title = catalog_text(reading, values[0]),
                                .layer = reading->layer,
                                .hardware = values[1],
                                .software = values[2]};
    return gpu;
}

/* The spec stands in the catalog as it is; kidx-validate knows its members. */
static void *read_project(struct catalog_reading *reading, struct view slug, uint32_t node)
{
    struct catalog_project *project =
        arena_alloc(&reading->catalog->arena, sizeof *project);
    uint32_t repository = document_member(reading->document, node, "repository");

    if (!value_is_slug(slug)) {
        CATALOG_FAIL(reading, node, "the name of a project is a slug");
        return NULL;
    }
    if (!document_is(reading->document, node, NODE_OBJECT)) {
        CATALOG_FAIL(reading, node, "expected an object");
        return NULL;
    }
    if (repository != NODE_NONE &&
        !document_is(reading->document, repository, NODE_STRING)) {
        CATALOG_FAIL(reading, repository, "expected a text");
        return NULL;
    }
    *project = (struct catalog_project){.slug = slug,
                                        .repository = catalog_text(reading, repository),
                                        .layer = reading->layer,
                                        .spec = node};
    return project;
}

static void *read_provider(struct catalog_reading *reading, struct view name, uint32_t node)
{
    static const struct catalog_rule rules[] = {
        {"project", TYPE_SLUG, false},   {"title", TYPE_TEXT, false},
        {"language", TYPE_TOKEN, false}, {"licensing", TYPE_OBJECT, false},
        {"package", TYPE_TEXT, true},    {"role", TYPE_TEXT, true}};
    struct catalog_provider *provider =
        arena_alloc(&reading->catalog->arena, sizeof *provider);
    uint32_t values[CATALOG_RULES_MAX];

    if (catalog_read_object(reading, node, rules, LENGTH(rules), values) != 0)
        return NULL;
    *provider = (struct catalog_provider){.name = name,
                                          .project_slug = catalog_text(reading, values[0]),
                                          .title = catalog_text(reading, values[1]),
                                          .language = catalog_text(reading, values[2]),
                                          .package = catalog_text(reading, values[4]),
                                          .role = catalog_text(reading, values[5]),
                                          .layer = reading->layer,
                                          .node = node,
                                          .licensing = values[3]};
    return provider;
}

/* --- the layer --- */

/* Read each member of the object NODE and put it into MAP. */
static int read_entries(struct catalog_reading *reading, uint32_t node, struct map *map,
                        void *(*read)(struct catalog_reading *reading, struct view name,
                                      uint32_t node))
{
    const struct document *document = reading->document;

    if (node == NODE_NONE)
        return 0;
    for (uint32_t name = node + 1; name < document->nodes[node].next;
         name = document->nodes[name + 1].next) {
        struct view text = document_string(document, name);
        void *entry = read(reading, text, name + 1);

        if (entry == NULL)
            return -1;
        map_put(map, text.data, text.length, NULL)->value.pointer = entry;
    }
    return 0;
}

int catalog_read(struct catalog *catalog, struct catalog_layer *layer, bool is_first,
                 struct diag *diag)
{
    struct catalog_rule rules[] = {{"kind", TYPE_TEXT, false},
                                   {"source", TYPE_OBJECT, !is_first},
                                   {"modes", TYPE_OBJECT, !is_first},
                                   {"metrics", TYPE_OBJECT, !is_first},
                                   {"gpus", TYPE_OBJECT, !is_first},
                                   {"projects", TYPE_OBJECT, !is_first},
                                   {"providers", TYPE_OBJECT, !is_first},
                                   {"kernels", TYPE_OBJECT, !is_first},
                                   {"prelude", TYPE_PROGRAM, true}};
    struct catalog_reading reading = {catalog, layer, layer->document, diag};
    uint32_t values[CATALOG_RULES_MAX];

    if (catalog_read_object(&reading, 0, rules, LENGTH(rules), values) != 0)
        return -1;
    if (!document_string_is(layer->document, values[0], "kidx.catalog/v1"))
        return CATALOG_FAIL(&reading, values[0], "expected \"kidx.catalog/v1\"");
    layer->prelude = values[8];
    if (values[1] != NODE_NONE && read_source(&reading, values[1]) != 0)
        return -1;
    if (read_entries(&reading, values[2], &catalog->modes, read_mode) != 0 ||
        read_entries(&reading, values[3], &catalog->metrics, read_metric) != 0 ||
        read_entries(&reading, values[4], &catalog->gpus, read_gpu) != 0 ||
        read_entries(&reading, values[5], &catalog->projects, read_project) != 0 ||
        read_entries(&reading, values[6], &catalog->providers, read_provider) != 0)
        return -1;
    return read_entries(&reading, values[7], &catalog->kernels, catalog_read_kernel);
}
