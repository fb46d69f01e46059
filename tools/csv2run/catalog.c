#include <config.h>

#include "catalog.h"
#include "catalog-read.h"

#include "io/operands.h"
#include "json/pointer.h"
#include "json/program.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum { READ_BYTES = 64 * 1024, LAYER_MAX = 64 << 20 };

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

/* --- files --- */

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

/* Read all of PATH. -1: said. */
static int read_file(const char *path, struct buf *text, struct diag *diag)
{
    struct operands operands;
    ptrdiff_t length = -1;

    operands_init(&operands, &path, 1, diag);
    if (operands_open(&operands)) {
        do {
            length = operands_read(&operands, buf_reserve(text, READ_BYTES), READ_BYTES);
            text->length += length > 0 ? (size_t)length : 0;
        } while (length > 0 && text->length <= LAYER_MAX);
        operands_close(&operands);
    }
    operands_release(&operands);
    if (length > 0)
        return diag_fail(diag, "'%s': longer than 64 MiB, which is no catalog", path);
    return length < 0 ? -1 : 0;
}

/* Say where in the file it stops being JSON. */
static int fail_syntax(const struct catalog_layer *layer, const struct reader_error *error,
                       struct diag *diag)
{
    struct diag_place place = {layer->file, 1, error->offset + 1};
    const char *text = layer->text.data;

    for (size_t i = 0; i < error->offset; i++) {
        if (text[i] == '\n') {
            place.line++;
            place.column = error->offset - i;
        }
    }
    diag_say(diag, DIAG_ERROR, &place, error->code, "%s", error->text);
    diag_raise(diag, EXIT_TROUBLE);
    return -1;
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
        return fail_syntax(layer, &error, diag);
    layer->document = reader_document(layer->reader);
    return catalog_read(catalog, layer, catalog->layer_count == 1, diag);
}

/* --- programs --- */

/* Append a text, or the texts of a list, each ended by LF: it may end in a comment. */
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

/* Give equal programs of a layer one number, and count on from layer to layer. */
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

/* The definitions of a layer: its prelude, then its binders, which see no later prelude. */
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

/* What libjq says about a program counts its lines from the first prelude on; whoever wrote
 * it counts from its own first. */
static void relocate(struct buf *message, uint64_t lines_before)
{
    static const char word[] = " line ";
    const char *found = strstr(buf_text(message), word);
    char *rest = NULL;
    unsigned long line = found == NULL ? 0 : strtoul(found + strlen(word), &rest, 10);
    char *tail;
    size_t keep;

    if (found == NULL || line <= lines_before)
        return;
    keep = (size_t)(found - message->data) + strlen(word);
    tail = mem_copy_text(rest, strlen(rest));
    message->length = keep;
    buf_append_format(message, "%lu%s", line - (unsigned long)lines_before, tail);
    free(tail);
}

/* Whether the program of NODE compiles behind the definitions in BEFORE; if not, say so. */
static bool is_sound(const struct catalog_layer *layer, uint32_t node,
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
static bool is_layer_sound(const struct catalog *catalog, const struct catalog_layer *layer,
                           struct buf *preludes, struct diag *diag)
{
    if (layer->prelude != NODE_NONE &&
        !is_sound(layer, layer->prelude, preludes, true, diag))
        return false;
    append_prelude(layer, preludes);
    for (size_t i = 0; i < catalog->kernels.count; i++) {
        const struct catalog_kernel *kernel = kernel_at(catalog, i);

        if (kernel->layer == layer && !is_sound(layer, kernel->bind, preludes, false, diag))
            return false;
    }
    return true;
}

int catalog_blame(const struct catalog *catalog, struct view message, struct diag *diag)
{
    struct buf preludes;
    bool sound = true;

    buf_init(&preludes);
    for (size_t i = 0; sound && i < catalog->layer_count; i++)
        sound = is_layer_sound(catalog, catalog->layers[i], &preludes, diag);
    buf_release(&preludes);
    if (!sound)
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
