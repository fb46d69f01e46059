#include <config.h>

#include "verdict.h"

#include "base/diag.h"
#include "json/writer.h"

/* A string node in canonical form, or null. */
static void write_string(const struct document *document, uint32_t node, struct buf *out)
{
    if (node != NODE_NONE && document_is(document, node, NODE_STRING))
        writer_append_string(out, document_string(document, node));
    else
        buf_append_text(out, "null");
}

void verdict_subject(const struct document *document, const struct record *manifests,
                     struct buf *out)
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
    buf_append_text(out, "\"kind\":");
    write_string(document, kind, out);
    buf_append_text(out, ",\"name\":");
    write_string(document, name, out);
}

/* A message was cut at some byte. */
static void write_message(struct writer *writer, struct view message)
{
    char masked[DIAG_LINE_SIZE];

    writer_string(writer, (struct view){masked, diag_mask(masked, sizeof masked,
                                                          message.data, message.length)});
}

void verdict_write(const struct stream_outcome *outcome, struct view subject,
                   struct buf *out)
{
    const struct stream_finding *findings = outcome->findings;
    struct writer writer;

    writer_init(&writer, out);
    writer_begin_object(&writer);
    writer_name(&writer, "findings");
    writer_begin_array(&writer);
    for (size_t i = 0; i < outcome->count; i++) {
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
    writer_boolean(&writer, outcome->verdict != STREAM_REJECT);
    writer_end_object(&writer);
    buf_append_byte(out, '\n');
}
