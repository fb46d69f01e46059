#include <config.h>

#include "json/path.h"

#include "base/mem.h"

#include <stdlib.h>

enum { MAXIMUM_DIGITS = 9 };

void path_init(struct path *path)
{
    path->steps = NULL;
    path->count = 0;
    buf_init(&path->names);
}

void path_release(struct path *path)
{
    free(path->steps);
    buf_release(&path->names);
    path_init(path);
}

/* --- reading a path --- */

/* Skip blanks, except '\r', which jq 1.6 rejects. */
static const char *skip_blanks(const char *at)
{
    while (*at == ' ' || *at == '\t' || *at == '\n')
        at++;
    return at;
}

static bool is_digit(char byte)
{
    return byte >= '0' && byte <= '9';
}

static bool begins_name(char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || byte == '_';
}

static void add_step(struct path *path, struct path_step step)
{
    path->steps = mem_resize(path->steps, path->count + 1, sizeof *path->steps);
    path->steps[path->count++] = step;
}

static void add_name(struct path *path, const char *name, size_t length)
{
    struct path_step step = {.is_name = true};

    step.name = path->names.length;
    step.name_length = length;
    buf_reserve(&path->names, length);
    buf_append(&path->names, name, length);
    add_step(path, step);
}

/* Each function below parses the text at AT and returns the byte after what it parsed, or
 * NULL where the text is not a plain path. */

static const char *parse_bare_name(struct path *path, const char *at)
{
    const char *first = at;

    while (begins_name(*at) || is_digit(*at))
        at++;
    add_name(path, first, (size_t)(at - first));
    return at;
}

static const char *parse_quoted_name(struct path *path, const char *at)
{
    const char *first = at++;
    struct reader_error error;
    struct reader *reader;
    struct buf text;

    while (*at != '"') {
        if (*at == '\\')
            at++;
        if (*at++ == '\0')
            return NULL;
    }
    at++;
    buf_init(&text);
    buf_append(&text, first, (size_t)(at - first));
    buf_reserve(&text, READER_PADDING);
    memset(text.data + text.length, 0, READER_PADDING);
    reader = reader_new();
    if (reader_parse(reader, text.data, text.length, &error) == 0) {
        struct view name = document_string(reader_document(reader), 0);

        add_name(path, name.data, name.length);
    } else {
        at = NULL;
    }
    reader_free(reader);
    buf_release(&text);
    return at;
}

static const char *parse_index(struct path *path, const char *at)
{
    struct path_step step = {.is_name = false};
    bool negative = *at == '-';
    const char *digits = negative ? ++at : at;

    while (is_digit(*at) && at - digits < MAXIMUM_DIGITS)
        step.index = step.index * 10 + (*at++ - '0');
    if (at == digits || is_digit(*at) || (*digits == '0' && (at - digits > 1 || negative)))
        return NULL;
    if (negative)
        step.index = -step.index;
    add_step(path, step);
    return at;
}

static const char *parse_bracket(struct path *path, const char *at)
{
    at = skip_blanks(at + 1);
    at = *at == '"' ? parse_quoted_name(path, at) : parse_index(path, at);
    if (at == NULL)
        return NULL;
    at = skip_blanks(at);
    return *at == ']' ? at + 1 : NULL;
}

/* Parse as much of a path as there is. */
static const char *parse_path(struct path *path, const char *at)
{
    bool root = true;

    at = skip_blanks(at);
    if (*at != '.')
        return NULL;
    for (; at != NULL && (*at == '.' || *at == '['); root = false) {
        if (*at == '.') {
            at++;
            if (begins_name(*at))
                at = parse_bare_name(path, at);
            else if (*skip_blanks(at) == '"')
                at = parse_quoted_name(path, skip_blanks(at));
            else if (!root || *at == '.')
                return NULL;
        } else {
            at = parse_bracket(path, at);
        }
        if (at != NULL)
            at = skip_blanks(at);
    }
    return at;
}

bool path_parse(struct path *path, const char *text, const char **rest)
{
    const char *end;

    path_init(path);
    end = parse_path(path, text);
    if (end == NULL || (*end != '\0' && !(rest != NULL && *end == ','))) {
        path_release(path);
        return false;
    }
    if (rest != NULL)
        *rest = end;
    return true;
}

/* --- following it --- */

static uint32_t find_element(const struct document *document, uint32_t node, uint64_t index)
{
    const struct node *nodes = document->nodes;

    for (uint32_t child = node + 1; child < nodes[node].next; child = nodes[child].next)
        if (index-- == 0)
            return child;
    return NODE_NONE;
}

static uint32_t find_index(const struct document *document, uint32_t node, int32_t index)
{
    const struct node *nodes = document->nodes;
    int64_t place = index;

    if (place < 0)
        for (uint32_t child = node + 1; child < nodes[node].next; child = nodes[child].next)
            place++;
    return place < 0 ? NODE_NONE : find_element(document, node, (uint64_t)place);
}

enum path_result path_follow(const struct path *path, const struct document *document,
                             struct path_match *match)
{
    match->node = 0;
    for (match->step = 0; match->step < path->count; match->step++) {
        const struct path_step *step = &path->steps[match->step];
        enum node_type type = document_type(document, match->node);

        if (type == NODE_NULL)
            return PATH_NULL; /* as is every further step from null */
        if (type != (step->is_name ? NODE_OBJECT : NODE_ARRAY))
            return PATH_ERROR;
        match->node = step->is_name
                          ? document_named(document, match->node,
                                           (struct view){path->names.data + step->name,
                                                         step->name_length})
                          : find_index(document, match->node, step->index);
        if (match->node == NODE_NONE)
            return PATH_NULL;
    }
    return PATH_NODE;
}

void path_explain(const struct path *path, const struct document *document,
                  const struct path_match *match, struct buf *message)
{
    static const char *const names[] = {"null",   "boolean", "boolean", "number",
                                        "string", "array",   "object"};
    const struct path_step *step = &path->steps[match->step];

    buf_append_text(message, "cannot index ");
    buf_append_text(message, names[document_type(document, match->node)]);
    if (step->is_name) {
        buf_append_text(message, " with \"");
        buf_append(message, path->names.data + step->name, step->name_length);
        buf_append_byte(message, '"');
    } else {
        buf_append_text(message, " with number");
    }
}
