#include <config.h>

#include "check/digest-check.h"

/* How much of a text from the input a message quotes. */
enum { QUOTE_SIZE = 100 };

/* Write at most QUOTE_SIZE bytes of TEXT to OUT, masked, so that printf meets no NUL and no
 * half of a character; returns the length. */
static int quote(struct view text, char out[QUOTE_SIZE])
{
    return (int)diag_mask(out, QUOTE_SIZE, text.data, text.length);
}

enum stream_verdict digest_reject(struct stream_record *record,
                                  const struct manifest_error *error)
{
    const struct document *document = record->document;
    size_t column = stream_column(record, error->node);
    char found[QUOTE_SIZE];

    if (document_is(document, error->node, NODE_STRING)) {
        int length = quote(document_string(document, error->node), found);

        return stream_reject(record, column, error->code, "%s, found \"%.*s\"", error->text,
                             length, found);
    }
    return stream_reject(record, column, error->code, "%s", error->text);
}

int digest_found(void *context, const struct verify_finding *finding)
{
    struct stream_record *record = context;
    char declared[QUOTE_SIZE];
    int length;

    if (finding->error != NULL) {
        digest_reject(record, finding->error);
        return -1;
    }
    length = quote(finding->declared, declared);
    stream_reject(record, finding->column, "digest_mismatch",
                  "%s: declared %.*s, computed %.*s", finding->name, length, declared,
                  (int)finding->computed.length, finding->computed.data);
    return -1;
}

enum stream_verdict digest_check(struct verifier *verifier, struct stream_record *record)
{
    struct record manifests;
    struct manifest_error error;
    struct verification verification = {.verifier = verifier,
                                        .sink = {digest_found, record},
                                        .document = record->document,
                                        .manifests = &manifests,
                                        .arena = record->arena};

    if (record_read(record->document, &manifests, &error) != 0)
        return digest_reject(record, &error);
    if (verify_record(&verification) != 0)
        return STREAM_REJECT;
    record->facts = verification.facts;
    if (!verification.compared)
        record->label = "unchecked";
    return STREAM_PASS;
}

enum stream_verdict digest_settle(struct verify_workloads *workloads,
                                  struct stream_record *record)
{
    const struct verify_sink sink = {digest_found, record};

    return verify_settle(workloads, record->facts, &sink) == 0 ? STREAM_PASS
                                                               : STREAM_REJECT;
}
