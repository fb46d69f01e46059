#include <config.h>

#include "schema/run.h"

#include "json/number.h"
#include "json/pointer.h"
#include "json/writer.h"

#include <stdarg.h>
#include <stdio.h>

/* Bytes of a value that a message shows. */
enum { SHOWN_TEXT = 80, SHOWN_VALUES = 400 };

/* The longest start of TEXT of at most MAXIMUM bytes that ends between characters. */
static size_t cut(struct view text, size_t maximum)
{
    size_t length = text.length;

    if (length <= maximum)
        return length;
    for (length = maximum; length > 0 && ((unsigned char)text.data[length] & 0xc0) == 0x80;)
        length--;
    return length;
}

static void append_cut(struct buf *out, struct view text, size_t maximum)
{
    size_t length = cut(text, maximum);

    buf_append(out, text.data, length);
    if (length < text.length)
        buf_append_text(out, "...");
}

static size_t count_children(const struct document *document, uint32_t node)
{
    const struct node *nodes = document->nodes;
    uint32_t step = nodes[node].type == NODE_OBJECT ? 1 : 0;
    size_t count = 0;

    for (uint32_t at = node + 1; at < nodes[node].next; at = nodes[at + step].next)
        count++;
    return count;
}

static void append_plural(struct buf *out, const char *what, size_t count, const char *unit)
{
    buf_append_format(out, "%s of %zu %s%s", what, count, unit, count == 1 ? "" : "s");
}

/* Describe a value in a few words. */
static void append_value(struct buf *out, const struct document *document, uint32_t node)
{
    struct view text;

    switch (document_type(document, node)) {
    case NODE_STRING:
        text = document_string(document, node);
        text.length = cut(text, SHOWN_TEXT);
        writer_append_string(out, text);
        if (text.length < document->nodes[node].length)
            buf_append_text(out, "...");
        break;
    case NODE_ARRAY:
        append_plural(out, "an array", count_children(document, node), "element");
        break;
    case NODE_OBJECT:
        append_plural(out, "an object", count_children(document, node), "member");
        break;
    default:
        append_cut(out, document_raw(document, node), SHOWN_TEXT);
    }
}

/* The same finding may come along two ways, such as two references to one schema. */
static bool is_known(const struct schema_run *run, const struct schema_finding *finding)
{
    for (size_t i = 0; i < run->finding_count; i++)
        if (run->findings[i].node == finding->node &&
            strcmp(run->findings[i].code, finding->code) == 0 &&
            view_equal(run->findings[i].message, finding->message))
            return true;
    return false;
}

/* Make a finding of the message in run->text. */
static void add_finding(struct schema_run *run, uint32_t node, const char *code)
{
    struct schema_finding finding = {.code = code, .node = node};

    finding.message = buf_view(&run->text);
    if (is_known(run, &finding))
        return;
    finding.message.data = arena_copy_text(&run->texts, run->text.data, run->text.length);
    buf_clear(&run->text);
    pointer_append(run->document, node, &run->text);
    finding.pointer = (struct view){
        arena_copy_text(&run->texts, run->text.data == NULL ? "" : run->text.data,
                        run->text.length),
        run->text.length};
    if (run->finding_count == run->finding_capacity) {
        run->finding_capacity = run->finding_capacity * 2 + 8;
        run->findings =
            mem_resize(run->findings, run->finding_capacity, sizeof *run->findings);
    }
    run->findings[run->finding_count++] = finding;
}

/* Whether a finding is wanted; the message is begun then. */
static bool begin(struct schema_run *run)
{
    if (!run->reporting || run->limit != NULL || run->finding_count >= run->finding_maximum)
        return false;
    buf_clear(&run->text);
    if (run->in_name)
        buf_append_text(&run->text, "name: ");
    return true;
}

__attribute__((format(printf, 2, 0))) static void append_arguments(struct buf *out,
                                                                   const char *format,
                                                                   va_list arguments)
{
    char text[512];

    vsnprintf(text, sizeof text, format, arguments);
    buf_append_text(out, text);
}

static bool end_with_value(struct schema_run *run, uint32_t node, const char *code)
{
    buf_append_text(&run->text, ", found ");
    append_value(&run->text, run->document, node);
    add_finding(run, node, code);
    return false;
}

bool run_fail(struct schema_run *run, uint32_t node, const char *code, const char *format,
              ...)
{
    va_list arguments;

    if (!begin(run))
        return false;
    va_start(arguments, format);
    append_arguments(&run->text, format, arguments);
    va_end(arguments);
    return end_with_value(run, node, code);
}

bool run_fail_as(struct schema_run *run, uint32_t node, const char *code,
                 const char *format, ...)
{
    va_list arguments;

    if (!begin(run))
        return false;
    va_start(arguments, format);
    append_arguments(&run->text, format, arguments);
    va_end(arguments);
    add_finding(run, node, code);
    return false;
}

bool run_fail_type(struct schema_run *run, uint32_t node, unsigned types)
{
    static const struct {
        unsigned bit;
        const char *name;
    } known[] = {{1U << NODE_NULL, "null"},     {1U << NODE_TRUE, "boolean"},
                 {1U << NODE_NUMBER, "number"}, {1U << NODE_STRING, "string"},
                 {1U << NODE_ARRAY, "array"},   {1U << NODE_OBJECT, "object"}};
    const char *between = "expected ";

    if (!begin(run))
        return false;
    for (unsigned i = 0; i < sizeof known / sizeof *known; i++) {
        if (!(types & known[i].bit))
            continue;
        buf_append_text(&run->text, between);
        buf_append_text(&run->text,
                        known[i].bit == 1U << NODE_NUMBER && (types & TYPE_INTEGER_ONLY)
                            ? "integer"
                            : known[i].name);
        between = " or ";
    }
    if (*between == 'e')
        buf_append_text(&run->text, "expected no type of value");
    return end_with_value(run, node, "wrong_type");
}

bool run_fail_values(struct schema_run *run, uint32_t node, const struct value_set *set)
{
    const struct document *document = run->schema->document;
    const char *between = "";

    if (!begin(run))
        return false;
    buf_append_text(&run->text, set->constant ? "expected " : "expected one of ");
    if (set->constant)
        append_value(&run->text, document, set->node);
    for (uint32_t at = set->node + 1;
         !set->constant && at < document->nodes[set->node].next;
         at = document->nodes[at].next) {
        buf_append_text(&run->text, between);
        if (run->text.length > SHOWN_VALUES) {
            buf_append_text(&run->text, "...");
            break;
        }
        append_value(&run->text, document, at);
        between = ", ";
    }
    return end_with_value(run, node, "not_in_enum");
}
