/* kidx-digest: identities of benchmark records, computed and verified. */
#include <config.h>

#include "check/digest-check.h"

#include "base/opt.h"
#include "json/unsafe-integers.h"
#include "json/writer.h"
#include "record/identity.h"
#include "tool/stream.h"
#include "tool/tool.h"

#include <stdio.h>
#include <stdlib.h>

enum mode { MODE_DIGEST, MODE_CHECK, MODE_CANONICAL, MODE_JCS, MODE_ANY };

struct settings {
    struct stream_settings stream;
    int mode; /* enum mode */
    bool whole;
    bool where;
    struct tool *tool;
    struct verify_workloads *workloads; /* of --check */
};

static void *worker_new(void *tool)
{
    (void)tool;
    return verifier_new();
}

static void worker_free(void *state)
{
    verifier_free(state);
}

static struct digest_sink sink_of(struct stream_record *record)
{
    return (struct digest_sink){stream_report, record, record->document};
}

/* Say which integers are digested as another number. */
static void warn_inexact(struct stream_record *record)
{
    struct buf message;
    uint32_t node;

    buf_init(&message);
    if (unsafe_integers_find(record->document, &node, &message))
        stream_warn(record, stream_column(record, node), "inexact_integer", "%s",
                    buf_text(&message));
    buf_release(&message);
}

/* The digest of a manifest as the mode has it. -1: rejected. */
static int digest_one(const struct settings *settings, struct verifier *verifier,
                      struct stream_record *record, const struct manifest *manifest,
                      struct digest *digest)
{
    struct buf *text = &verifier->canonical.text;
    struct digest_sink sink = sink_of(record);
    struct manifest_error error;

    if (!settings->whole) {
        if (verifier_digest(verifier, record->document, manifest, true, digest, &error) ==
            0)
            return 0;
        digest_check_reject(&sink, &error);
        return -1;
    }
    buf_clear(text);
    canonical_write(&verifier->canonical, record->document, manifest->node, text);
    digester_hash(verifier->digester, text->data, text->length, digest);
    return 0;
}

/* A file name may hold any bytes, so it is written as messages show it. */
static void write_file_name(struct writer *writer, const char *file)
{
    char masked[DIAG_LINE_SIZE];
    size_t length = diag_mask(masked, sizeof masked, file, strlen(file));

    writer_string(writer, (struct view){masked, length});
}

static void write_digest(const struct settings *settings, struct stream_record *record,
                         const struct manifest *manifest, const struct digest *digest)
{
    const struct document *document = record->document;
    uint32_t name = NODE_NONE;
    struct writer writer;

    writer_init(&writer, record->out);
    writer_begin_object(&writer);
    digest_write(&writer, "digest", digest);
    if (settings->where) {
        writer_name(&writer, "file");
        write_file_name(&writer, record->file);
    }
    if (manifest != NULL) {
        writer_name(&writer, "kind");
        writer_text(&writer, manifest_kind_name(manifest->kind));
    }
    if (settings->where) {
        writer_name(&writer, "line");
        writer_count(&writer, record->line);
    }
    if (manifest != NULL) {
        if (manifest->metadata != NODE_NONE)
            name = document_member(document, manifest->metadata, "name");
        writer_name(&writer, "name");
        if (name != NODE_NONE && document_is(document, name, NODE_STRING))
            writer_string(&writer, document_string(document, name));
        else
            writer_null(&writer);
        if (manifest->role != ROLE_NONE) {
            writer_name(&writer, "role");
            writer_text(&writer, manifest_role_name(manifest->role));
        }
    }
    writer_end_object(&writer);
    buf_append_byte(record->out, '\n');
}

/* The body that is digested, as a line. -1: rejected. */
static int write_body(const struct settings *settings, struct verifier *verifier,
                      struct stream_record *record, const struct manifest *manifest)
{
    struct digest_sink sink = sink_of(record);
    struct manifest_error error;

    if (settings->whole) {
        canonical_write(&verifier->canonical, record->document, manifest->node,
                        record->out);
    } else {
        if (identity_append(record->document, manifest, &verifier->canonical, record->out,
                            &error) != 0) {
            digest_check_reject(&sink, &error);
            return -1;
        }
    }
    buf_append_byte(record->out, '\n');
    return 0;
}

/* A line, or several, for each manifest of the record. */
static enum stream_verdict digest_manifests(const struct settings *settings,
                                            struct verifier *verifier,
                                            struct stream_record *record)
{
    struct record manifests;
    struct digest_sink sink = sink_of(record);
    struct manifest_error error;
    struct digest digest;

    if (manifest_read_record(record->document, &manifests, &error) != 0) {
        digest_check_reject(&sink, &error);
        return STREAM_REJECT;
    }
    for (size_t i = 0; i < manifests.count; i++) {
        const struct manifest *manifest = &manifests.manifests[i];

        if (settings->mode == MODE_CANONICAL) {
            if (write_body(settings, verifier, record, manifest) != 0)
                return STREAM_REJECT;
            continue;
        }
        if (digest_one(settings, verifier, record, manifest, &digest) != 0)
            return STREAM_REJECT;
        write_digest(settings, record, manifest, &digest);
    }
    if (manifests.count == 0)
        record->label = "without manifest";
    return STREAM_WRITE;
}

/* --jcs and --any: the value as it is, whatever it means. */
static enum stream_verdict digest_value(const struct settings *settings,
                                        struct verifier *verifier,
                                        struct stream_record *record)
{
    struct buf *text = &verifier->canonical.text;
    struct digest digest;

    if (settings->mode == MODE_JCS) {
        canonical_write(&verifier->canonical, record->document, 0, record->out);
        buf_append_byte(record->out, '\n');
        return STREAM_WRITE;
    }
    buf_clear(text);
    canonical_write(&verifier->canonical, record->document, 0, text);
    digester_hash(verifier->digester, text->data, text->length, &digest);
    write_digest(settings, record, NULL, &digest);
    return STREAM_WRITE;
}

/* --check. */
static enum stream_verdict check_digests(struct verifier *verifier,
                                         struct stream_record *record)
{
    struct digest_sink sink = sink_of(record);
    const struct verify_facts *facts;
    bool compared;

    if (digest_check(verifier, record->document, &sink, record->arena, &facts, &compared) !=
        0)
        return STREAM_REJECT;
    record->facts = facts;
    if (!compared)
        record->label = "unchecked";
    return STREAM_PASS;
}

static enum stream_verdict digest_record(void *tool, void *state,
                                         struct stream_record *record)
{
    const struct settings *settings = tool;
    struct verifier *verifier = state;

    if (record->document->long_integers)
        warn_inexact(record);
    switch ((enum mode)settings->mode) {
    case MODE_CHECK:
        return check_digests(verifier, record);
    case MODE_JCS:
    case MODE_ANY:
        return digest_value(settings, verifier, record);
    case MODE_DIGEST:
    case MODE_CANONICAL:
        break;
    }
    return digest_manifests(settings, verifier, record);
}

static enum stream_verdict ordered(void *tool, struct stream_record *record)
{
    struct settings *settings = tool;
    struct digest_sink sink = sink_of(record);
    const struct verify_sink verify_sink = {digest_check_found, &sink};

    return verify_ordered(settings->workloads, record->facts, &verify_sink) == 0
               ? STREAM_PASS
               : STREAM_REJECT;
}

/* Parse into SETTINGS; the value is stream_options'. */
static int read_options(struct tool *tool, struct settings *settings, int argc, char **argv)
{
    const struct opt own[] = {
        {OPT_CHOICE, 'c', "check", NULL, &settings->mode, MODE_CHECK, 0, 0,
         "verify the digests and keys that records declare;\nwhat holds is passed "
         "unchanged"},
        {OPT_CHOICE, 0, "canonical", NULL, &settings->mode, MODE_CANONICAL, 0, 0,
         "write each identity body in RFC 8785 form"},
        {OPT_CHOICE, 0, "jcs", NULL, &settings->mode, MODE_JCS, 0, 0,
         "write any JSON value in RFC 8785 form"},
        {OPT_CHOICE, 0, "any", NULL, &settings->mode, MODE_ANY, 0, 0,
         "digest any JSON value"},
        {OPT_SWITCH, 0, "whole", NULL, &settings->whole, 1, 0, 0,
         "take complete manifests, metadata included;\nalone or with --canonical"},
        {OPT_SWITCH, 0, "where", NULL, &settings->where, 1, 0, 0,
         "add file and line to each digest;\nalone or with --any"},
        {.kind = OPT_END},
    };
    const struct stream_usage usage = {
        .purpose =
            "Print the digest of each manifest in a stream of benchmark records, or\n"
            "verify the digests that the records declare.",
        .options = own,
    };
    int first_operand;

    first_operand = stream_options(&settings->stream, tool, &usage, argc, argv);
    if (first_operand < 0)
        return -1;
    if (settings->whole && settings->mode != MODE_DIGEST &&
        settings->mode != MODE_CANONICAL)
        return diag_misuse(&tool->diag, "--whole goes with no mode but --canonical");
    if (settings->where && settings->mode != MODE_DIGEST && settings->mode != MODE_ANY)
        return diag_misuse(&tool->diag, "--where goes with no mode but --any");
    return first_operand;
}

int main(int argc, char **argv)
{
    struct tool tool;
    struct settings settings = {.mode = MODE_DIGEST, .tool = &tool};
    const struct stream_tool stream = {.worker_new = worker_new,
                                       .worker_free = worker_free,
                                       .record = digest_record,
                                       .ordered = ordered,
                                       .tool = &settings};
    int first_operand;

    tool_start(&tool, "kidx-digest");
    first_operand = read_options(&tool, &settings, argc, argv);
    if (first_operand >= 0) {
        settings.workloads = verify_workloads_new();
        stream_run(&tool, &settings.stream, &stream,
                   (const char *const *)(argv + first_operand),
                   (size_t)(argc - first_operand));
        verify_workloads_free(settings.workloads);
    }
    return tool_end(&tool);
}
