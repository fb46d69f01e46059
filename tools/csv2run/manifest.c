#include <config.h>

#include "manifest.h"

#include "record/identity.h"
#include "record/slug.h"

int composer_init(struct composer *composer, const struct catalog *catalog)
{
    *composer = (struct composer){.catalog = catalog};
    canonical_init(&composer->canonical);
    composer->reader = reader_new();
    composer->digester = digester_new();
    return composer->digester == NULL ? -1 : 0;
}

void composer_release(struct composer *composer)
{
    canonical_release(&composer->canonical);
    reader_free(composer->reader);
    digester_free(composer->digester);
    buf_release(&composer->text);
    buf_release(&composer->scratch);
}

void composer_identify(struct composer *composer, struct view text,
                       struct identity *identity)
{
    struct digest digest;

    digester_hash(composer->digester, text.data, text.length, &digest);
    memcpy(identity->bytes, digest.bytes, IDENTITY_SIZE);
}

struct writer composer_begin(struct composer *composer, enum manifest_kind kind)
{
    struct writer writer;

    buf_clear(&composer->text);
    writer_init(&writer, &composer->text);
    writer_begin_object(&writer);
    writer_name(&writer, "apiVersion");
    writer_text(&writer, MANIFEST_API_VERSION);
    writer_name(&writer, "kind");
    writer_text(&writer, manifest_kind_name(kind));
    writer_name(&writer, "metadata");
    writer_begin_object(&writer);
    return writer;
}

static void append_parts(struct buf *out, const struct view parts[])
{
    for (size_t i = 0; parts[i].data != NULL; i++)
        buf_append(out, parts[i].data, parts[i].length);
}

void composer_write_parts(struct composer *composer, struct writer *writer,
                          const char *name, const struct view parts[])
{
    buf_clear(&composer->scratch);
    append_parts(&composer->scratch, parts);
    writer_name(writer, name);
    writer_string(writer, buf_view(&composer->scratch));
}

void composer_write_name(struct composer *composer, struct writer *writer,
                         const struct view parts[])
{
    struct buf *raw = &composer->canonical.text;

    buf_clear(raw);
    append_parts(raw, parts);
    buf_clear(&composer->scratch);
    slug_append(&composer->scratch, buf_view(raw));
    slug_cut(&composer->scratch, 0);
    writer_name(writer, "name");
    writer_string(writer, buf_view(&composer->scratch));
}

void composer_write_node(struct composer *composer, struct writer *writer,
                         const struct catalog_layer *layer, uint32_t node)
{
    canonical_write(&composer->canonical, layer->document, node, writer->out);
    writer->comma = true;
}

void composer_begin_spec(struct writer *writer)
{
    writer_end_object(writer);
    writer_name(writer, "spec");
}

/* The digest of the manifest in text. */
static const char *find_digest(struct composer *composer, struct digest *digest)
{
    struct buf *text = &composer->text;
    struct buf *body = &composer->canonical.text;
    struct reader_error syntax;
    struct manifest_error error;
    struct record record;
    struct document *document;

    memset(buf_reserve(text, READER_PADDING), 0, READER_PADDING);
    if (reader_parse(composer->reader, text->data, text->length, &syntax) != 0)
        return syntax.text;
    document = reader_document(composer->reader);
    buf_clear(body);
    if (record_read(document, &record, &error) != 0 ||
        identity_append(document, &record.manifests[0], &composer->canonical, body,
                        &error) != 0)
        return error.text;
    digester_hash(composer->digester, body->data, body->length, digest);
    return NULL;
}

int composer_finish(struct composer *composer, struct writer *writer, enum object_kind kind,
                    const struct view external_id[], struct arena *arena,
                    struct object *object)
{
    struct digest digest;
    struct view text;

    writer_end_object(writer);
    composer->problem = find_digest(composer, &digest);
    if (composer->problem != NULL)
        return -1;
    digest_text(&digest, object->digest);
    text = buf_view(&composer->text);
    object->text =
        (struct view){arena_copy_text(arena, text.data, text.length), text.length};
    buf_clear(&composer->scratch);
    buf_append_byte(&composer->scratch, (char)kind);
    append_parts(&composer->scratch, external_id);
    composer_identify(composer, buf_view(&composer->scratch), &object->identity);
    return 0;
}
