/* parsed: a document of a text, for tests.
 *
 * The text is in a block of its own that ends READER_PADDING bytes after it, so that
 * AddressSanitizer and valgrind see a byte read beyond. */
#ifndef KIDX_TESTS_PARSED_H
#define KIDX_TESTS_PARSED_H

#include "base/mem.h"
#include "json/reader.h"

#include <stdlib.h>
#include <string.h>

struct parsed {
    struct reader *reader;
    char *text;
    struct document *document; /* NULL: *error says why */
    struct reader_error error;
};

/* Parse LENGTH bytes at TEXT; AFTER fills the bytes after them. */
static inline struct parsed parsed_bytes(const char *text, size_t length, char after)
{
    struct parsed parsed = {.reader = reader_new()};

    parsed.text = mem_alloc(length + READER_PADDING);
    if (length > 0)
        memcpy(parsed.text, text, length);
    memset(parsed.text + length, after, READER_PADDING);
    if (reader_parse(parsed.reader, parsed.text, length, &parsed.error) == 0)
        parsed.document = reader_document(parsed.reader);
    return parsed;
}

static inline struct parsed parsed_text(const char *text)
{
    return parsed_bytes(text, strlen(text), '\0');
}

static inline void parsed_release(struct parsed *parsed)
{
    reader_free(parsed->reader);
    free(parsed->text);
}

#endif
