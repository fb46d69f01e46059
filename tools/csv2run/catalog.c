#include <config.h>

#include "catalog.h"
#include "value.h"

#include "json/number.h"
#include "json/pointer.h"
#include "json/program.h"
#include "record/expression.h"
#include "tool/aux-file.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#define LENGTH(array) (sizeof(array) / sizeof *(array))

enum { LAYER_MAX = 64 << 20 };

void catalog_init(struct catalog *catalog)
{
    *catalog = (struct catalog){.layers = NULL};
    arena_init(&catalog->arena);
    map_init(&catalog->modes);
    map_init(&catalog->metrics);
    map_init(&catalog->gpus);
    map_init(&catalog->projects);
    map_init(&catalog->providers);
    map_init(&catalog->kernels);
}

void catalog_release(struct catalog *catalog)
{
    for (size_t i = 0; i < catalog->layer_count; i++) {
        reader_free(catalog->layers[i]->reader);
        buf_release(&catalog->layers[i]->text);
        free(catalog->layers[i]);
    }
    free(catalog->layers);
    arena_release(&catalog->arena);
    map_release(&catalog->modes);
    map_release(&catalog->metrics);
    map_release(&catalog->gpus);
    map_release(&catalog->projects);
    map_release(&catalog->providers);
    map_release(&catalog->kernels);
}

int catalog_fail(const struct catalog_layer *layer, uint32_t node, struct diag *diag,
                 const char *format, ...)
{
    struct diag_place place = {layer->file, 0, 0};
    char text[DIAG_LINE_SIZE];
    struct buf pointer;
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    buf_init(&pointer);
    pointer_append(layer->document, node, &pointer);
    diag_say(diag, DIAG_ERROR, &place, NULL, "%s%s%s", buf_text(&pointer),
             pointer.length > 0 ? ": " : "", text);
    diag_raise(diag, EXIT_TROUBLE);
    buf_release(&pointer);
    return -1;
}

/* --- parser a layer ---
 *
 * Objects are closed: an unknown member, a missing one and a value of another type than
 * kidx-catalog(5) says are errors. The readers report; -1 and NULL mean that.
 */

struct layer_parser {
    struct catalog *catalog;
    struct catalog_layer *layer;
    const struct document *document;
    struct diag *diag;
};

#define CATALOG_FAIL(parser, node, ...) \
    catalog_fail((parser)->layer, (node), (parser)->diag, __VA_ARGS__)

enum catalog_type {
    TYPE_TEXT,
    TYPE_TOKEN,
    TYPE_SLUG,
    TYPE_BOOLEAN,
    TYPE_SIZE,
    TYPE_OBJECT,
    TYPE_LIST, /* not empty */
    TYPE_PROGRAM
};

/* A member of a closed object. */
struct catalog_rule {
    const char *name;
    enum catalog_type type;
    bool optional;
};

enum { CATALOG_RULES_MAX = 12 };

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

/* Store the values of an object's members in VALUES, in the order of RULES; NODE_NONE for
 * an optional member that is absent. -1: reported. */
static int read_object(struct layer_parser *parser, uint32_t node,
                       const struct catalog_rule *rules, size_t count,
                       uint32_t values[CATALOG_RULES_MAX])
{
    const struct document *document = parser->document;

    for (size_t i = 0; i < count; i++)
        values[i] = NODE_NONE;
    if (!document_is(document, node, NODE_OBJECT))
        return CATALOG_FAIL(parser, node, "expected an object");
    for (uint32_t name = node + 1; name < document->nodes[node].next;
         name = document->nodes[name + 1].next) {
        size_t i = 0;

        while (i < count && !document_string_is(document, name, rules[i].name))
            i++;
        if (i == count)
            return CATALOG_FAIL(parser, name + 1, "there is no such member");
        if (!is_of_type(document, name + 1, rules[i].type))
            return CATALOG_FAIL(parser, name + 1, "expected %s", type_names[rules[i].type]);
        values[i] = name + 1;
    }
    for (size_t i = 0; i < count; i++)
        if (values[i] == NODE_NONE && !rules[i].optional)
            return CATALOG_FAIL(parser, node, "the member \"%s\" is missing",
                                rules[i].name);
    return 0;
}

/* The text of a node; data NULL for NODE_NONE. */
static struct view text_of(const struct layer_parser *parser, uint32_t node)
{
    return node == NODE_NONE ? (struct view){NULL, 0}
                             : document_string(parser->document, node);
}

/* --- entries --- */

static int read_source(struct layer_parser *parser, uint32_t node)
{
    static const struct catalog_rule rules[] = {{"name", TYPE_SLUG, false},
                                                {"release", TYPE_TOKEN, false},
                                                {"run_prefix", TYPE_TEXT, false},
                                                {"object_prefix", TYPE_TEXT, false},
                                                {"host_title", TYPE_TEXT, false}};
    struct catalog_source *source = &parser->catalog->source;
    uint32_t values[CATALOG_RULES_MAX];

    if (read_object(parser, node, rules, LENGTH(rules), values) != 0)
        return -1;
    source->name = text_of(parser, values[0]);
    source->release = text_of(parser, values[1]);
    source->run_prefix = text_of(parser, values[2]);
    source->object_prefix = text_of(parser, values[3]);
    source->host_title = text_of(parser, values[4]);
    return 0;
}

static void *read_mode(struct layer_parser *parser, struct view name, uint32_t node)
{
    static const struct catalog_rule rules[] = {{"pass", TYPE_TEXT, false}};
    struct catalog_mode *mode = arena_alloc(&parser->catalog->arena, sizeof *mode);
    uint32_t values[CATALOG_RULES_MAX];

    if (read_object(parser, node, rules, LENGTH(rules), values) != 0)
        return NULL;
    *mode = (struct catalog_mode){.name = name, .pass = text_of(parser, values[0])};
    return mode;
}

static int read_measured(struct layer_parser *parser, uint32_t node,
                         struct catalog_metric *metric)
{
    static const struct catalog_rule rules[] = {{"metric", TYPE_TOKEN, false},
                                                {"unit", TYPE_TOKEN, false},
                                                {"factor", TYPE_SIZE, false}};
    uint32_t values[CATALOG_RULES_MAX];

    if (read_object(parser, node, rules, LENGTH(rules), values) != 0)
        return -1;
    metric->measured_metric = text_of(parser, values[0]);
    metric->measured_unit = text_of(parser, values[1]);
    metric->factor = number_of(parser->document, values[2]);
    if (metric->timed && !view_is(metric->measured_unit, "ns"))
        return CATALOG_FAIL(parser, values[1], "the unit of a duration is ns");
    return 0;
}

static int read_protocol(struct layer_parser *parser, uint32_t node,
                         struct catalog_metric *metric)
{
    static const struct catalog_rule rules[] = {{"name", TYPE_TEXT, false},
                                                {"title", TYPE_TEXT, false},
                                                {"spec", TYPE_OBJECT, false}};
    uint32_t values[CATALOG_RULES_MAX];

    if (read_object(parser, node, rules, LENGTH(rules), values) != 0)
        return -1;
    metric->protocol_name = text_of(parser, values[0]);
    metric->protocol_title = text_of(parser, values[1]);
    metric->protocol_spec = values[2];
    return 0;
}

static void *read_metric(struct layer_parser *parser, struct view name, uint32_t node)
{
    static const struct catalog_rule rules[] = {
        {"unit", TYPE_TEXT, false},       {"timed", TYPE_BOOLEAN, false},
        {"mark", TYPE_TOKEN, true},       {"native", TYPE_TOKEN, false},
        {"measured", TYPE_OBJECT, false}, {"protocol", TYPE_OBJECT, false}};
    struct catalog_metric *metric = arena_alloc(&parser->catalog->arena, sizeof *metric);
    uint32_t values[CATALOG_RULES_MAX];

    if (read_object(parser, node, rules, LENGTH(rules), values) != 0)
        return NULL;
    *metric = (struct catalog_metric){
        .name = name,
        .unit = text_of(parser, values[0]),
        .timed = document_is(parser->document, values[1], NODE_TRUE),
        .mark = text_of(parser, values[2]),
        .native = text_of(parser, values[3]),
        .layer = parser->layer};
    if (read_measured(parser, values[4], metric) != 0 ||
        read_protocol(parser, values[5], metric) != 0)
        return NULL;
    return metric;
}

static void *read_gpu(struct layer_parser *parser, struct view name, uint32_t node)
{
    static const struct catalog_rule rules[] = {{"title", TYPE_TEXT, false},
                                                {"hardware", TYPE_OBJECT, false},
                                                {"software", TYPE_OBJECT, true}};
    struct catalog_gpu *gpu = arena_alloc(&parser->catalog->arena, sizeof *gpu);
    uint32_t values[CATALOG_RULES_MAX];

    if (read_object(parser, node, rules, LENGTH(rules), values) != 0)
        return NULL;
    *gpu = (struct catalog_gpu){.name = name,
                                .title = text_of(parser, values[0]),
                                .layer = parser->layer,
                                .hardware = values[1],
                                .software = values[2]};
    return gpu;
}

/* A project is its spec, which is copied unchecked; kidx-validate knows the members. */
static void *read_project(struct layer_parser *parser, struct view slug, uint32_t node)
{
    struct catalog_project *project = arena_alloc(&parser->catalog->arena, sizeof *project);
    uint32_t repository = document_member(parser->document, node, "repository");

    if (!value_is_slug(slug)) {
        CATALOG_FAIL(parser, node, "the name of a project is a slug");
        return NULL;
    }
    if (!document_is(parser->document, node, NODE_OBJECT)) {
        CATALOG_FAIL(parser, node, "expected an object");
        return NULL;
    }
    if (repository != NODE_NONE &&
        !document_is(parser->document, repository, NODE_STRING)) {
        CATALOG_FAIL(parser, repository, "expected a text");
        return NULL;
    }
    *project = (struct catalog_project){.slug = slug,
                                        .repository = text_of(parser, repository),
                                        .layer = parser->layer,
                                        .spec = node};
    return project;
}

static void *read_provider(struct layer_parser *parser, struct view name, uint32_t node)
{
    static const struct catalog_rule rules[] = {
        {"project", TYPE_SLUG, false},   {"title", TYPE_TEXT, false},
        {"language", TYPE_TOKEN, false}, {"licensing", TYPE_OBJECT, false},
        {"package", TYPE_TEXT, true},    {"role", TYPE_TEXT, true}};
    struct catalog_provider *provider =
        arena_alloc(&parser->catalog->arena, sizeof *provider);
    uint32_t values[CATALOG_RULES_MAX];

    if (read_object(parser, node, rules, LENGTH(rules), values) != 0)
        return NULL;
    *provider = (struct catalog_provider){.name = name,
                                          .project_slug = text_of(parser, values[0]),
                                          .title = text_of(parser, values[1]),
                                          .language = text_of(parser, values[2]),
                                          .package = text_of(parser, values[4]),
                                          .role = text_of(parser, values[5]),
                                          .layer = parser->layer,
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
static bool read_tensor(struct layer_parser *parser, struct view text,
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
    tensor->dimensions = arena_array(&parser->catalog->arena, text.length - bracket,
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

/* Read the tensors of a list. NULL: reported. */
static struct catalog_tensor *read_tensors(struct layer_parser *parser, uint32_t node,
                                           size_t *count)
{
    const struct document *document = parser->document;
    struct catalog_tensor *tensors = arena_array(
        &parser->catalog->arena, count_children(document, node), sizeof *tensors);
    size_t number = 0;

    for (uint32_t child = node + 1; child < document->nodes[node].next;
         child = document->nodes[child].next) {
        if (!document_is(document, child, NODE_STRING) ||
            !read_tensor(parser, document_string(document, child), &tensors[number])) {
            CATALOG_FAIL(parser, child, "expected a tensor, NAME:DTYPE[DIM,...]");
            return NULL;
        }
        for (size_t i = 0; i < number; i++) {
            if (view_equal(tensors[i].name, tensors[number].name)) {
                CATALOG_FAIL(parser, child, "there is a tensor of this name already");
                return NULL;
            }
        }
        number++;
    }
    *count = number;
    return tensors;
}

static int read_derived(struct layer_parser *parser, uint32_t node,
                        struct catalog_kernel *kernel)
{
    const struct document *document = parser->document;

    if (node == NODE_NONE)
        return 0;
    kernel->derived = arena_array(&parser->catalog->arena, count_children(document, node),
                                  sizeof *kernel->derived);
    for (uint32_t name = node + 1; name < document->nodes[node].next;
         name = document->nodes[name + 1].next) {
        struct catalog_derived *derived = &kernel->derived[kernel->derived_count++];
        const char *problem;

        derived->name = document_string(document, name);
        if (!value_is_token(derived->name))
            return CATALOG_FAIL(parser, name + 1, "the name of an axis is [a-z][a-z0-9_]*");
        if (!document_is(document, name + 1, NODE_STRING))
            return CATALOG_FAIL(parser, name + 1, "expected an expression");
        derived->expression = document_string(document, name + 1);
        problem = expression_check(derived->expression);
        if (problem != NULL)
            return CATALOG_FAIL(parser, name + 1, "no expression: %s", problem);
    }
    return 0;
}

static void *read_kernel(struct layer_parser *parser, struct view name, uint32_t node)
{
    static const struct catalog_rule rules[] = {
        {"slug", TYPE_SLUG, false},    {"family", TYPE_SLUG, false},
        {"title", TYPE_TEXT, false},   {"inputs", TYPE_LIST, false},
        {"outputs", TYPE_LIST, false}, {"derived", TYPE_OBJECT, true},
        {"bind", TYPE_PROGRAM, false}};
    struct catalog_kernel *kernel = arena_alloc(&parser->catalog->arena, sizeof *kernel);
    uint32_t values[CATALOG_RULES_MAX];

    if (read_object(parser, node, rules, LENGTH(rules), values) != 0)
        return NULL;
    *kernel = (struct catalog_kernel){.name = name,
                                      .slug = text_of(parser, values[0]),
                                      .family = text_of(parser, values[1]),
                                      .title = text_of(parser, values[2]),
                                      .layer = parser->layer,
                                      .bind = values[6]};
    kernel->inputs = read_tensors(parser, values[3], &kernel->input_count);
    if (kernel->inputs == NULL)
        return NULL;
    kernel->outputs = read_tensors(parser, values[4], &kernel->output_count);
    if (kernel->outputs == NULL || read_derived(parser, values[5], kernel) != 0)
        return NULL;
    return kernel;
}

/* --- the layer --- */

/* Read each member of the object NODE and put it into MAP. */
static int read_entries(struct layer_parser *parser, uint32_t node, struct map *map,
                        void *(*read)(struct layer_parser *parser, struct view name,
                                      uint32_t node))
{
    const struct document *document = parser->document;

    if (node == NODE_NONE)
        return 0;
    for (uint32_t name = node + 1; name < document->nodes[node].next;
         name = document->nodes[name + 1].next) {
        struct view text = document_string(document, name);
        void *entry = read(parser, text, name + 1);

        if (entry == NULL)
            return -1;
        map_put(map, text.data, text.length, NULL)->value.pointer = entry;
    }
    return 0;
}

/* Lay the entries of LAYER, whose document is read, over CATALOG. -1: reported. */
static int read_layer(struct catalog *catalog, struct catalog_layer *layer, bool is_first,
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
    struct layer_parser parser = {catalog, layer, layer->document, diag};
    uint32_t values[CATALOG_RULES_MAX];

    if (read_object(&parser, 0, rules, LENGTH(rules), values) != 0)
        return -1;
    if (!document_string_is(layer->document, values[0], "kidx.catalog/v1"))
        return CATALOG_FAIL(&parser, values[0], "expected \"kidx.catalog/v1\"");
    layer->prelude = values[8];
    if (values[1] != NODE_NONE && read_source(&parser, values[1]) != 0)
        return -1;
    if (read_entries(&parser, values[2], &catalog->modes, read_mode) != 0 ||
        read_entries(&parser, values[3], &catalog->metrics, read_metric) != 0 ||
        read_entries(&parser, values[4], &catalog->gpus, read_gpu) != 0 ||
        read_entries(&parser, values[5], &catalog->projects, read_project) != 0 ||
        read_entries(&parser, values[6], &catalog->providers, read_provider) != 0)
        return -1;
    return read_entries(&parser, values[7], &catalog->kernels, read_kernel);
}

/* --- files --- */

/* Read all of PATH. -1: it failed, which was reported. */
static int read_file(const char *path, struct buf *text, struct diag *diag)
{
    if (aux_file_read_whole(path, text, diag) != 0)
        return -1;
    if (text->length > LAYER_MAX)
        return diag_fail(diag, "'%s': longer than 64 MiB, too long for a catalog", path);
    return 0;
}

int catalog_add(struct catalog *catalog, const char *path, const char *text, size_t length,
                struct diag *diag)
{
    struct catalog_layer *layer = mem_zeroed(1, sizeof *layer);
    struct reader_error error;

    catalog->layers = mem_resize(catalog->layers, catalog->layer_count + 1,
                                 sizeof(struct catalog_layer *));
    catalog->layers[catalog->layer_count++] = layer;
    layer->file = path;
    layer->reader = reader_new();
    if (text != NULL)
        buf_append(&layer->text, text, length);
    else if (read_file(path, &layer->text, diag) != 0)
        return -1;
    memset(buf_reserve(&layer->text, READER_PADDING), 0, READER_PADDING);
    if (reader_parse(layer->reader, layer->text.data, layer->text.length, &error) != 0)
        return aux_file_report(path, buf_view(&layer->text), error.offset, error.code,
                               error.text, diag);
    layer->document = reader_document(layer->reader);
    return read_layer(catalog, layer, catalog->layer_count == 1, diag);
}

/* --- programs --- */

/* Append a text, or the texts of a list. Each gets an LF, because it may end in a comment.
 */
static void append_program(const struct catalog_layer *layer, uint32_t node,
                           struct buf *out)
{
    const struct document *document = layer->document;
    uint32_t end = document->nodes[node].next;

    if (document_is(document, node, NODE_ARRAY))
        node++;
    for (; node < end; node = document->nodes[node].next) {
        struct view text = document_string(document, node);

        buf_append(out, text.data, text.length);
        buf_append_byte(out, '\n');
    }
}

static void append_prelude(const struct catalog_layer *layer, struct buf *out)
{
    if (layer->prelude != NODE_NONE)
        append_program(layer, layer->prelude, out);
}

static struct catalog_kernel *kernel_at(const struct catalog *catalog, size_t number)
{
    return catalog->kernels.entries[number].value.pointer;
}

/* Number the different programs of a layer, after those of the layers before it. */
static void number_binders(struct catalog *catalog, const struct catalog_layer *layer)
{
    struct map texts;
    struct buf text;

    map_init(&texts);
    buf_init(&text);
    for (size_t i = 0; i < catalog->kernels.count; i++) {
        struct catalog_kernel *kernel = kernel_at(catalog, i);
        struct map_entry *entry;
        bool added;

        if (kernel->layer != layer)
            continue;
        buf_clear(&text);
        append_program(layer, kernel->bind, &text);
        entry = map_put(&texts, text.data, text.length, &added);
        if (added)
            entry->value.word = catalog->binder_count++;
        kernel->binder = entry->value.word;
    }
    map_release(&texts);
    buf_release(&text);
}

/* Append the definitions of a layer: its prelude, then its binders, before any later
 * prelude that could redefine what they use. */
static void append_layer(const struct catalog *catalog, const struct catalog_layer *layer,
                         size_t *defined, struct buf *out)
{
    append_prelude(layer, out);
    for (size_t i = 0; i < catalog->kernels.count; i++) {
        const struct catalog_kernel *kernel = kernel_at(catalog, i);

        if (kernel->layer != layer || kernel->binder != *defined)
            continue;
        buf_append_format(out, "def bind_%zu: (\n", kernel->binder);
        append_program(layer, kernel->bind, out);
        buf_append_text(out, ");\n");
        ++*defined;
    }
}

void catalog_program(const struct catalog *catalog, struct buf *out)
{
    size_t defined = 0;

    for (size_t i = 0; i < catalog->layer_count; i++)
        append_layer(catalog, catalog->layers[i], &defined, out);
    buf_append_text(out, ".[0] as $binder | .[1] | ");
    for (size_t i = 0; i < catalog->binder_count; i++)
        buf_append_format(out, "%s $binder == %zu then bind_%zu\n", i == 0 ? "if" : "elif",
                          i, i);
    buf_append_text(out, catalog->binder_count == 0 ? "empty" : "else empty end");
}

/* Change the line number in a message of libjq, which counts from the first prelude on, to
 * one that counts from the first line of the program itself. */
static void relocate(struct buf *message, uint64_t lines_before)
{
    static const char word[] = " line ";
    const char *found = strstr(buf_text(message), word);
    char *rest = NULL;
    unsigned long line = found == NULL ? 0 : strtoul(found + strlen(word), &rest, 10);
    char *tail;
    size_t prefix;

    if (found == NULL || line <= lines_before)
        return;
    prefix = (size_t)(found - message->data) + strlen(word);
    tail = mem_copy_text(rest, strlen(rest));
    message->length = prefix;
    buf_append_format(message, "%lu%s", line - (unsigned long)lines_before, tail);
    free(tail);
}

/* Whether the program of NODE compiles after the definitions in BEFORE; if not, report it.
 */
static bool compiles(const struct catalog_layer *layer, uint32_t node,
                     const struct buf *before, bool is_prelude, struct diag *diag)
{
    struct program *program;
    struct buf message;
    struct buf text;
    uint64_t lines = 0;

    buf_init(&message);
    buf_init(&text);
    buf_append(&text, before->data, before->length);
    for (size_t i = 0; i < text.length; i++)
        lines += text.data[i] == '\n';
    append_program(layer, node, &text);
    if (is_prelude)
        buf_append_byte(&text, '.');
    program = program_new(buf_text(&text), &message);
    if (program == NULL) {
        relocate(&message, lines);
        catalog_fail(layer, node, diag, "%s", buf_text(&message));
    }
    program_free(program);
    buf_release(&message);
    buf_release(&text);
    return program != NULL;
}

/* Try the prelude of a layer, then each binder alone. */
static bool layer_compiles(const struct catalog *catalog, const struct catalog_layer *layer,
                           struct buf *preludes, struct diag *diag)
{
    if (layer->prelude != NODE_NONE &&
        !compiles(layer, layer->prelude, preludes, true, diag))
        return false;
    append_prelude(layer, preludes);
    for (size_t i = 0; i < catalog->kernels.count; i++) {
        const struct catalog_kernel *kernel = kernel_at(catalog, i);

        if (kernel->layer == layer && !compiles(layer, kernel->bind, preludes, false, diag))
            return false;
    }
    return true;
}

int catalog_report_programs(const struct catalog *catalog, struct view message,
                            struct diag *diag)
{
    struct buf preludes;
    bool good = true;

    buf_init(&preludes);
    for (size_t i = 0; good && i < catalog->layer_count; i++)
        good = layer_compiles(catalog, catalog->layers[i], &preludes, diag);
    buf_release(&preludes);
    if (!good)
        return -1;
    return catalog_fail(catalog->layers[catalog->layer_count - 1], 0, diag,
                        "the binders do not compile together: %.*s", (int)message.length,
                        message.data);
}

/* --- connections --- */

int catalog_finish(struct catalog *catalog, struct diag *diag)
{
    for (size_t i = 0; i < catalog->modes.count; i++)
        ((struct catalog_mode *)catalog->modes.entries[i].value.pointer)->number = i;
    for (size_t i = 0; i < catalog->metrics.count; i++)
        ((struct catalog_metric *)catalog->metrics.entries[i].value.pointer)->number = i;
    for (size_t i = 0; i < catalog->gpus.count; i++)
        ((struct catalog_gpu *)catalog->gpus.entries[i].value.pointer)->number = i;
    for (size_t i = 0; i < catalog->projects.count; i++)
        ((struct catalog_project *)catalog->projects.entries[i].value.pointer)->number = i;
    for (size_t i = 0; i < catalog->kernels.count; i++)
        kernel_at(catalog, i)->number = i;
    for (size_t i = 0; i < catalog->layer_count; i++)
        number_binders(catalog, catalog->layers[i]);
    for (size_t i = 0; i < catalog->providers.count; i++) {
        struct catalog_provider *provider = catalog->providers.entries[i].value.pointer;

        provider->number = i;
        provider->project = catalog_find(&catalog->projects, provider->project_slug);
        if (provider->project == NULL)
            return catalog_fail(
                provider->layer,
                document_member(provider->layer->document, provider->node, "project"), diag,
                "there is no project \"%.*s\"", (int)provider->project_slug.length,
                provider->project_slug.data);
    }
    return 0;
}
