#include <config.h>

#include "verdict.h"

#include "base/diag.h"
#include "json/writer.h"

/* A string node in canonical form, or null. */
static void leave_string(const struct document *document, uint32_t node, struct buf *facts)
{
    if (node != NODE_NONE && document_is(document, node, NODE_STRING))
        writer_append_string(facts, document_string(document, node));
    else
        buf_append_text(facts, "null");
}

void verdict_leave(const struct document *document, const struct record *manifests,
                   struct buf *facts)
{
    const struct manifest *subject = NULL;
    uint32_t kind = NODE_NONE;
    uint32_t name = NODE_NONE;

    if (manifests != NULL && manifests->count > 0) {
        subject = record_role(manifests, ROLE_RUN);
        if (subject == NULL)
            subject = &manifests->manifests[0];
        kind = subject->kind_node;
        if (subject->metadata != NODE_NONE)
            name = document_member(document, subject->metadata, "name");
    } else if (manifests != NULL && manifests->shape == SHAPE_TOOL_LINE) {
        kind = document_member(document, 0, "kind");
    }
    buf_append_text(facts, "\"kind\":");
    leave_string(document, kind, facts);
    buf_append_text(facts, ",\"name\":");
    leave_string(document, name, facts);
}

/* A message was cut at some byte. */
static void write_message(struct writer *writer, struct view message)
{
    char masked[DIAG_LINE_SIZE];

    writer_string(writer, (struct view){masked, diag_mask(masked, sizeof masked,
                                                          message.data, message.length)});
}

void verdict_write(bool valid, struct view subject, const struct stream_finding *findings,
                   size_t count, struct buf *out)
{
    struct writer writer;

    writer_init(&writer, out);
    writer_begin_object(&writer);
    writer_name(&writer, "findings");
    writer_begin_array(&writer);
    for (size_t i = 0; i < count; i++) {
        writer_begin_object(&writer);
        writer_name(&writer, "code");
        writer_text(&writer, findings[i].code);
        writer_name(&writer, "message");
        write_message(&writer, findings[i].message);
        writer_name(&writer, "pointer");
        writer_string(&writer, findings[i].pointer);
        writer_end_object(&writer);
    }
    writer_end_array(&writer);
    buf_append_byte(out, ',');
    if (subject.length > 0)
        buf_append(out, subject.data, subject.length);
    else
        buf_append_text(out, "\"kind\":null,\"name\":null");
    writer_name(&writer, "valid");
    writer_boolean(&writer, valid);
    writer_end_object(&writer);
    buf_append_byte(out, '\n');
}
