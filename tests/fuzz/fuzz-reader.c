/* The reader takes exactly what plain code takes, and its documents are well made; one that
 * has read the same before, and so copies what comes again (json/object-cache.h), makes the
 * same document as a new one.
 */
#include <config.h>

#include "json/document.h"
#include "json/reader.h"
#include "json/object-cache.h"

#include "fuzz.h"
#include "reference.h"

#include <string.h>

const char fuzz_corpus[] = "json";

enum { USES = 200 };

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

static bool same_node(const struct document *a, const struct document *b, uint32_t node)
{
    if (a->nodes[node].type != b->nodes[node].type ||
        a->nodes[node].next != b->nodes[node].next ||
        a->nodes[node].flags != b->nodes[node].flags ||
        document_offset(a, node) != document_offset(b, node) ||
        !view_equal(document_raw(a, node), document_raw(b, node)))
        return false;
    return !document_is(a, node, NODE_STRING) ||
           view_equal(document_string(a, node), document_string(b, node));
}

/* Read the text again with READER, and once with a new one. */
static void judge_again(struct reader *reader, char *text, size_t size)
{
    enum { TIMES = 3 };
    struct reader *fresh = reader_new();
    struct reader_error error;
    const struct document *documents[2];

    for (int i = 0; i < TIMES; i++)
        FUZZ_REQUIRE(reader_parse(reader, text, size, &error) == 0);
    FUZZ_REQUIRE(reader_parse(fresh, text, size, &error) == 0);
    documents[0] = reader_document(reader);
    documents[1] = reader_document(fresh);
    FUZZ_REQUIRE(documents[0]->count == documents[1]->count);
    for (uint32_t node = 0; node < documents[1]->count; node++)
        FUZZ_REQUIRE(same_node(documents[0], documents[1], node));
    reader_free(fresh);
}

bool fuzz_judge(const char *data, size_t size)
{
    static struct reader *reader;
    static unsigned uses;
    /* Just the padding that the reader asks for, so that a sanitizer sees reads behind. */
    char *text = malloc(size + READER_PADDING);
    struct reader_error error = {NULL, NULL, 0, false};
    size_t length;
    char *reference;
    bool good;

    /* What an old one keeps is no more of use for new texts. */
    if (uses++ % USES == 0) {
        reader_free(reader);
        reader = reader_new();
    }
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
        if (size >= OBJECT_CACHE_TEXT_MIN)
            judge_again(reader, text, size);
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
