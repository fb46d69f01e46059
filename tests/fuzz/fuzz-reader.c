/* The reader takes exactly what plain code takes, and its documents are well made. */
#include <config.h>

#include "json/reader.h"

#include "fuzz.h"
#include "reference.h"

#include <string.h>

const char fuzz_corpus[] = "json";

/* Walk over the value at NODE; returns what follows it. */
static uint32_t walk(const struct document *document, uint32_t node, int depth)
{
    const struct node *nodes = document->nodes;
    uint32_t next = node + 1;

    FUZZ_REQUIRE(node < document->count);
    FUZZ_REQUIRE(depth <= READER_DEPTH);
    FUZZ_REQUIRE(document_offset(document, node) < document->length);
    if (nodes[node].type == NODE_ARRAY) {
        while (next < nodes[node].next)
            next = walk(document, next, depth + 1);
    } else if (nodes[node].type == NODE_OBJECT) {
        while (next < nodes[node].next) {
            FUZZ_REQUIRE(nodes[next].type == NODE_STRING);
            next = walk(document, next + 1, depth + 1);
        }
    } else if (nodes[node].type == NODE_STRING && (nodes[node].flags & NODE_DECODED) == 0) {
        FUZZ_REQUIRE(nodes[node].start + nodes[node].length < document->length);
    }
    FUZZ_REQUIRE(nodes[node].next == next);
    FUZZ_REQUIRE((nodes[node].flags & NODE_MARK) == 0);
    return next;
}

bool fuzz_judge(const char *data, size_t size)
{
    static struct reader *reader;
    /* Just the padding that the reader asks for, so that a sanitizer sees reads behind. */
    char *text = malloc(size + READER_PADDING);
    struct reader_error error = {NULL, NULL, 0, false};
    size_t length;
    char *reference;
    bool good;

    if (reader == NULL)
        reader = reader_new();
    if (text == NULL)
        abort();
    if (size > 0)
        memcpy(text, data, size);
    memset(text + size, 'x', READER_PADDING);
    good = reader_parse(reader, text, size, &error) == 0;
    FUZZ_REQUIRE(size == 0 || memcmp(text, data, size) == 0);
    FUZZ_REQUIRE(text[size] == 'x');
    if (good) {
        const struct document *document = reader_document(reader);

        FUZZ_REQUIRE(walk(document, 0, 0) == document->count);
    } else {
        FUZZ_REQUIRE(error.code != NULL && error.text != NULL);
        FUZZ_REQUIRE(error.offset <= size);
        FUZZ_REQUIRE(!error.at_end || error.offset == size);
    }
    reference = reference_canonical(data, size, &length);
    FUZZ_REQUIRE(good == (reference != NULL));
    free(reference);
    free(text);
    return good;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_judge((const char *)data, size);
    return 0;
}
