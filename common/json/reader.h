/* reader: parses one line of strict JSON into a document.
 *
 * Input is I-JSON (RFC 7493) in the grammar of RFC 8259. The following are errors: text
 * that is not UTF-8 (including surrogates and overlong forms), duplicate names in one
 * object, unpaired surrogate escapes, numbers beyond the double range, nesting deeper than
 * READER_DEPTH, and bytes after the value. Nothing is repaired. Noncharacters are accepted,
 * and so is a number that underflows.
 *
 * A reader belongs to one thread. It owns the storage of its document, which is valid until
 * its next reader_parse and is reused, so that nothing is allocated per record in the
 * steady state. That storage is at most 8 bytes per byte of the longest text for nodes, 20
 * bytes per member of objects with more than 64 members, and the cache of object-cache.h.
 * The text belongs to the caller and must exist as long as the document is used. Running
 * out of memory ends the process (mem.h).
 */
#ifndef KIDX_JSON_READER_H
#define KIDX_JSON_READER_H

#include "json/document.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The deepest nesting, in open brackets; how many bytes after a text must be readable; and
 * the longest text in bytes, since nodes have 32-bit offsets. */
enum { READER_DEPTH = 256, READER_PADDING = 64 };
#define READER_TEXT_MAX UINT32_C(0xfffffff0)

/* What is wrong with a text: a code of kidx(7), a static message, and the offset of the
 * fault in bytes. */
struct reader_error {
    const char *code;
    const char *text;
    size_t offset;
    bool at_end; /* the text ends too early */
};

struct reader;

struct reader *reader_new(void);
void reader_free(struct reader *reader);

/* Parse LENGTH (at most READER_TEXT_MAX) bytes at TEXT, after which READER_PADDING bytes
 * are readable. text[length] is NUL during the call and then restored, so no other thread
 * may use the text. Returns 0, or -1 with *ERROR set and no document. */
int reader_parse(struct reader *reader, char *text, size_t length,
                 struct reader_error *error);

/* The document of the last reader_parse that returned 0. */
struct document *reader_document(struct reader *reader);

#endif
