/* reader: one line of strict JSON to a document.
 *
 * Input is I-JSON (RFC 7493) in the grammar of RFC 8259, stricter than most readers: text
 * that is not UTF-8 (surrogates and overlong forms too), duplicate names in one object,
 * unpaired surrogate escapes, numbers beyond the double range, nesting deeper than
 * READER_DEPTH and bytes behind the value are errors. Nothing is repaired. Noncharacters
 * are characters; a number that underflows is accepted.
 *
 * A reader owns the storage of its document, which is valid until its next reader_parse and
 * is reused: no allocation per record in the steady state. It takes at most 8 bytes per
 * byte of the longest text for nodes, 20 bytes per member of objects with more than 64 of
 * them, and what repeat.h keeps. The text is the caller's and must stay as long as the
 * document is used.
 */
#ifndef KIDX_JSON_READER_H
#define KIDX_JSON_READER_H

#include "json/document.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Nesting that is accepted, counted in open brackets; readable bytes needed behind a text;
 * longest text, since nodes count in 32 bits. */
enum { READER_DEPTH = 256, READER_PADDING = 64 };
#define READER_TEXT_MAX UINT32_C(0xfffffff0)

/* What is wrong with a text: one of the codes of the project, static words, and the byte
 * (from 0) at which it shows. */
struct reader_error {
    const char *code;
    const char *text;
    size_t offset;
    bool at_end; /* the text ended too early */
};

struct reader;

struct reader *reader_new(void);
void reader_free(struct reader *reader);

/* Parse LENGTH (≤ READER_TEXT_MAX) bytes at TEXT. READER_PADDING bytes behind them are
 * readable; text[length] is NUL during the call and restored, so the text belongs to the
 * calling thread. Returns 0, or -1 with *ERROR set and no document. */
int reader_parse(struct reader *reader, char *text, size_t length,
                 struct reader_error *error);

/* The document of the last reader_parse that returned 0. */
struct document *reader_document(struct reader *reader);

#endif
