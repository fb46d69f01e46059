#include <config.h>

#include "object.h"

#include "facts.h"
#include "json/writer.h"
#include "record/cohort.h"

void object_reader_init(struct object_reader *reader, struct verifier *verifier)
{
    memset(reader, 0, sizeof *reader);
    reader->verifier = verifier;
    buf_init(&reader->text);
}

void object_reader_release(struct object_reader *reader)
{
    buf_release(&reader->text);
}

/* The digest of a workload without its operation and its correctness: what was run. */
static void digest_shape(struct object_reader *reader, const struct document *document,
                         uint32_t spec, struct digest *shape)
{
    static const char *const members[] = {"axes", "cases", "scalars", "tensors"};
    struct buf *text = &reader->verifier->canonical.text;
    struct writer writer;

    buf_clear(text);
    writer_init(&writer, text);
    writer_begin_object(&writer);
    for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
        uint32_t member = document_member(document, spec, members[i]);

        if (member == NODE_NONE)
            continue;
        buf_clear(&reader->text);
        canonical_write(&reader->verifier->canonical, document, member, &reader->text);
        writer_name(&writer, members[i]);
        writer_canonical(&writer, buf_view(&reader->text));
    }
    writer_end_object(&writer);
    digester_hash(reader->verifier->digester, text->data, text->length, shape);
}

static struct view read_workload(struct object_reader *reader,
                                 const struct document *document, uint32_t spec,
                                 struct object_fact *object)
{
    uint32_t axes = document_member(document, spec, "axes");
    struct view operation =
        document_text(document, document_member(document, spec, "operationSpecDigest"));

    object->has_keys =
        digest_parse(operation, &object->operation) &&
        cohort_correctness_key(document, spec, &reader->verifier->canonical,
                               reader->verifier->digester, &object->correctness);
    digest_shape(reader, document, spec, &object->shape);
    buf_clear(&reader->text);
    if (axes != NODE_NONE)
        canonical_write(&reader->verifier->canonical, document, axes, &reader->text);
    return buf_view(&reader->text);
}

/* Whether an equal manifest was sent; else it is noted that it is now. */
static bool was_sent(struct object_reader *reader, const struct digest *digest,
                     struct view name)
{
    struct object_sent *sent = &reader->sent[digest->bytes[0]];

    if (name.length == 0 || name.length > OBJECT_SENT_NAME)
        return false;
    if (sent->name_length == name.length && digest_equal(&sent->digest, digest) &&
        memcmp(sent->name, name.data, name.length) == 0)
        return true;
    sent->digest = *digest;
    sent->name_length = (uint32_t)name.length;
    memcpy(sent->name, name.data, name.length);
    return false;
}

static struct view text_in(const struct document *document, uint32_t node,
                           const char *object, const char *member)
{
    if (node == NODE_NONE)
        return (struct view){"", 0};
    return document_text(
        document,
        document_find(document, node, (const char *const[]){object, member, NULL}));
}

/* Read what a comparison needs of a manifest of its kind. */
static void describe(struct object_reader *reader, const struct manifest *manifest,
                     const struct stream_record *record, struct fact *fact)
{
    const struct document *document = record->document;
    struct object_fact *object = &fact->of.object;

    switch (manifest->kind) {
    case KIND_WORKLOAD_CASE:
    case KIND_WORKLOAD_SUITE:
        fact->texts[OBJECT_TEXT_AXES] = stream_store_text(
            record, read_workload(reader, document, manifest->spec, object));
        break;
    case KIND_EXECUTION_ENVIRONMENT:
        fact->texts[OBJECT_TEXT_PRODUCT] = stream_store_text(
            record, text_in(document, manifest->spec, "hardware", "product"));
        break;
    case KIND_IMPLEMENTATION_REVISION:
        object->has_source =
            document_member(document, manifest->spec, "source") != NODE_NONE;
        fact->texts[OBJECT_TEXT_ROLE] = stream_store_text(
            record, text_in(document, manifest->metadata, "labels", "role"));
        break;
    default:
        break;
    }
}

static bool is_wanted(enum manifest_kind kind)
{
    return kind == KIND_WORKLOAD_CASE || kind == KIND_WORKLOAD_SUITE ||
           kind == KIND_EXECUTION_ENVIRONMENT || kind == KIND_IMPLEMENTATION_REVISION ||
           kind == KIND_BENCHMARK_PROTOCOL;
}

void object_read(struct object_reader *reader, const struct manifest *manifest,
                 const struct digest *digest, bool is_of_base, struct stream_record *record)
{
    const struct document *document = record->document;
    struct view name = {"", 0};
    struct fact *fact;

    if (!is_wanted(manifest->kind))
        return;
    if (manifest->metadata != NODE_NONE)
        name =
            document_text(document, document_member(document, manifest->metadata, "name"));
    if (manifest->kind != KIND_IMPLEMENTATION_REVISION && was_sent(reader, digest, name))
        return;
    fact = facts_add(record, FACT_OBJECT);
    fact->of.object.kind = manifest->kind;
    fact->of.object.digest = *digest;
    fact->of.object.is_of_base = is_of_base;
    fact->texts[OBJECT_TEXT_NAME] = stream_store_text(record, name);
    describe(reader, manifest, record, fact);
}
