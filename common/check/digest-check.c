#include <config.h>

#include "check/digest-check.h"

#include "base/diag.h"

#include <stdio.h>

/* How many bytes of a text from the input a message quotes. */
enum { QUOTE_SIZE = 100 };

/* Write at most QUOTE_SIZE bytes of TEXT to OUT, masked, so that printf gets neither a NUL
 * nor a part of a character; returns the length. */
static int quote(struct view text, char out[QUOTE_SIZE])
{
    return (int)diag_mask(out, QUOTE_SIZE, text.data, text.length);
}

static void report(const struct digest_sink *sink, enum check_level level, size_t column,
                   const char *code, const char *message)
{
    sink->report(sink->context,
                 &(struct finding){level, column, code, {"", 0}, view_from(message)});
}

void digest_check_reject(const struct digest_sink *sink, const struct manifest_error *error)
{
    const struct document *document = sink->document;
    size_t column = document_offset(document, error->node) + 1;
    char found[QUOTE_SIZE];
    char message[2 * QUOTE_SIZE + 256];

    if (document_is(document, error->node, NODE_STRING)) {
        int length = quote(document_string(document, error->node), found);

        snprintf(message, sizeof message, "%s, found \"%.*s\"", error->text, length, found);
        report(sink, CHECK_ERROR, column, error->code, message);
    } else {
        report(sink, CHECK_ERROR, column, error->code, error->text);
    }
}

int digest_check_found(void *context, const struct verify_finding *finding)
{
    const struct digest_sink *sink = context;
    char declared[QUOTE_SIZE];
    char message[4 * QUOTE_SIZE];
    int length;

    if (finding->error != NULL) {
        digest_check_reject(sink, finding->error);
        return -1;
    }
    length = quote(finding->declared, declared);
    snprintf(message, sizeof message, "%s: declared %.*s, computed %.*s", finding->name,
             length, declared, (int)finding->computed.length, finding->computed.data);
    report(sink, CHECK_ERROR, finding->column, "digest_mismatch", message);
    return -1;
}

/* Report that the record is a row of a table that is not known. */
static void warn_table(const struct digest_sink *sink, uint32_t table)
{
    const struct document *document = sink->document;
    char found[QUOTE_SIZE];
    char message[QUOTE_SIZE + 128];
    int length = quote(document_text(document, table), found);

    snprintf(
        message, sizeof message,
        "table: expected a known table, so that the row can be checked, found \"%.*s\"",
        length, found);
    report(sink, CHECK_WARNING, document_offset(document, table) + 1, "unknown_table",
           message);
}

int digest_check(struct verifier *verifier, struct document *document,
                 const struct digest_sink *sink, struct arena *arena,
                 const struct verify_facts **facts, bool *compared)
{
    struct digest_sink copy = *sink;
    struct record manifests;
    struct manifest_error error;
    struct verification verification = {.verifier = verifier,
                                        .sink = {digest_check_found, &copy},
                                        .document = document,
                                        .manifests = &manifests,
                                        .arena = arena};

    if (manifest_read_record(document, &manifests, &error) != 0) {
        digest_check_reject(sink, &error);
        return -1;
    }
    if (verify_record(&verification) != 0)
        return -1;
    if (verification.unknown_table)
        warn_table(sink, manifests.table);
    *facts = verification.facts;
    *compared = verification.compared && !verification.unknown_table;
    return 0;
}
