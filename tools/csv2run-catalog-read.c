#include <config.h>

#include "csv2run-catalog-read.h"
#include "csv2run-value.h"

#include "json/number.h"
#include "record/expression.h"

#define LENGTH(array) (sizeof(array) / sizeof *(array))

enum type {
    TYPE_TEXT,
    TYPE_TOKEN,
    TYPE_SLUG,
    TYPE_BOOLEAN,
    TYPE_SIZE,
    TYPE_OBJECT,
    TYPE_LIST,
    TYPE_PROGRAM
};

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

/* A member of a closed object. */
struct rule {
    const char *name;
    enum type type;
    bool optional;
};

enum { RULES_MAX = 12 };

struct reading {
    struct catalog *catalog;
    struct catalog_layer *layer;
    const struct document *document;
    struct diag *diag;
};

#define FAIL(reading, node, ...) \
    catalog_fail((reading)->layer, (node), (reading)->diag, __VA_ARGS__)

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

static bool is_of_type(const struct document *document, uint32_t node, enum type type)
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

/* The values of an object's members in the order of RULES, NODE_NONE for an optional one
 * that is not there. */
static int read_object(struct reading *reading, uint32_t node, const struct rule *rules,
                       size_t count, uint32_t values[RULES_MAX])
{
    const struct document *document = reading->document;

    for (size_t i = 0; i < count; i++)
        values[i] = NODE_NONE;
    if (!document_is(document, node, NODE_OBJECT))
        return FAIL(reading, node, "expected an object");
    for (uint32_t name = node + 1; name < document->nodes[node].next;
         name = document->nodes[name + 1].next) {
        size_t i = 0;

        while (i < count && !document_string_is(document, name, rules[i].name))
            i++;
        if (i == count)
            return FAIL(reading, name + 1, "there is no such member");
        if (!is_of_type(document, name + 1, rules[i].type))
            return FAIL(reading, name + 1, "expected %s", type_names[rules[i].type]);
        values[i] = name + 1;
    }
    for (size_t i = 0; i < count; i++)
        if (values[i] == NODE_NONE && !rules[i].optional)
            return FAIL(reading, node, "the member \"%s\" is missing", rules[i].name);
    return 0;
}

static struct view text_of(const struct reading *reading, uint32_t node)
{
    return node == NODE_NONE ? (struct view){NULL, 0}
                             : document_string(reading->document, node);
}

/* --- entries --- */

static int read_source(struct reading *reading, uint32_t node)
{
    static const struct rule rules[] = {{"name", TYPE_SLUG, false},
                                        {"release", TYPE_TOKEN, false},
                                        {"run_prefix", TYPE_TEXT, false},
                                        {"object_prefix", TYPE_TEXT, false},
                                        {"host_title", TYPE_TEXT, false}};
    struct catalog_source *source = &reading->catalog->source;
    uint32_t values[RULES_MAX];

    if (read_object(reading, node, rules, LENGTH(rules), values) != 0)
        return -1;
    source->name = text_of(reading, values[0]);
    source->release = text_of(reading, values[1]);
    source->run_prefix = text_of(reading, values[2]);
    source->object_prefix = text_of(reading, values[3]);
    source->host_title = text_of(reading, values[4]);
    return 0;
}

static void *read_mode(struct reading *reading, struct view name, uint32_t node)
{
    static const struct rule rules[] = {{"pass", TYPE_TEXT, false}};
    struct catalog_mode *mode = arena_alloc(&reading->catalog->arena, sizeof *mode);
    uint32_t values[RULES_MAX];

    if (read_object(reading, node, rules, LENGTH(rules), values) != 0)
        return NULL;
    *mode = (struct catalog_mode){.name = name, .pass = text_of(reading, values[0])};
    return mode;
}

static int read_measured(struct reading *reading, uint32_t node,
                         struct catalog_metric *metric)
{
    static const struct rule rules[] = {{"metric", TYPE_TOKEN, false},
                                        {"unit", TYPE_TOKEN, false},
                                        {"factor", TYPE_SIZE, false}};
    uint32_t values[RULES_MAX];

    if (read_object(reading, node, rules, LENGTH(rules), values) != 0)
        return -1;
    metric->measured_metric = text_of(reading, values[0]);
    metric->measured_unit = text_of(reading, values[1]);
    metric->factor = number_of(reading->document, values[2]);
    if (metric->timed && !view_is(metric->measured_unit, "ns"))
        return FAIL(reading, values[1], "the unit of a duration is ns");
    return 0;
}

static int read_protocol(struct reading *reading, uint32_t node,
                         struct catalog_metric *metric)
{
    static const struct rule rules[] = {{"name", TYPE_TEXT, false},
                                        {"title", TYPE_TEXT, false},
                                        {"spec", TYPE_OBJECT, false}};
    uint32_t values[RULES_MAX];

    if (read_object(reading, node, rules, LENGTH(rules), values) != 0)
        return -1;
    metric->protocol_name = text_of(reading, values[0]);
    metric->protocol_title = text_of(reading, values[1]);
    metric->protocol_spec = values[2];
    return 0;
}

static void *read_metric(struct reading *reading, struct view name, uint32_t node)
{
    static const struct rule rules[] = {
        {"unit", TYPE_TEXT, false},       {"timed", TYPE_BOOLEAN, false},
        {"mark", TYPE_TOKEN, true},       {"native", TYPE_TOKEN, false},
        {"measured", TYPE_OBJECT, false}, {"protocol", TYPE_OBJECT, false}};
    struct catalog_metric *metric = arena_alloc(&reading->catalog->arena, sizeof *metric);
    uint32_t values[RULES_MAX];

    if (read_object(reading, node, rules, LENGTH(rules), values) != 0)
        return NULL;
    *metric = (struct catalog_metric){
        .name = name,
        .unit = text_of(reading, values[0]),
        .timed = document_is(reading->document, values[1], NODE_TRUE),
        .mark = text_of(reading, values[2]),
        .native = text_of(reading, values[3]),
        .layer = reading->layer};
    if (read_measured(reading, values[4], metric) != 0 ||
        read_protocol(reading, values[5], metric) != 0)
        return NULL;
    return metric;
}

static void *read_gpu(struct reading *reading, struct view name, uint32_t node)
{
    static const struct rule rules[] = {{"title", TYPE_TEXT, false},
                                        {"hardware", TYPE_OBJECT, false},
                                        {"software", TYPE_OBJECT, true}};
    struct catalog_gpu *gpu = arena_alloc(&reading->catalog->arena, sizeof *gpu);
    uint32_t values[RULES_MAX];

    if (read_object(reading, node, rules, LENGTH(rules), values) != 0)
        return NULL;
    *gpu = (struct catalog_gpu){.name = name,
                                .title = text_of(reading, values[0]),
                                .layer = reading->layer,
                                .hardware = values[1],
                                .software = values[2]};
    return gpu;
}

/* The spec stands in the catalog as it is; kidx-validate knows its members. */
static void *read_project(struct reading *reading, struct view slug, uint32_t node)
{
    struct catalog_project *project =
        arena_alloc(&reading->catalog->arena, sizeof *project);
    uint32_t repository = document_member(reading->document, node, "repository");

    if (!value_is_slug(slug)) {
        FAIL(reading, node, "the name of a project is a slug");
        return NULL;
    }
    if (!document_is(reading->document, node, NODE_OBJECT)) {
        FAIL(reading, node, "expected an object");
        return NULL;
    }
    if (repository != NODE_NONE &&
        !document_is(reading->document, repository, NODE_STRING)) {
        FAIL(reading, repository, "expected a text");
        return NULL;
    }
    *project = (struct catalog_project){.slug = slug,
                                        .repository = text_of(reading, repository),
                                        .layer = reading->layer,
                                        .spec = node};
    return project;
}

static void *read_provider(struct reading *reading, struct view name, uint32_t node)
{
    static const struct rule rules[] = {
        {"project", TYPE_SLUG, false},   {"title", TYPE_TEXT, false},
        {"language", TYPE_TOKEN, false}, {"licensing", TYPE_OBJECT, false},
        {"package", TYPE_TEXT, true},    {"role", TYPE_TEXT, true}};
    struct catalog_provider *provider =
        arena_alloc(&reading->catalog->arena, sizeof *provider);
    uint32_t values[RULES_MAX];

    if (read_object(reading, node, rules, LENGTH(rules), values) != 0)
        return NULL;
    *provider = (struct catalog_provider){.name = name,
                                          .project_slug = text_of(reading, values[0]),
                                          .title = text_of(reading, values[1]),
                                          .language = text_of(reading, values[2]),
                                          .package = text_of(reading, values[4]),
                                          .role = text_of(reading, values[5]),
                                          .layer = reading->layer,
                                          .node = node,
                                          .licensing = values[3]};
    return provider;
}

/* --- kernels --- */

static struct view part(struct view text, size_t from, size_t to)
{
    return (struct view){text.data + from, to - from};
}

static size_t find_byte(struct view text, size_t from, char byte)
{
    while (from < text.length && text.data[from] != byte)
        from++;
    return from;
}

static bool read_dimension(struct view text, struct catalog_dimension *dimension)
{
    double size;

    *dimension = (struct catalog_dimension){{NULL, 0}, 0};
    if (value_is_token(text)) {
        dimension->axis = text;
        return true;
    }
    if (text.length == 0 || text.data[0] == '-' || !value_number(text, &size) ||
        (size != 0 && !value_is_size(size)))
        return false;
    dimension->size = (uint64_t)size;
    return find_byte(text, 0, '.') == text.length && find_byte(text, 0, 'e') == text.length;
}

/* NAME:DTYPE[DIM,...] */
static bool read_tensor(struct reading *reading, struct view text,
                        struct catalog_tensor *tensor)
{
    size_t colon = find_byte(text, 0, ':');
    size_t bracket = find_byte(text, colon, '[');
    size_t at = bracket + 1;

    if (bracket == text.length || text.data[text.length - 1] != ']')
        return false;
    tensor->name = part(text, 0, colon);
    tensor->dtype = part(text, colon + 1, bracket);
    tensor->count = 0;
    tensor->dimensions = arena_array(&reading->catalog->arena, text.length - bracket,
                                     sizeof *tensor->dimensions);
    if (!value_is_token(tensor->name) || !value_is_token(tensor->dtype))
        return false;
    while (at < text.length) {
        size_t end = find_byte(text, at, ',');

        if (end == text.length)
            end--;
        if (!read_dimension(part(text, at, end), &tensor->dimensions[tensor->count++]))
            return false;
        at = end + 1;
    }
    return tensor->count > 0;
}

static size_t count_children(const struct document *document, uint32_t node)
{
    size_t count = 0;

    for (uint32_t child = node + 1; child < document->nodes[node].next;
         child = document->nodes[child].next)
        count++;
    return count;
}

/* The tensors of a list; NULL: said. */
static struct catalog_tensor *read_tensors(struct reading *reading, uint32_t node,
                                           size_t *count)
{
    const struct document *document = reading->document;
    struct catalog_tensor *tensors = arena_array(
        &reading->catalog->arena, count_children(document, node), sizeof *tensors);
    size_t number = 0;

    for (uint32_t child = node + 1; child < document->nodes[node].next;
         child = document->nodes[child].next) {
        if (!document_is(document, child, NODE_STRING) ||
            !read_tensor(reading, document_string(document, child), &tensors[number])) {
            FAIL(reading, child, "expected a tensor, NAME:DTYPE[DIM,...]");
            return NULL;
        }
        for (size_t i = 0; i < number; i++) {
            if (view_equal(tensors[i].name, tensors[number].name)) {
                FAIL(reading, child, "there is a tensor of this name already");
                return NULL;
            }
        }
        number++;
    }
    *count = number;
    return tensors;
}

static int read_derived(struct reading *reading, uint32_t node,
                        struct catalog_kernel *kernel)
{
    const struct document *document = reading->document;

    if (node == NODE_NONE)
        return 0;
    kernel->derived = arena_array(&reading->catalog->arena, count_children(document, node),
                                  sizeof *kernel->derived);
    for (uint32_t name = node + 1; name < document->nodes[node].next;
         name = document->nodes[name + 1].next) {
        struct catalog_derived *derived = &kernel->derived[kernel->derived_count++];
        const char *problem;

        derived->name = document_string(document, name);
        if (!value_is_token(derived->name))
            return FAIL(reading, name + 1, "the name of an axis is [a-z][a-z0-9_]*");
        if (!document_is(document, name + 1, NODE_STRING))
            return FAIL(reading, name + 1, "expected an expression");
        derived->expression = document_string(document, name + 1);
        problem = expression_check(derived->expression);
        if (problem != NULL)
            return FAIL(reading, name + 1, "no expression: %s", problem);
    }
    return 0;
}

static void *read_kernel(struct reading *reading, struct view name, uint32_t node)
{
    static const struct rule rules[] = {
        {"slug", TYPE_SLUG, false},    {"family", TYPE_SLUG, false},
        {"title", TYPE_TEXT, false},   {"inputs", TYPE_LIST, false},
        {"outputs", TYPE_LIST, false}, {"derived", TYPE_OBJECT, true},
        {"bind", TYPE_PROGRAM, false}};
    struct catalog_kernel *kernel = arena_alloc(&reading->catalog->arena, sizeof *kernel);
    uint32_t values[RULES_MAX];

    if (read_object(reading, node, rules, LENGTH(rules), values) != 0)
        return NULL;
    *kernel = (struct catalog_kernel){.name = name,
                                      .slug = text_of(reading, values[0]),
                                      .family = text_of(reading, values[1]),
                                      .title = text_of(reading, values[2]),
                                      .layer = reading->layer,
                                      .bind = values[6]};
    kernel->inputs = read_tensors(reading, values[3], &kernel->input_count);
    if (kernel->inputs == NULL)
        return NULL;
    kernel->outputs = read_tensors(reading, values[4], &kernel->output_count);
    if (kernel->outputs == NULL || read_derived(reading, values[5], kernel) != 0)
        return NULL;
    return kernel;
}

/* --- the layer --- */

/* Read each member of the object NODE and put it into MAP. */
static int read_entries(struct reading *reading, uint32_t node, struct map *map,
                        void *(*read)(struct reading *reading, struct view name,
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
    struct rule rules[] = {{"kind", TYPE_TEXT, false},
                           {"source", TYPE_OBJECT, !is_first},
                           {"modes", TYPE_OBJECT, !is_first},
                           {"metrics", TYPE_OBJECT, !is_first},
                           {"gpus", TYPE_OBJECT, !is_first},
                           {"projects", TYPE_OBJECT, !is_first},
                           {"providers", TYPE_OBJECT, !is_first},
                           {"kernels", TYPE_OBJECT, !is_first},
                           {"prelude", TYPE_PROGRAM, true}};
    struct reading reading = {catalog, layer, layer->document, diag};
    uint32_t values[RULES_MAX];

    if (read_object(&reading, 0, rules, LENGTH(rules), values) != 0)
        return -1;
    if (!document_string_is(layer->document, values[0], "kidx.catalog/v1"))
        return FAIL(&reading, values[0], "expected \"kidx.catalog/v1\"");
    layer->prelude = values[8];
    if (values[1] != NODE_NONE && read_source(&reading, values[1]) != 0)
        return -1;
    if (read_entries(&reading, values[2], &catalog->modes, read_mode) != 0 ||
        read_entries(&reading, values[3], &catalog->metrics, read_metric) != 0 ||
        read_entries(&reading, values[4], &catalog->gpus, read_gpu) != 0 ||
        read_entries(&reading, values[5], &catalog->projects, read_project) != 0 ||
        read_entries(&reading, values[6], &catalog->providers, read_provider) != 0)
        return -1;
    return read_entries(&reading, values[7], &catalog->kernels, read_kernel);
}
