#include <config.h>

#include "schema/finding.h"

#include "json/pointer.h"
#include "json/writer.h"
#include "schema/program.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* How many bytes of a string, and of a list of values, a message shows. */
enum { SHOWN_TEXT = 80, SHOWN_VALUES = 400 };

void finding_init(struct findings *findings)
{
    *findings = (struct findings){.reporting = false};
    arena_init(&findings->texts);
    buf_init(&findings->text);
}

void finding_release(struct findings *findings)
{
    free(findings->list);
    arena_release(&findings->texts);
    buf_release(&findings->text);
}

void finding_clear(struct findings *findings, size_t maximum)
{
    arena_reset(&findings->texts);
    findings->count = 0;
    findings->maximum = maximum;
}

/* --- messages --- */

/* The length of the longest prefix of TEXT of at most MAXIMUM bytes and whole characters.
 */
static size_t cut(struct view text, size_t maximum)
{
    size_t length = text.length;

    if (length <= maximum)
        return length;
    for (length = maximum; length > 0 && ((unsigned char)text.data[length] & 0xc0) == 0x80;)
        length--;
    return length;
}

/* Append such a prefix, and "..." where it is not all of TEXT. */
static void append_cut(struct buf *out, struct view text, size_t maximum)
{
    size_t length = cut(text, maximum);

    buf_append(out, text.data, length);
    if (length < text.length)
        buf_append_text(out, "...");
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
        append_plural(out, "an array", document_count(document, node), "element");
        break;
    case NODE_OBJECT:
        append_plural(out, "an object", document_count(document, node), "member");
        break;
    default:
        append_cut(out, document_raw(document, node), SHOWN_TEXT);
    }
}

/* Whether the list has FINDING already: two references may lead to one schema. */
static bool is_known(const struct findings *findings, const struct schema_finding *finding)
{
    for (size_t i = 0; i < findings->count; i++)
        if (findings->list[i].node == finding->node &&
            strcmp(findings->list[i].code, finding->code) == 0 &&
            view_equal(findings->list[i].message, finding->message))
            return true;
    return false;
}

/* Add a finding with the message in findings->text. */
static void add_finding(struct findings *findings, uint32_t node, const char *code)
{
    struct schema_finding finding = {.code = code, .node = node};

    finding.message = buf_view(&findings->text);
    if (is_known(findings, &finding))
        return;
    finding.message.data =
        arena_copy_text(&findings->texts, findings->text.data, findings->text.length);
    buf_clear(&findings->text);
    pointer_append(findings->document, node, &findings->text);
    finding.pointer = (struct view){
        arena_copy_text(&findings->texts,
                        findings->text.data == NULL ? "" : findings->text.data,
                        findings->text.length),
        findings->text.length};
    if (findings->count == findings->capacity) {
        findings->capacity = findings->capacity * 2 + 8;
        findings->list =
            mem_resize(findings->list, findings->capacity, sizeof *findings->list);
    }
    findings->list[findings->count++] = finding;
}

/* Begin a message. False where no finding is to be added. */
static bool begin(struct findings *findings)
{
    if (!findings->reporting || findings->stopped || findings->count >= findings->maximum)
        return false;
    buf_clear(&findings->text);
    if (findings->in_name)
        buf_append_text(&findings->text, "name: ");
    return true;
}

/* The same with a formatted text. */
__attribute__((format(printf, 2, 0))) static bool begin_with(struct findings *findings,
                                                             const char *format,
                                                             va_list arguments)
{
    char text[512];

    if (!begin(findings))
        return false;
    vsnprintf(text, sizeof text, format, arguments);
    buf_append_text(&findings->text, text);
    return true;
}

/* Append the value to the message, then add the finding. */
static bool end_with_value(struct findings *findings, uint32_t node, const char *code)
{
    buf_append_text(&findings->text, ", found ");
    append_value(&findings->text, findings->document, node);
    add_finding(findings, node, code);
    return false;
}

bool finding_add(struct findings *findings, uint32_t node, const char *code,
                 const char *format, ...)
{
    va_list arguments;
    bool begun;

    va_start(arguments, format);
    begun = begin_with(findings, format, arguments);
    va_end(arguments);
    return begun && end_with_value(findings, node, code);
}

bool finding_add_text(struct findings *findings, uint32_t node, const char *code,
                      const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    if (begin_with(findings, format, arguments))
        add_finding(findings, node, code);
    va_end(arguments);
    return false;
}

bool finding_add_type(struct findings *findings, uint32_t node, unsigned types)
{
    static const struct {
        unsigned bit;
        const char *name;
    } known[] = {{1U << NODE_NULL, "null"},     {1U << NODE_TRUE, "boolean"},
                 {1U << NODE_NUMBER, "number"}, {1U << NODE_STRING, "string"},
                 {1U << NODE_ARRAY, "array"},   {1U << NODE_OBJECT, "object"}};
    const char *between = "expected ";

    if (!begin(findings))
        return false;
    for (unsigned i = 0; i < sizeof known / sizeof *known; i++) {
        if (!(types & known[i].bit))
            continue;
        buf_append_text(&findings->text, between);
        buf_append_text(&findings->text,
                        known[i].bit == 1U << NODE_NUMBER && (types & TYPE_INTEGER_ONLY)
                            ? "integer"
                            : known[i].name);
        between = " or ";
    }
    if (*between == 'e')
        buf_append_text(&findings->text, "expected no type of value");
    return end_with_value(findings, node, "wrong_type");
}

bool finding_add_values(struct findings *findings, uint32_t node,
                        const struct value_set *set)
{
    const struct document *document = set->document;
    const char *between = "";

    if (!begin(findings))
        return false;
    buf_append_text(&findings->text, set->constant ? "expected " : "expected one of ");
    if (set->constant)
        append_value(&findings->text, document, set->node);
    for (uint32_t at = set->node + 1;
         !set->constant && at < document->nodes[set->node].next;
         at = document->nodes[at].next) {
        buf_append_text(&findings->text, between);
        if (findings->text.length > SHOWN_VALUES) {
            buf_append_text(&findings->text, "...");
            break;
        }
        append_value(&findings->text, document, at);
        between = ", ";
    }
    return end_with_value(findings, node, "not_in_enum");
}
